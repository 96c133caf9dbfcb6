import { request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  API_KEY,
  createManualClock,
  readAnswer,
  startService,
  type RunningService,
} from '../support/service.ts'

/** A machine that is busy with other tests needs longer than a second. */
const PATIENT = { timeout: 10_000 }

/** The three storage calls as the decisions describe them, with nothing but `fetch`. */
async function getPolicy(service: RunningService): Promise<Record<string, string>> {
  const answer = await service.post('/api/file/v1/get_policy', { scene: 'Dream-CN' })
  expect(answer.body).toMatchObject({ code: 0, message: 'success' })
  return answer.body.data as Record<string, string>
}

function formFor(
  policy: Record<string, string>,
  fileName: string,
  changes: Record<string, string | null> = {},
): FormData {
  const form = new FormData()
  const fields: Record<string, string | null> = {
    key: policy.dir + fileName,
    policy: policy.policy!,
    OSSAccessKeyId: policy.accessId!,
    signature: policy.signature!,
    success_action_status: '200',
    callback: policy.callback!,
    ...changes,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value)
  return form
}

async function postForm(host: string, form: FormData, content: string | Blob | null, fileName = 'a.wav') {
  if (content !== null) form.append('file', new Blob([content]), fileName)
  return readAnswer(await fetch(host, { method: 'POST', body: form }))
}

async function upload(service: RunningService, fileName: string, content: string): Promise<string> {
  const policy = await getPolicy(service)
  const sent = await postForm(policy.host!, formFor(policy, fileName), content, fileName)
  expect(sent.body).toEqual({ code: 0, message: 'success', data: { reqId: policy.reqId } })
  const finished = await service.post('/api/file/v1/policy_upload_finish', { reqId: policy.reqId })
  expect(finished.body.data).toMatchObject({ reqId: policy.reqId })
  return finished.body.data!.url as string
}

let running: RunningService
beforeAll(async () => {
  running = await startService()
})
afterAll(() => running[Symbol.asyncDispose]())

