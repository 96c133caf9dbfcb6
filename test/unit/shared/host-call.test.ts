import { describe, expect, it, vi } from 'vitest'
import type { METHODS } from '../../../src/shared/bridge/contract.ts'
import { type Handlers } from '../../../src/shared/bridge/contract.ts'
import { hostCall } from '../../../src/shared/bridge/host-call.ts'
import { PhonolensError } from '../../../src/shared/errors.ts'

function harness(handlers: Partial<Record<keyof typeof METHODS, () => Promise<unknown>>>) {
  const reportUnexpected = vi.fn(() => 'incident-7')
  return { deps: { handlers: handlers as unknown as Handlers, reportUnexpected }, reportUnexpected }
}
const trusted = { trusted: true }

describe('hostCall', () => {
  it('refuses a sender that is not our page before it looks at anything else', async () => {
    const { deps } = harness({})
    expect(await hostCall(deps, 'no.such', {}, { trusted: false })).toEqual({
      ok: false,
      error: { code: 'forbidden' },
    })
  })

  it.each(['no.such', '__proto__', 'constructor', 'toString', 42, null, undefined])(
    'knows no method %s',
    async (name) => {
      const { deps } = harness({})
      const answer = await hostCall(deps, name, {}, trusted)
      expect(answer).toMatchObject({ ok: false, error: { code: 'unknown-method' } })
    },
  )

  it('names the field of an input that is not valid', async () => {
    const get = vi.fn()
    const answer = await hostCall(harness({ 'tasks.get': get }).deps, 'tasks.get', { taskId: 5 }, trusted)
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
    expect(JSON.stringify(answer)).toContain('taskId')
    expect(get).not.toHaveBeenCalled()
  })

  it('takes null where a method takes nothing', async () => {
    const { deps } = harness({ 'tasks.list': async () => [] })
    expect(await hostCall(deps, 'tasks.list', null, trusted)).toEqual({ ok: true, value: [] })
  })

  it('passes an expected error on as data, without reporting it', async () => {
    const { deps, reportUnexpected } = harness({
      'tasks.get': async () => {
        throw new PhonolensError('not-found', { params: { name: 'a.wav' } })
      },
    })
    const answer = await hostCall(deps, 'tasks.get', { taskId: 'x' }, trusted)
    expect(answer).toEqual({ ok: false, error: { code: 'not-found', params: { name: 'a.wav' } } })
    expect(reportUnexpected).not.toHaveBeenCalled()
  })

  it('gives an incident id, and nothing else, for an error nobody expected', async () => {
    const { deps } = harness({
      'tasks.get': async () => {
        throw new Error('secret path /home/someone')
      },
    })
    const answer = await hostCall(deps, 'tasks.get', { taskId: 'x' }, trusted)
    expect(answer).toEqual({ ok: false, error: { code: 'internal', params: { incident: 'incident-7' } } })
  })
})
