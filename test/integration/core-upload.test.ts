import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { isPhonolensError, type ErrorInfo } from '#shared/errors.ts'
import { createApiClient, type ApiClient } from '../../src/main/core/tasks/api-client.ts'
import { createRequestBudget } from '../../src/main/core/tasks/request-budget.ts'
import { uploadFile } from '../../src/main/core/tasks/upload-file.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { removeDir, tempDir } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let service: fake.FakeDeployment
let clock: VirtualClock
let client: ApiClient
const signal = new AbortController().signal

async function failure(call: Promise<unknown>): Promise<ErrorInfo> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isPhonolensError(error)) throw new Error('expected a PhonolensError', { cause: error })
  return error.info
}

beforeEach(async () => {
  service = await fake.startFakeDeployment()
  clock = createVirtualClock()
  client = createApiClient({ deployment: service.deployment, clock, budget: createRequestBudget(clock, 0) })
})
afterEach(() => service.close())

describe('an upload', () => {
  let dir: string
  let path: string
  beforeEach(() => {
    dir = tempDir()
    path = join(dir, 'audio.wav')
    writeFileSync(path, Buffer.alloc(700_000, 'sound'))
  })
  afterEach(() => removeDir(dir))

  const send = (stop = signal, onProgress: (sent: number, total: number) => void = () => undefined) =>
    uploadFile({ client, clock, random: systemRandom }, path, stop, onProgress)

  it('posts the form with its exact length, the file last, and tells the bytes', async () => {
    const told: number[] = []
    const { url, expireAt } = await send(signal, (sent, total) => told.push(sent / total))
    expect({ url, expireAt }).toEqual({ url: `${service.address}/up/a.wav?signature=secret`, expireAt: null })
    const [form] = service.seenAt(fake.STORAGE)
    expect(Number(form!.headers['content-length'])).toBe(form!.body.length)
    expect(form!.headers['authorization']).toBeUndefined()
    const read = await new Response(form!.body, {
      headers: { 'content-type': form!.headers['content-type']! },
    }).formData()
    expect([...read.keys()]).toEqual([
      'key',
      'policy',
      'OSSAccessKeyId',
      'signature',
      'success_action_status',
      'callback',
      'file',
    ])
    expect(read.get('key')).toBe('up/audio.wav')
    expect(Buffer.from(await (read.get('file') as File).arrayBuffer()).length).toBe(700_000)
    expect(told.at(-1)).toBe(1)
    expect(told.length).toBeGreaterThan(1)
    expect(JSON.parse(service.seenAt(PATHS.getPolicy)[0]!.body.toString())).toEqual({ scene: 'scene' })
    expect(JSON.parse(service.seenAt(PATHS.uploadFinish)[0]!.body.toString())).toEqual({ reqId: 'req-1' })
  })

  it('understands the newer spelling, and storage that answers with nothing', async () => {
    service.always(
      PATHS.getPolicy,
      fake.envelope({
        OSSAccessKeyId: 'new',
        key: 'whole/key',
        policy: 'p',
        signature: 's',
        host: service.address + fake.STORAGE,
        reqId: 'r9',
      }),
    )
    service.always(fake.STORAGE, { status: 204, text: '' })
    await send()
    const form = service.seenAt(fake.STORAGE)[0]!.body.toString('latin1')
    expect(form).toContain('whole/key')
    expect(form).toContain('\r\n\r\nnew\r\n')
    expect(service.seenAt(PATHS.uploadFinish)[0]!.body.toString()).toBe('{"reqId":"r9"}')
  })

  it('is repeated with a fresh policy when the connection breaks', async () => {
    service.script(fake.STORAGE, fake.dropConnection, {
      status: 403,
      text: '<Error><Message>Policy expired.</Message></Error>',
    })
    await send()
    expect(service.seenAt(PATHS.getPolicy).length).toBe(3)
    expect(service.seenAt(fake.STORAGE).length).toBe(3)
  })

  it('says in the storage’s own words why it was refused', async () => {
    service.always(fake.STORAGE, { status: 413, text: '<Error><Message>Too large.</Message></Error>' })
    expect(await failure(send())).toMatchObject({
      code: 'service-error',
      detail: 'Too large.',
      serviceCode: 413,
    })
  })

  it('says that a deployment without storage has none', async () => {
    service.always(PATHS.getPolicy, { status: 404, text: 'not found' })
    expect(await failure(send())).toMatchObject({ code: 'service-no-storage' })
  })

  it('stops in the middle when told to', async () => {
    const stop = new AbortController()
    const reason = new Error('cancelled')
    await expect(send(stop.signal, () => stop.abort(reason))).rejects.toBe(reason)
    expect(service.seenAt(PATHS.uploadFinish)).toEqual([])
  })

  it('of a file that is gone fails as the file, not as the network', async () => {
    path = join(dir, 'gone.wav')
    await expect(send()).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
