import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollAnswer } from '../../src/shared/api/tasks.ts'
import { FETCH_LIMITS } from '../../src/service/input/fetch-source.ts'
import {
  createFakeEngine,
  createFakeEngines,
  startService,
  startWebServer,
  type RunningService,
} from '../support/service.ts'

/** A machine that is busy with other tests needs longer than a second. */
const PATIENT = { timeout: 10_000 }

const HANGING = new Set<ServerResponse>()
let redirects = 0

/** One address for each way a recording can be missing. */
const PAGES: Record<string, (response: ServerResponse) => void> = {
  '/words': (response) => response.end('hello there world'),
  '/silence': (response) => response.end(' '),
  '/moved': (response) => response.writeHead(302, { Location: '/words' }).end(),
  '/loop': (response) => {
    redirects += 1
    response.writeHead(307, { Location: '/loop' }).end()
  },
  '/to-file': (response) => response.writeHead(301, { Location: 'file:///etc/passwd' }).end(),
  '/page': (response) =>
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<h1>Sign in</h1>'),
  '/empty': (response) => response.end(),
  '/broken': (response) => response.end('broken'),
  '/large': (response) => response.writeHead(200, { 'Content-Length': 3_000_000_000 }).write('x'),
  '/endless': (response) => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  },
  '/nothing': (response) => HANGING.add(response),
  '/half': (response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy())
  },
}

let running: RunningService
let web: { base: string } & AsyncDisposable
beforeAll(async () => {
  web = await startWebServer((request, response) => {
    const page = PAGES[request.url ?? '']
    if (page) page(response)
    else response.writeHead(404).end()
  })
  running = await startService({
    fetchLimits: { ...FETCH_LIMITS, maxBytes: 5_000_000, timeoutMs: 20_000, idleTimeoutMs: 1_500 },
  })
})
afterAll(async () => {
  await running[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

describe('a speech-to-text task', () => {
  it('gives exactly the answer of the document', async () => {
    const answer = await running.transcribe(`${web.base}/words`)
    expect(answer.status).toBe(200)
    expect(pollAnswer.strict().parse(answer.body)).toBeTruthy()
    const blank = { gender: '', sex: '', type: '', spk: '', pinyin: '', emotion: '', lang: 'en-US', modal: 0 }
    expect(answer.body).toEqual({
      code: 0,
      message: 'success',
      data: {
        task: {
          taskId: expect.any(String) as string,
          status: 3,
          taskType: 'do_stt',
          executionTime: expect.any(Number) as number,
          expire: expect.any(Number) as number,
        },
        sttResult: {
          data: [
            { text: 'hello', bg: 0, ed: 900, ...blank },
            { text: 'there', bg: 1_000, ed: 1_900, ...blank },
            { text: 'world', bg: 2_000, ed: 2_900, ...blank },
          ],
          tl: 3_000,
          type: '',
        },
      },
    })
  })

  it('follows redirects, and takes silence for an answer', async () => {
    expect((await running.transcribe(`${web.base}/moved`)).body.data?.sttResult?.data).toHaveLength(3)
    expect((await running.transcribe(`${web.base}/silence`)).body.data?.sttResult).toMatchObject({ data: [] })
  })

  it.each([
    ['/missing', -2001, '404'],
    ['/page', -2002, 'web page'],
    ['/empty', -2004, 'empty'],
    ['/loop', -2001, 'redirects more than 5 times'],
    ['/to-file', -2001, 'not an http'],
    ['/large', -2005, '5 MB'],
    ['/endless', -2005, '5 MB'],
    ['/nothing', -2001, 'too long'],
    ['/half', -2001, 'broke off'],
    ['/broken', -2002, 'not a recording'],
  ])('fails with a reason a person can act on: %s', async (path, errorCode, words) => {
    const answer = await running.transcribe(web.base + path)
    expect(answer.body.data?.task).toMatchObject({
      status: 4,
      errorCode,
      reason: expect.stringContaining(words) as string,
    })
    expect(answer.body.data).not.toHaveProperty('sttResult')
    expect(answer.body.data?.task?.reason).not.toMatch(/[\\/]tmp|Error:| at /)
  })

  it('asks a redirecting address no more often than it says', () => {
    expect(redirects).toBe(FETCH_LIMITS.maxRedirects + 1)
  })

  it('leaves nothing of its work on the disk', async () => {
    await expect.poll(() => readdir(join(running.dataDir, 'work')), PATIENT).toEqual([])
  })

  it('tells that it waits while it is not done', async () => {
    const created = await running.post('/api/async/do_stt', { audioUrl: `${web.base}/nothing` })
    expect(created.body).toEqual({
      code: 0,
      message: 'success',
      data: { taskId: expect.any(String) as string },
    })
    const { taskId } = created.body.data!
    const answer = await running.post('/api/getAsyncResult', { taskId })
    expect(answer.body.data).toEqual({ task: { taskId, status: 2, taskType: 'do_stt' } })
  })

  it('is made once for one Idempotency-Key', async () => {
    const create = (key: string) =>
      running.post('/api/async/do_stt', { audioUrl: `${web.base}/words` }, { 'Idempotency-Key': key })
    const [first, again, other] = [await create('one'), await create('one'), await create('two')]
    expect(again.body.data?.taskId).toBe(first.body.data?.taskId)
    expect(other.body.data?.taskId).not.toBe(first.body.data?.taskId)
    expect((await create('x'.repeat(300))).body.code).toBe(40001)
  })

  it('does not wait behind an address that does not answer', async () => {
    await using patient = await startService()
    await patient.post('/api/async/do_stt', { audioUrl: `${web.base}/nothing` })
    const answer = await patient.transcribe(`${web.base}/words`)
    expect(answer.body.data?.task?.status).toBe(3)
  })

  it('fails where the engine has gone since', async () => {
    const engine = createFakeEngine()
    let checks = 0
    const going = {
      ...engine,
      check: async () =>
        (checks += 1) === 1 ? engine.check() : { ready: false as const, howToGet: 'Install it.' },
    }
    await using service = await startService({ engines: { ...createFakeEngines(), speechToText: [going] } })
    const answer = await service.transcribe(`${web.base}/words`)
    expect(answer.body.data?.task).toMatchObject({ status: 4, errorCode: -2007, reason: 'Install it.' })
  })
})
