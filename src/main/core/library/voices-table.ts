import type { DatabaseSync } from 'node:sqlite'
import type { AddedVoice } from '#shared/bridge/types.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/open-database.ts'

/** The voices that people added themselves, and which voices they like best. */
export interface VoicesTable {
  added(): AddedVoice[]
  /** All of them, or none. */
  put(voices: readonly AddedVoice[]): void
  /** @returns whether there was one */
  remove(voiceId: string): boolean
  favourites(): Set<string>
  setFavourite(voiceId: string, favourite: boolean): void
}

export function voicesOn(db: DatabaseSync, clock: Clock): VoicesTable {
  return {
    added: () =>
      db
        .prepare('SELECT voice_id AS voiceId, name, gender, languages FROM added_voices ORDER BY added_at')
        .all()
        .map((record) => ({
          ...(record as unknown as AddedVoice),
          languages: JSON.parse(record.languages as string) as string[],
        })),
    put: (voices) =>
      inTransaction(db, () => {
        const put = db.prepare('INSERT OR REPLACE INTO added_voices VALUES (?, ?, ?, ?, ?)')
        for (const { voiceId, name, gender, languages } of voices) {
          put.run(voiceId, name, gender, JSON.stringify(languages), clock.now())
        }
      }),
    remove: (voiceId) =>
      Number(db.prepare('DELETE FROM added_voices WHERE voice_id = ?').run(voiceId).changes) > 0,
    favourites: () =>
      new Set(
        db
          .prepare('SELECT voice_id AS id FROM favourite_voices')
          .all()
          .map((record) => record.id as string),
      ),
    setFavourite(voiceId, favourite) {
      if (favourite)
        db.prepare('INSERT OR IGNORE INTO favourite_voices VALUES (?, ?)').run(voiceId, clock.now())
      else db.prepare('DELETE FROM favourite_voices WHERE voice_id = ?').run(voiceId)
    },
  }
}
