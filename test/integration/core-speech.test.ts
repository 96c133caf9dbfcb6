import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { startTaskBench, type TaskBench } from '../support/core-tasks.ts'
import type { TestCore } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'
import { toneWav } from '../support/wav.ts'

const TEXT = 'The first one is here. The second one follows.\n\nThe third one ends it.'
const OUT = '/out/part'
const WAV = toneWav(400)

let bench: TaskBench
let core: TestCore

const bodies = () =>
  bench.service.seenAt(PATHS.ttsPro).map(({ body }) => JSON.parse(body.toString()) as Record<string, string>)
const keys = () => bench.service.seenAt(PATHS.ttsPro).map(({ headers }) => headers['idempotency-key'])
const finished = () => fake.finishedFile('audios', `${bench.service.address}${OUT}`, 'WAV')

beforeEach(async () => {
  bench = await startTaskBench()
  bench.parts.deployment = { ...bench.service.deployment, textLength: 25 }
  bench.service.always(PATHS.poll, finished())
  bench.service.always(OUT, fake.bytes(WAV, 'audio/wav'))
  core = await bench.open()
})
afterEach(() => bench.close())

describe('a text', () => {
  it('longer than the service takes is spoken in parts and becomes one recording without clicks', async () => {
    const { id } = await core.speak(TEXT, { name: 'Three' })
    const done = await core.ends(id)
    expect(done).toMatchObject({
      ...{ stage: 'done', error: null, name: 'Three', kind: 'speak', source: 'text' },
      speech: { voiceId: 'v-1', language: 'en', characters: TEXT.length, parts: { done: 3, total: 3 } },
    })
    expect(bodies()).toEqual([
      { audioId: 'v-1', lan: 'en', text: 'The first one is here.' },
      { audioId: 'v-1', lan: 'en', text: 'The second one follows.' },
      { audioId: 'v-1', lan: 'en', text: 'The third one ends it.' },
    ])
    // Three parts, a pause after a sentence and one after a paragraph.
    expect(done.durationMs).toBe(3 * 400 + 250 + 500)
    const media = await core.mediaFile(id)
    const samples = new Int16Array(readFileSync(media!.path).buffer.slice(44))
    let steepest = 0
    for (let at = 1; at < samples.length; at += 1)
      steepest = Math.max(steepest, Math.abs(samples[at]! - samples[at - 1]!))
    // A sine of 220 Hz at half level climbs by 1,415 a sample at most; a click would stand out.
    expect(steepest).toBeLessThan(1_500)
    expect(readdirSync(join(bench.dataDir, 'library', id))).toEqual(['speech.wav'])
    expect(await core.handlers['speech.get']({ taskId: id })).toMatchObject({ text: TEXT, durationMs: 1_950 })
  })

  it.each(['the create call', 'the wait', 'the download'])(
    'goes on after a restart in the middle of %s, and repeats nothing that was done',
    async (where) => {
      const [path, free]: [string, fake.Reply] =
        where === 'the create call'
          ? [PATHS.ttsPro, fake.envelope({ taskId: 'svc-1' })]
          : where === 'the wait'
            ? [PATHS.poll, finished()]
            : [OUT, fake.bytes(WAV, 'audio/wav')]
      // The first is let through everywhere, and the second gets stuck.
      bench.service.script(path, free)
      bench.service.always(path, where === 'the wait' ? fake.unfinished(2) : fake.silence)
      const { id } = await core.speak(TEXT)
      await vi.waitUntil(() => bench.service.seenAt(path).length >= 2)
      await core.close()
      const before = keys()
      bench.service.always(path, free)
      core = await bench.open()
      const done = await core.ends(id)
      expect(done).toMatchObject({
        stage: 'done',
        durationMs: 1_950,
        speech: { parts: { done: 3, total: 3 } },
      })
      expect(new Set(keys()).size).toBe(3)
      if (where !== 'the create call') expect(keys().length).toBe(3)
      expect(keys().slice(0, before.length)).toEqual(before)
    },
  )

  it('that was cancelled can be begun again', async () => {
    bench.service.always(PATHS.poll, fake.unfinished(1))
    const { id } = await core.speak(TEXT)
    await vi.waitUntil(() => bench.service.seenAt(PATHS.poll).length > 0)
    expect(await core.handlers['tasks.cancel']({ taskId: id })).toMatchObject({ lastStage: 'running' })
    bench.service.always(PATHS.poll, finished())
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done', error: null })
    expect(new Set(keys()).size).toBe(3)
  })

  it.each([
    ['nothing', ''],
    ['only spaces', ' \n\t '],
    ['only emoji and marks', '👍🏽 — … !'],
    ['only control characters', '\u0000\u0007'],
  ])('of %s is not sent', async (_what, text) => {
    expect(await core.ends((await core.speak(text)).id)).toMatchObject({ error: { code: 'text-empty' } })
    expect(bodies()).toEqual([])
  })

  it.each([
    ['looks like an option', '-o /etc/passwd', '-o /etc/passwd'],
    ['is SSML', '<speak>hi</speak>', '<speak>hi</speak>'],
    ['holds control characters', 'a\u0000b\u001b[1m c', 'ab[1m c'],
    ['runs from right to left', 'שלום עולם', 'שלום עולם'],
  ])('that %s goes as it is', async (_what, text, sent) => {
    expect(await core.ends((await core.speak(text)).id)).toMatchObject({ stage: 'done' })
    expect(bodies().map((body) => body.text)).toEqual([sent])
  })
})

