import type { FrameSpan } from './audio-format.ts'

/** How recordings are cut; in frames of 10 ms. */
export interface CutPlan {
  /** No cut is longer. */
  longest: number
  /** A pause is only looked for beyond this, so that cuts are long enough for the recogniser to know the voice. */
  shortest: number
  /** A pause this long always ends a cut that has `shortest`. */
  clearPause: number
  /** A pause this long always ends a cut. */
  longPause: number
  /** Kept of the silence on each side, so that first and last sounds are whole. */
  padding: number
}

export const CUT_PLAN: CutPlan = {
  longest: 2_000,
  shortest: 600,
  clearPause: 150,
  longPause: 300,
  padding: 30,
}

/**
 * Groups stretches of speech into cuts of a length that the recogniser does well with. Every frame of speech is in
 * exactly one cut.
 *
 * @param speech ascending and apart, as `findSpeech` gives
 * @param levelsDb the levels the speech was found in: where a long stretch has no pause it is cut at its quietest
 * @returns ascending, without overlap, none longer than `plan.longest`
 */
export function planCuts(
  speech: readonly FrameSpan[],
  levelsDb: Float32Array,
  plan: CutPlan = CUT_PLAN,
): FrameSpan[] {
  const longestSpeech = plan.longest - 2 * plan.padding
  const pieces = speech.flatMap((span) => splitLong(span, levelsDb, longestSpeech))
  const cuts: FrameSpan[] = []
  let first = 0
  while (first < pieces.length) {
    const last = lastOfCut(pieces, first, { ...plan, longest: longestSpeech })
    cuts.push({ start: pieces[first]!.start, end: pieces[last]!.end })
    first = last + 1
  }
  return padded(cuts, plan.padding, levelsDb.length)
}

/** Takes pieces off a stretch, each ending at the quietest point of where it may end, until the rest fits. */
function splitLong(span: FrameSpan, levelsDb: Float32Array, longest: number): FrameSpan[] {
  const pieces: FrameSpan[] = []
  let { start } = span
  for (let left = span.end - start; left > longest; left = span.end - start) {
    // Neither this piece nor what remains may be a scrap of a second or two.
    const scrap = Math.floor(Math.min(left / 3, longest / 2))
    const end = quietest(levelsDb, start + scrap, Math.min(span.end - scrap, start + longest))
    pieces.push({ start, end })
    start = end
  }
  return [...pieces, { start, end: span.end }]
}

function quietest(levelsDb: Float32Array, from: number, to: number): number {
  let best = from
  let bestDb = Infinity
  for (let frame = from; frame < to; frame += 1) {
    // A dip of one frame lies inside a word; over five it is the end of one.
    let sum = 0
    for (let near = frame - 2; near <= frame + 2; near += 1) sum += levelsDb[near] ?? 0
    if (sum < bestDb) [best, bestDb] = [frame, sum]
  }
  return best
}

function lastOfCut(pieces: readonly FrameSpan[], first: number, plan: CutPlan): number {
  const start = pieces[first]!.start
  let best = first
  let bestPause = -1
  for (let index = first; ; index += 1) {
    const piece = pieces[index]
    if (!piece || piece.end - start > plan.longest) return best
    const next = pieces[index + 1]
    const pause = next ? next.start - piece.end : Infinity
    const length = piece.end - start
    if (pause >= plan.longPause || (pause >= plan.clearPause && length >= plan.shortest)) return index
    // Of the pauses late enough in a cut that will be full, the longest; an early one only for want of any other.
    if (length < plan.shortest) best = index
    else if (pause >= bestPause) [best, bestPause] = [index, pause]
  }
}

function padded(cuts: readonly FrameSpan[], padding: number, frameCount: number): FrameSpan[] {
  return cuts.map(({ start, end }, index) => {
    const before = start - (cuts[index - 1]?.end ?? 0)
    const after = (cuts[index + 1]?.start ?? frameCount) - end
    return {
      start: start - Math.min(padding, Math.floor(before / 2)),
      end: end + Math.min(padding, Math.floor(after / 2)),
    }
  })
}
