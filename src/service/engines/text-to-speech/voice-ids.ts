import type { EngineVoice } from './text-to-speech.ts'

/** A voice of an engine, with the name by which its program knows it. */
export interface ProgramVoice extends EngineVoice {
  programName: string
}

/**
 * A name as a part of a voice id: lower-case letters without accents, digits and hyphens.
 *
 * @returns an empty string for a name without any of these
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * The first of some ids that is not taken yet, which from then on is.
 *
 * @param candidates from the shortest to the most exact; the last one is counted on where all are taken
 */
export function takeId(candidates: readonly string[], taken: Set<string>): string {
  const last = candidates.at(-1) ?? 'voice'
  let id = candidates.find((candidate) => !taken.has(candidate))
  for (let count = 2; id === undefined; count += 1) {
    if (!taken.has(`${last}-${count}`)) id = `${last}-${count}`
  }
  taken.add(id)
  return id
}