describe('a voice', () => {
  beforeEach(() => {
    const list = {
      voices: [{ voiceId: 'v-1', name: 'Ada', gender: 'F', languages: ['de', 'fr'] }, 'nonsense'],
    }
    bench.service.always('/voices', { text: JSON.stringify(list) })
    bench.service.always(PATHS.ttsPro, fake.envelope(null, 40_003, 'no such thing', 400))
  })

  it('that lacks the language, and one that is not known, are told apart by the list', async () => {
    expect(await core.ends((await core.speak('Hello')).id)).toMatchObject({
      error: {
        code: 'voice-lacks-language',
        params: { voice: 'Ada', language: 'en', languages: 'de, fr' },
        detail: 'no such thing',
      },
    })
    expect(await core.ends((await core.speak('Hello', { voiceId: 'v-9' })).id)).toMatchObject({
      error: { code: 'voice-unknown', detail: 'no such thing' },
    })
  })

  it('is listed with those added here, favourites first', async () => {
    const ben = { voiceId: 'b', name: 'Ben', gender: 'male', languages: ['en'] } as const
    await core.handlers['voices.add']({ ...ben, languages: ['en'] })
    const csv = { format: 'csv', text: 'voiceId,name,languages\nb,Benny,en\nc,Cyd,es\n' } as const
    expect(await core.handlers['voices.import'](csv)).toEqual({ added: 1, updated: 1, refused: [] })
    await core.handlers['voices.favour']({ voiceId: 'c', favourite: true })
    core = await bench.open()
    const voices = await core.handlers['voices.list'](undefined)
    expect(voices.map(({ name, origin, favourite }) => [name, origin, favourite])).toEqual([
      ['Cyd', 'added', true],
      ['Benny', 'added', false],
      ['Ada', 'deployment', false],
    ])
    await core.handlers['voices.remove']({ voiceId: 'b' })
    expect((await core.handlers['voices.list'](undefined)).length).toBe(2)
    expect(core.events.filter(({ name }) => name === 'voices.changed').length).toBe(1)
  })

  it('list that is only a page leaves those added here', async () => {
    bench.service.always('/voices', { text: '<!doctype html>' })
    expect(await core.handlers['voices.list'](undefined)).toEqual([])
  })
})

describe('a sound that the service made', () => {
  it('is fetched again where the connection broke, and asked for anew where its address is gone', async () => {
    bench.service.script(OUT, fake.brokenOff(WAV), { status: 403, text: 'expired' })
    expect(await core.ends((await core.speak('Hello.')).id)).toMatchObject({ stage: 'done', durationMs: 400 })
    expect(bench.service.seenAt(OUT).length).toBe(3)
    expect(bench.service.seenAt(PATHS.poll).length).toBe(2)
    expect(keys().length).toBe(1)
  })

  it.each([
    ['a page', fake.bytes(Buffer.from('<!doctype html>'), 'text/html')],
    ['a text', fake.bytes(Buffer.from('no sound'), 'audio/wav')],
    ['a header alone', fake.bytes(WAV.subarray(0, 44), 'audio/wav')],
  ])('is refused where it is %s, and made anew when tried again', async (_what, reply) => {
    bench.service.always(OUT, reply)
    const { id } = await core.speak('Hello.')
    expect(await core.ends(id)).toMatchObject({ stage: 'failed', error: { code: 'output-broken' } })
    bench.service.always(OUT, fake.bytes(WAV, 'audio/wav'))
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(new Set(keys()).size).toBe(2)
  })

  it('is not asked for twice of a deployment that bills, when a call broke off', async () => {
    bench.parts.deployment = { ...bench.parts.deployment!, billsForWork: true }
    core = await bench.open()
    bench.service.script(PATHS.ttsPro, fake.dropConnection)
    const { id } = await core.speak('Hello.')
    expect(await core.ends(id)).toMatchObject({
      stage: 'needs-answer',
      error: { code: 'submission-unknown' },
    })
    await core.handlers['tasks.retry']({ taskId: id })
    expect(await core.ends(id)).toMatchObject({ stage: 'done' })
    expect(existsSync((await core.mediaFile(id))!.path)).toBe(true)
  })
})
