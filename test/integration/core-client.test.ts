import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { isPhonolensError, type ErrorInfo } from '#shared/errors.ts'
import { createApiClient, type ApiClient } from '../../src/main/core/tasks/api-client.ts'
import { CallError } from '../../src/main/core/tasks/read-answer.ts'
import { createRequestBudget } from '../../src/main/core/tasks/request-budget.ts'
import * as fake from '../support/fake-deployment.ts'
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let service: fake.FakeDeployment
let clock: VirtualClock
let client: ApiClient
const signal = new AbortController().signal

function clientOf(deployment = service.deployment): ApiClient {
  return createApiClient({ deployment, clock, budget: createRequestBudget(clock, 0) })
}

async function failure(call: Promise<unknown>): Promise<ErrorInfo & { passing?: boolean }> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isPhonolensError(error)) throw new Error('expected a PhonolensError', { cause: error })
  return { ...error.info, ...(error instanceof CallError ? { passing: error.passing } : {}) }
}

beforeEach(async () => {
  service = await fake.startFakeDeployment()
  clock = createVirtualClock()
  client = clientOf()
})
afterEach(() => service.close())

describe('calls', () => {
  it('carry the key, the type and the key against repetition', async () => {
    expect(await client.createStt('http://example.com/a.wav', 'once', signal)).toBe('svc-1')
    const [request] = service.seen
    expect(request).toMatchObject({
      path: PATHS.stt,
      headers: {
        authorization: `Bearer ${fake.FAKE_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
    })
    expect(JSON.parse(request!.body.toString())).toEqual({ audioUrl: 'http://example.com/a.wav' })
  })

  const html = { text: '<!doctype html><html><title>Bad gateway</title><body>x</body></html>' }
  const cases: [string, fake.Reply, Partial<ErrorInfo> & { passing: boolean }][] = [
    ['text that is not JSON', { text: 'all good' }, { code: 'service-malformed', passing: true }],
    ['nothing', { text: '' }, { code: 'service-malformed', detail: 'The answer was empty.', passing: true }],
    ['JSON cut short', { text: '{"code":0,"message":"succ' }, { code: 'service-malformed', passing: true }],
    ['JSON of another kind', { text: '[1,2]' }, { code: 'service-malformed', passing: true }],
    ['no data', fake.envelope(undefined), { code: 'service-malformed', passing: true }],
    [
      'a status that is no number',
      fake.envelope({ task: { status: 'done' } }),
      { code: 'service-malformed', passing: true },
    ],
    ['a web page', html, { code: 'service-malformed', detail: 'no code: Bad gateway', passing: true }],
    [
      'a web page with 502',
      { ...html, status: 502 },
      { code: 'service-error', detail: 'Bad gateway', serviceCode: 502, passing: true },
    ],
    [
      '500',
      fake.envelope(null, 50_001, 'incident 7', 500),
      { code: 'service-error', detail: 'incident 7', serviceCode: 50_001, passing: true },
    ],
    [
      '401',
      fake.envelope(null, 40_102, 'unknown key', 401),
      { code: 'service-key-refused', serviceCode: 40_102, passing: false },
    ],
    [
      '401 inside 200',
      fake.envelope(null, 401, 'no'),
      { code: 'service-key-refused', serviceCode: 401, passing: false },
    ],
    [
      '403 without words',
      { status: 403, text: '' },
      { code: 'service-key-refused', detail: 'HTTP 403', passing: false },
    ],
    ['429', fake.envelope(null, 42_901, 'slow down', 429), { code: 'service-busy', passing: true }],
    ['429 inside 200', fake.envelope(null, '429', 'slow down'), { code: 'service-busy', passing: true }],
    [
      'an unknown task',
      fake.envelope(null, 40_401, 'unknown', 404),
      { code: 'task-unknown', passing: false },
    ],
    ['an expired one', fake.envelope(null, 41_001, 'expired', 410), { code: 'task-expired', passing: false }],
    [
      'no engine',
      fake.envelope(null, 50_301, 'install it', 503),
      { code: 'service-no-engine', detail: 'install it', passing: false },
    ],
    ['503 otherwise', { status: 503, text: '' }, { code: 'service-busy', passing: true }],
    [
      'an illegal parameter',
      fake.envelope(null, 10_192, 'illegal'),
      { code: 'service-refused', serviceCode: 10_192, passing: false },
    ],
    [
      'a code never seen',
      fake.envelope(null, 777, 'odd'),
      { code: 'service-error', serviceCode: 777, detail: 'odd', passing: true },
    ],
    [
      'a redirect',
      { status: 302, text: '', headers: { location: 'http://127.0.0.1:9/' } },
      { code: 'service-error', passing: true },
    ],
    ['a connection cut', fake.dropConnection, { code: 'service-unreachable', passing: true }],
    [
      'a body cut short',
      (response) => {
        response.writeHead(200, { 'content-length': '500' })
        response.write('{"code":0,', () => response.socket?.destroy())
      },
      { code: 'service-unreachable', passing: true },
    ],
  ]
  it.each(cases)('answered with %s are told apart', async (_what, reply, expected) => {
    service.always(PATHS.poll, reply)
    expect(await failure(client.poll('svc-1', signal))).toMatchObject(expected)
    expect(service.seen.length).toBe(1)
  })

  it('that reach nobody are told apart from those that do', async () => {
    await service.close()
    expect(await failure(client.poll('svc-1', signal))).toMatchObject({
      code: 'service-unreachable',
      detail: 'ECONNREFUSED',
      passing: true,
    })
  })

  it('do not wait for ever for an answer, nor for the rest of one', async () => {
    const impatient = createApiClient({
      deployment: service.deployment,
      clock,
      budget: createRequestBudget(clock, 0),
      callTimeoutMs: 50,
    })
    service.always(PATHS.poll, fake.silence)
    expect(await failure(impatient.poll('svc-1', signal))).toMatchObject({
      code: 'service-timeout',
      passing: true,
    })
    service.always(PATHS.poll, (response) => void response.writeHead(200).write('{"code":'))
    expect(await failure(impatient.poll('svc-1', signal))).toMatchObject({
      code: 'service-timeout',
      passing: true,
    })
  })

  it('stop at once when told to, and say why', async () => {
    const stop = new AbortController()
    const reason = new Error('cancelled')
    service.always(PATHS.poll, () => stop.abort(reason))
    await expect(client.poll('svc-1', stop.signal)).rejects.toBe(reason)
  })
})

describe('calls that are repeated', () => {
  it('come through when the trouble passes', async () => {
    service.script(PATHS.stt, { status: 500, text: '' }, fake.dropConnection, { text: '<html>' })
    expect(await client.createStt('http://example.com/a', 'same', signal)).toBe('svc-1')
    expect(service.seenAt(PATHS.stt).map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(4).fill('same'),
    )
  })

  it('wait for as long as Retry-After says', async () => {
    const busy = { status: 429, text: '', headers: { 'retry-after': '120' } }
    service.script(PATHS.stt, busy)
    const before = clock.now()
    await client.createStt('http://example.com/a', 'same', signal)
    expect(clock.now() - before).toBe(120_000)
  })

  it('end after a few tries, and at once where repeating is no use', async () => {
    service.always(PATHS.stt, { status: 500, text: '' })
    expect(await failure(client.createStt('http://example.com/a', 'k', signal))).toMatchObject({
      code: 'service-error',
    })
    expect(service.seenAt(PATHS.stt).length).toBe(4)
    service.always(PATHS.getPolicy, fake.envelope(null, 40_102, 'no', 401))
    expect(await failure(client.getPolicy(signal))).toMatchObject({ code: 'service-key-refused' })
    expect(service.seenAt(PATHS.getPolicy).length).toBe(1)
  })

  it('never happen to a create call that is paid for', async () => {
    service.always(PATHS.stt, { status: 500, text: '' })
    const paid = clientOf({ ...service.deployment, billsForWork: true })
    await failure(paid.createStt('http://example.com/a', 'k', signal))
    expect(service.seenAt(PATHS.stt).length).toBe(1)
  })
})
