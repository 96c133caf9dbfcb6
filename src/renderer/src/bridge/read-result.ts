import type { ErrorInfo } from '#shared/errors.ts'
import { err, type Result } from '#shared/result.ts'

/** Reads a host's answer; whatever is not one (a proxy's page, a body cut short) is a host that did not answer. */
export function readResult(text: string): Result<unknown, ErrorInfo> {
  const answer = readJson(text) as Result<unknown, ErrorInfo> | undefined
  if (answer && typeof answer === 'object' && typeof answer.ok === 'boolean') return answer
  return err({ code: 'host-unreachable', detail: text.slice(0, 200) })
}

/** @returns undefined where the text is not JSON: a proxy's page, or a stream cut in the middle */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