describe('uploads', () => {
  it('turn a local file into an address that can be transcribed', async () => {
    const url = await upload(running, 'Grüße & "Küsse" 🎤.wav', 'one two three')
    const answer = await running.transcribe(url)
    expect(answer.body.data?.sttResult?.data.map((segment) => segment.text)).toEqual(['one', 'two', 'three'])
  })

  it('are read without a header, under a name that tells nothing of the client’s', async () => {
    const url = await upload(running, 'private.wav', '0123456789')
    expect(url).not.toContain('private')
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
  })

  it('answer ranges and HEAD', async () => {
    const url = await upload(running, 'x.mp3', '0123456789')
    const part = await fetch(url, { headers: { Range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const end = await fetch(url, { headers: { Range: 'bytes=-3' } })
    expect(await end.text()).toBe('789')
    const outside = await fetch(url, { headers: { Range: 'bytes=10-' } })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(await outside.json()).toEqual({ code: 40001, message: expect.any(String) as string })
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    const stale = await fetch(url, { headers: { Range: 'bytes=2-4', 'If-Range': '"other"' } })
    expect(stale.status).toBe(200)
  })

  it('are never served as a page', async () => {
    const url = await upload(running, 'x.html', '<script>alert(1)</script>')
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('may be empty', async () => {
    const url = await upload(running, 'x.wav', '')
    expect(await (await fetch(url)).text()).toBe('')
  })

  it('can be sent again until they are finished, and not after', async () => {
    const policy = await getPolicy(running)
    await postForm(policy.host!, formFor(policy, 'a.wav'), 'first')
    await postForm(policy.host!, formFor(policy, 'a.wav'), 'second')
    const finish = () => running.post('/api/file/v1/policy_upload_finish', { reqId: policy.reqId })
    const url = (await finish()).body.data!.url as string
    expect(await (await fetch(url)).text()).toBe('second')
    expect((await finish()).body.data!.url).toBe(url)
    const third = await postForm(policy.host!, formFor(policy, 'a.wav'), 'third')
    expect(third.body.code).toBe(40001)
    expect(await (await fetch(url)).text()).toBe('second')
  })

  it('expire, and their files go', async () => {
    const clock = createManualClock()
    await using service = await startService({ clock })
    const url = await upload(service, 'x.wav', 'x')
    expect((await fetch(url)).status).toBe(200)
    await clock.advance(24 * 3_600_000)
    const answer = await readAnswer(await fetch(url))
    expect([answer.status, answer.body.code]).toEqual([410, 41001])
  })

  it.each([
    '/files/uploads/x',
    `/files/uploads/${'a'.repeat(43)}.wav`,
    '/files/uploads/..%2F..%2Fservice.sqlite',
  ])('are not found at %s', async (path) => {
    const answer = await readAnswer(await fetch(running.base + path))
    expect([answer.status, answer.body.code]).toEqual([404, 40402])
  })
})

describe('the form', () => {
  it.each([
    ['without a key', { key: null }, 400, 40001, 'key'],
    ['without a policy', { policy: null }, 400, 40001, 'policy'],
    ['with another access id', { OSSAccessKeyId: 'x' }, 401, 40102, 'OSSAccessKeyId'],
    ['with another signature', { signature: 'eA==' }, 401, 40102, 'signature'],
    ['with a policy of its own making', { policy: 'e30=' }, 401, 40102, 'signature'],
    ['with a key outside of dir', { key: 'elsewhere/a.wav' }, 400, 40001, 'key'],
    ['with another status asked for', { success_action_status: '201' }, 400, 40001, 'success_action_status'],
  ])('%s', async (_case, changes, status, code, word) => {
    const policy = await getPolicy(running)
    const answer = await postForm(policy.host!, formFor(policy, 'a.wav', changes), 'x'.repeat(200_000))
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ code, message: expect.stringContaining(word) as string })
  })

  it('without a file', async () => {
    const policy = await getPolicy(running)
    const answer = await postForm(policy.host!, formFor(policy, 'a.wav'), null)
    expect(answer.body).toEqual({ code: 40001, message: 'file is missing.' })
  })

  it('with a file that has no name', async () => {
    const policy = await getPolicy(running)
    const form = formFor(policy, 'a.wav', { file: 'content' })
    const answer = await postForm(policy.host!, form, null)
    expect(answer.body).toEqual({ code: 40001, message: expect.stringContaining('file name') as string })
  })

  it('with the file before the fields', async () => {
    const policy = await getPolicy(running)
    const form = new FormData()
    form.append('file', new Blob(['x']), 'a.wav')
    for (const [name, value] of formFor(policy, 'a.wav')) form.append(name, value)
    const answer = await postForm(policy.host!, form, null)
    expect(answer.body.code).toBe(40001)
  })

  it('after its policy has expired', async () => {
    const clock = createManualClock()
    await using service = await startService({ clock })
    const policy = await getPolicy(service)
    await clock.advance(7 * 3_600_000)
    const answer = await postForm(policy.host!, formFor(policy, 'a.wav'), 'x')
    expect(answer.body).toEqual({ code: 40102, message: expect.stringContaining('expired') as string })
  })

  it('as JSON, or cut off', async () => {
    const { host } = await getPolicy(running)
    const asJson = await readAnswer(
      await fetch(host!, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }),
    )
    expect([asJson.status, asJson.body.code]).toEqual([415, 41501])
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const body = '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nx'
    const cutOff = await readAnswer(await fetch(host!, { method: 'POST', headers, body }))
    expect([cutOff.status, cutOff.body.code]).toEqual([400, 40001])
  })

  it('with a file larger than the limit, which leaves nothing behind', async () => {
    await using small = await startService({ maxUploadBytes: 100_000 })
    const policy = await getPolicy(small)
    const answer = await postForm(policy.host!, formFor(policy, 'a.wav'), 'x'.repeat(900_000))
    expect([answer.status, answer.body.code]).toEqual([413, 41301])
    expect(answer.body.message).toContain('100000 bytes')
    expect(await readdir(join(small.dataDir, 'files', 'incoming'))).toEqual([])
    const fits = await postForm(policy.host!, formFor(policy, 'a.wav'), 'x'.repeat(100_000))
    expect(fits.body.code).toBe(0)
  })

  it('larger than 2 GB, told by its length alone', async () => {
    const { host } = await getPolicy(running)
    const status = await new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 3_000_000_000 }
      const sent = request(host!, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.flushHeaders()
    })
    expect(status).toBe(413)
  })
})

it('leaves nothing behind of an upload that broke off', async () => {
  const policy = await getPolicy(running)
  const body = new Response(formFor(policy, 'a.wav'))
  const type = body.headers.get('content-type')!
  const boundary = type.split('boundary=')[1]!
  const fields = (await body.text()).replace(`--${boundary}--`, `--${boundary}`).trimEnd()
  const sent = request(policy.host!, { method: 'POST', headers: { 'Content-Type': type } })
  sent.on('error', () => undefined)
  sent.write(`${fields}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nthe start`)
  const incoming = join(running.dataDir, 'files', 'incoming')
  await expect.poll(() => readdir(incoming), PATIENT).toHaveLength(1)
  sent.destroy()
  await expect.poll(() => readdir(incoming), PATIENT).toHaveLength(0)
  const finish = await running.post('/api/file/v1/policy_upload_finish', { reqId: policy.reqId })
  expect(finish.body.code).toBe(40401)
})

it('keeps the key out of policies and addresses', async () => {
  const policy = await getPolicy(running)
  expect(JSON.stringify(policy)).not.toContain(API_KEY)
})
