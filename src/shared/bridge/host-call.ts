import { isPhonolensError, type ErrorInfo } from '../errors.ts'
import { err, ok, type Result } from '../result.ts'
import { METHODS, type Handlers, type MethodName } from './contract.ts'

export interface HostCallContext {
  /** Whether the call comes from our own page; each host knows by its own means. */
  trusted: boolean
}

export interface HostCallDeps {
  handlers: Handlers
  /**
   * Logs an error nobody expected.
   *
   * @returns an incident id that the person can quote
   */
  reportUnexpected(error: unknown, method: string): string
}

/**
 * Carries one call from a page to its handler, the same way for every host: trusted sender, known method, valid
 * input, handler, outcome as data. Never rejects.
 */
export async function hostCall(
  deps: HostCallDeps,
  name: unknown,
  input: unknown,
  context: HostCallContext,
): Promise<Result<unknown, ErrorInfo>> {
  if (!context.trusted) return err({ code: 'forbidden' })
  if (!isMethodName(name)) return err({ code: 'unknown-method', detail: String(name).slice(0, 100) })
  const parsed = METHODS[name].input.safeParse(input ?? undefined)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue?.path.join('.') || 'input'
    return err({ code: 'invalid-input', detail: `${where}: ${issue?.message ?? 'not valid'}` })
  }
  try {
    const handler = deps.handlers[name] as (input: unknown) => Promise<unknown>
    return ok(await handler(parsed.data))
  } catch (error) {
    if (isPhonolensError(error)) return err(error.info)
    return err({ code: 'internal', params: { incident: deps.reportUnexpected(error, name) } })
  }
}

function isMethodName(name: unknown): name is MethodName {
  return typeof name === 'string' && Object.hasOwn(METHODS, name)
}
