/**
 * Vocal tract length normalisation. A short throat speaks the same vowel at higher frequencies than a long one; the
 * recogniser's model is of an average throat. Each factor stretches the frequencies of a recording by so much. Source:
 * L. Lee and R. Rose, "A frequency warping approach to speaker normalization", IEEE Transactions on Speech and Audio
 * Processing 6(1), 1998: the factor under which the sounds fit the model best is the speaker's.
 */
export const WARPS: readonly number[] = [0.8, 0.86, 0.92, 1, 1.08, 1.16, 1.24]

const NO_WARP = WARPS.indexOf(1)

/**
 * Looks for the factor with the best score, from none towards the better side, as long as it gets better.
 *
 * @param scoreAt higher is better; null where the recogniser does not tell, which leaves the recording as it is
 */
export async function chooseWarp(scoreAt: (warp: number) => Promise<number | null>): Promise<number> {
  const scores = await Promise.all([NO_WARP - 1, NO_WARP, NO_WARP + 1].map((index) => scoreAt(WARPS[index]!)))
  const [below, here, above] = scores
  if (below == null || here == null || above == null) return 1
  if (here >= below && here >= above) return 1
  const step = above > below ? 1 : -1
  let index = NO_WARP + step
  let best = Math.max(below, above)
  for (;;) {
    const next = WARPS[index + step]
    const score = next === undefined ? null : await scoreAt(next)
    if (score === null || score <= best) return WARPS[index]!
    best = score
    index += step
  }
}

/**
 * Picks some of the cuts to try the factors on: spread over the whole recording, since its beginning may be another
 * speaker's.
 *
 * @param mostMs how much sound to pick; at least one cut is
 * @returns indices, ascending
 */
export function pickProbe(durationsMs: readonly number[], mostMs: number): number[] {
  const totalMs = durationsMs.reduce((sum, ms) => sum + ms, 0)
  if (totalMs <= mostMs) return durationsMs.map((_, index) => index)
  const everyMs = totalMs / Math.max(1, Math.round(mostMs / (totalMs / durationsMs.length)))
  const picked: number[] = []
  let passedMs = 0
  for (const [index, durationMs] of durationsMs.entries()) {
    if (passedMs >= picked.length * everyMs) picked.push(index)
    passedMs += durationMs
  }
  return picked
}
