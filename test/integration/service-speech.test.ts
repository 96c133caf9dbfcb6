import { readdir } from 'node:fs/promises'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollAnswer } from '../../src/shared/api/tasks.ts'
import { findProgram } from '../../src/platform/find-program.ts'
import { createEspeakEngine } from '../../src/service/engines/text-to-speech/espeak-engine.ts'
import { createFliteEngine } from '../../src/service/engines/text-to-speech/flite-engine.ts'
import { killedWhileSpeaking } from '../support/speaking-stand-ins.ts'
import {
  createFakeEngines,
  createFakeVoiceEngine,
  createManualClock,
  startService,
  startWebServer,
  type RunningService,
} from '../support/service.ts'

/** A machine that is busy with other tests needs longer than a second. */
const PATIENT = { timeout: 10_000 }
const TTS = '/api/async/do_tts_pro'
const flite = createFliteEngine()
const espeak = createEspeakEngine()
const here = (await flite.check()).ready && (await espeak.check()).ready

let running: RunningService
beforeAll(async () => {
  running = await startService({
    engines: { ...createFakeEngines(), textToSpeech: [createFakeVoiceEngine(), flite, espeak] },
  })
})
afterAll(() => running[Symbol.asyncDispose]())

async function audioOf(answer: Awaited<ReturnType<RunningService['speak']>>) {
  const response = await fetch(answer.body.data!.audios![0]!.audioUrl)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a text-to-speech task', () => {
  it('gives exactly the answer of the document', async () => {
    const answer = await running.speak('Hello there', 'fake-ada', 'en-US')
    expect(pollAnswer.strict().parse(answer.body)).toBeTruthy()
    expect(answer.body).toEqual({
      code: 0,
      message: 'success',
      data: {
        task: {
          taskId: expect.any(String) as string,
          status: 3,
          taskType: 'tts_pro',
          executionTime: expect.any(Number) as number,
          expire: expect.any(Number) as number,
        },
        audios: [
          {
            audioUrl: expect.stringContaining(`${running.base}/files/outputs/`) as string,
            audioType: '.wav',
          },
        ],
      },
    })
    expect(answer.body.data!.audios![0]!.audioUrl).toMatch(/\/[\w-]{43}\.wav$/)
  })

  it.skipIf(!here).each([
    ['flite-slt', 'en-US'],
    ['flite-rms', 'en'],
    ['espeak-ng-en-gb', 'en-GB'],
    ['espeak-ng-de', 'DE'],
    ['espeak-ng-cmn', 'cmn'],
    ['espeak-ng-pt-br', 'pt_br'],
  ])('is spoken by %s in %s', async (audioId, lan) => {
    const { response, bytes } = await audioOf(await running.speak('Radio, piano, taxi, 1 2 3.', audioId, lan))
    expect(response.headers.get('content-type')).toBe('audio/wav')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
    expect(bytes.length / bytes.readUInt32LE(28)).toBeGreaterThan(1)
  })

  it('gives parts of the recording, and it under the name the client knows the service by', async () => {
    const created = await running.post(TTS, { audioId: 'fake-ada', lan: 'en', text: 'hello' })
    await running.result(created.body.data!.taskId!)
    const byName = running.base.replace('127.0.0.1', 'localhost')
    const poll = await fetch(`${byName}/api/getAsyncResult`, {
      method: 'POST',
      headers: { Authorization: 'Bearer key-for-tests', 'Content-Type': 'application/json' },
      body: JSON.stringify({ taskId: created.body.data!.taskId }),
    })
    const answer = (await poll.json()) as { data: { audios: { audioUrl: string }[] } }
    const { audioUrl } = answer.data.audios[0]!
    expect(audioUrl.startsWith(byName)).toBe(true)
    const part = await fetch(audioUrl, { headers: { Range: 'bytes=44-' } })
    expect([part.status, await part.text()]).toEqual([206, 'hello'])
  })

  it('can be heard as long as its task lives, and then no more', async () => {
    const clock = createManualClock()
    await using service = await startService({ clock })
    const answer = await service.speak('hello', 'fake-ada', 'en')
    const { expire, taskId } = answer.body.data!.task!
    await clock.advance(24 * 3_600_000 - 1)
    expect((await audioOf(answer)).response.status).toBe(200)
    await clock.advance(1)
    expect(expire).toBe(clock.now())
    expect((await service.post('/api/getAsyncResult', { taskId })).body.code).toBe(41001)
    await clock.advance(3_600_000)
    expect((await audioOf(answer)).response.status).toBe(410)
    await expect
      .poll(
        async () => (await readdir(join(service.dataDir, 'files'))).filter((name) => name !== 'incoming'),
        PATIENT,
      )
      .toEqual([])
  })

  it.skipIf(!here).each([
    ['only spaces', '  \n '],
    ['only emoji', '🙂🙂'],
    ['only signs', '...'],
    ['nothing but control characters', '\u0000\u001b'],
    ['nothing in the letters of the voice', 'שלום עולם'],
  ])('fails with a reason where there is %s', async (_case, text) => {
    const answer = await running.speak(text, 'flite-slt', 'en-US')
    expect(answer.body.data?.task).toMatchObject({
      status: 4,
      errorCode: -2004,
      reason: expect.stringMatching(/in this text/) as string,
    })
    expect(answer.body.data).not.toHaveProperty('audios')
  })

  it.skipIf(!here)('speaks the longest text that is taken', async () => {
    const text = 'One two three four. '.repeat(250)
    const { bytes } = await audioOf(await running.speak(text, 'espeak-ng-en-us', 'en-US'))
    expect(bytes.length / bytes.readUInt32LE(28)).toBeGreaterThan(60)
  })

  it.skipIf(!here)('is spoken by an engine that is killed in the middle and started again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'phonolens-crash-'))
    try {
      const program = killedWhileSpeaking(folder, findProgram('espeak-ng')!, 1)
      const engine = createEspeakEngine({ find: () => program })
      const engines = { ...createFakeEngines(), textToSpeech: [engine] }
      await using service = await startService({ engines })
      const answer = await service.speak('Here again.', 'espeak-ng-en-us', 'en')
      expect(answer.body.data?.task).toMatchObject({ status: 3 })
      expect(readdirSync(folder)).toContain('killed-1')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('does not wait for a recording that is being transcribed', async () => {
    const engine = {
      ...createFakeEngines().speechToText[0]!,
      run: (_input: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    }
    await using web = await startWebServer((_request, response) => response.end('words'))
    await using service = await startService({ engines: { ...createFakeEngines(), speechToText: [engine] } })
    for (let count = 0; count < 6; count += 1) {
      await service.post('/api/async/do_stt', { audioUrl: `${web.base}/x` })
    }
    const answer = await service.speak('hello', 'fake-ada', 'en')
    expect(answer.body.data?.task?.status).toBe(3)
  })

  it('leaves nothing of its work on the disk', async () => {
    await expect.poll(() => readdir(join(running.dataDir, 'work')), PATIENT).toEqual([])
  })
})

describe('is refused', () => {
  const body = { audioId: 'fake-ada', lan: 'en-US', text: 'hello' }

  it.each([
    ['without text', { ...body, text: '' }, 400, 40001, /^text must not be empty\.$/],
    ['with a text over the limit', { ...body, text: 'x'.repeat(5_001) }, 413, 41301, /5001.*5000/],
    ['with a text far over the limit', { ...body, text: 'x'.repeat(100_000) }, 413, 41301, /100000.*5000/],
    [
      'with an unknown voice',
      { ...body, audioId: 'flite-nobody' },
      400,
      40003,
      /not known.*fake-ada.*\/voices/,
    ],
    ['with a voice that is an option', { ...body, audioId: '--help' }, 400, 40003, /not known/],
    ['in a language the voice lacks', { ...body, lan: 'de' }, 400, 40003, /Ada speaks en-US, en-GB/],
    ['in another region than the voice has', { ...body, lan: 'en-AU' }, 400, 40003, /en-US, en-GB/],
    ['in no language', { ...body, lan: '!' }, 400, 40003, /en-US, en-GB/],
  ])('%s', async (_case, sent, status, code, message) => {
    const answer = await running.post(TTS, sent)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ code, message: expect.stringMatching(message) as string })
  })

  it('where no engine is ready, with what to install', async () => {
    const textToSpeech = [createFakeVoiceEngine({ howToGet: 'Install flite: apt install flite.' })]
    await using service = await startService({ engines: { ...createFakeEngines(), textToSpeech } })
    expect(await service.post(TTS, body)).toMatchObject({
      status: 503,
      body: { code: 50301, message: 'Install flite: apt install flite.' },
    })
  })

  it('where engines are ready but none has a voice', async () => {
    const textToSpeech = [{ ...createFakeVoiceEngine(), voices: () => Promise.resolve([]) }]
    await using service = await startService({ engines: { ...createFakeEngines(), textToSpeech } })
    expect(await service.post(TTS, body)).toMatchObject({ status: 503, body: { code: 50301 } })
  })
})
