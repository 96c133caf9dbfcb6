import { existsSync } from 'node:fs'
import type { SpeechPart } from '../../library/speech-parts.ts'
import { speakPart } from './speak-part.ts'
import { askWherePaid } from './submission.ts'
import type { Stage } from './stage.ts'

/** Parts of one text that are at the service at the same time: it works on one while the other is on its way. */
const PARALLEL_PARTS = 2

/** Has every part spoken that is not there yet. */
export const speak: Stage = async (context) => {
  const { deps, row, signal, report, note } = context
  const all = deps.library.speechParts.all(row.id)
  if (all.length === 0) return { next: 'preparing' }
  const isDone = (part: SpeechPart): boolean => part.outputPath !== null && existsSync(part.outputPath)
  const characters = all.reduce((sum, part) => sum + part.text.length, 0)
  const todo = all.filter((part) => !isDone(part))
  let doneParts = all.length - todo.length
  let doneCharacters = all.filter(isDone).reduce((sum, part) => sum + part.text.length, 0)
  const tell = (): void => {
    // One part alone has nothing to count by.
    report({ fraction: all.length === 1 ? null : doneCharacters / characters })
    note({ partsDone: doneParts })
  }
  tell()
  try {
    await eachOf(todo, PARALLEL_PARTS, async (part) => {
      signal.throwIfAborted()
      await speakPart(context, part)
      signal.throwIfAborted()
      doneParts += 1
      doneCharacters += part.text.length
      tell()
    })
    return { next: 'collecting' }
  } catch (error) {
    return askWherePaid(row, error)
  }
}

/**
 * Works on a few at a time, in order. After a failure nothing new is begun, but what is under way comes to its end: a
 * create call that is broken off may have been paid for.
 *
 * @throws the first failure
 */
async function eachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const next = async (): Promise<void> => {
    while (failures.length === 0) {
      const item = waiting.shift()
      if (item === undefined) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: width }, next))
  if (failures.length > 0) throw failures[0]
}
