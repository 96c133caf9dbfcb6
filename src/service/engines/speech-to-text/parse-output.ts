import { z } from 'zod'
import { FRAME_MS } from './audio-format.ts'
import type { HeardWord } from './words.ts'

/**
 * Reads one line of a `-hypseg` file: `ID S 0 T … A … L … <start> <score> <score> <word> … <end frame>`. Written by
 * `write_hypseg` of pocketsphinx_batch.c.
 *
 * @returns null for a line that is not of this form
 */
export function parseHypsegLine(
  line: string,
): { id: string; words: HeardWord[]; acousticScore: number } | null {
  const match = /^(\S+) S -?\d+ T -?\d+ A (-?\d+) L -?\d+ (.*)$/.exec(line.trim())
  if (!match) return null
  const fields = match[3]!.split(/\s+/)
  const words: HeardWord[] = []
  for (let at = 0; at + 4 < fields.length; at += 4) {
    const startFrame = Number(fields[at])
    const endFrame = Number(fields[at + 4])
    words.push({ text: fields[at + 3]!, startMs: startFrame * FRAME_MS, endMs: endFrame * FRAME_MS })
  }
  return { id: match[1]!, words, acousticScore: Number(match[2]) }
}

/**
 * Reads what `pocketsphinx_continuous -time yes` (0.8) prints: for each utterance its text, then a line for each word
 * with start, end (seconds) and confidence.
 */
export function parseContinuousOutput(stdout: string): HeardWord[] {
  const words: HeardWord[] = []
  for (const line of stdout.split('\n')) {
    const match = /^(\S+) (\d+\.\d{3}) (\d+\.\d{3}) (\d+\.\d+)$/.exec(line.trim())
    if (match)
      words.push({ text: match[1]!, startMs: Number(match[2]) * 1_000, endMs: Number(match[3]) * 1_000 })
  }
  return words
}

const singleResult = z.object({
  w: z.array(z.object({ b: z.number(), d: z.number(), t: z.string() })),
})

/**
 * Reads what `pocketsphinx single` (5.x) prints: one JSON object a file, words in `w`, seconds in `b` and `d`.
 *
 * @returns null where the output has no such line: the program did not get to its end
 */
export function parseSingleOutput(stdout: string): HeardWord[] | null {
  // Where nothing was heard 5.x writes `"w":]`: its writer takes back a comma that is not there (output_hyp in
  // https://github.com/cmusphinx/pocketsphinx/blob/master/programs/pocketsphinx_main.c).
  const line = stdout.split('\n').findLast((candidate) => candidate.startsWith('{'))
  if (line === undefined) return null
  const parsed = singleResult.safeParse(parseJson(line.replace(/"w":\]\}$/, '"w":[]}')))
  if (!parsed.success) return null
  return parsed.data.w.map(({ b, d, t }) => ({ text: t, startMs: b * 1_000, endMs: (b + d) * 1_000 }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is an ordinary answer here: the caller reports that the program did not end well.
    return null
  }
}
