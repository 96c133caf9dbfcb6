/**
 * Which of two representations a client would rather have. Only what its `Accept` names outright counts: a browser's
 * catch-all for the rest does not ask for JSON.
 */
export function prefersJson(accept: string | undefined): boolean {
  const json = weightOf('application/json', accept ?? '')
  return json > 0 && json >= weightOf('text/html', accept ?? '')
}

function weightOf(mediaType: string, accept: string): number {
  const weights = accept.split(',').flatMap((part) => {
    const [type = '', ...params] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (type !== mediaType) return []
    const weight = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? '1')
    return Number.isNaN(weight) ? [0] : [weight]
  })
  return Math.max(0, ...weights)
}
