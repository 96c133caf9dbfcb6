import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../src/platform/find-program.ts'
import { runProcess } from '../../src/platform/run-process.ts'
import { TASK_ERROR_CODES } from '../../src/service/engines/engine.ts'
import {
  createPocketsphinxEngine,
  type PocketsphinxDeps,
} from '../../src/service/engines/speech-to-text/pocketsphinx-engine.ts'
import { crashingFirst, neverEnding, pocketsphinx5 } from '../support/pocketsphinx-stand-ins.ts'
import { composeSpeech, wordErrorRate } from '../support/speech.ts'

const FIRST = 'We left our bags in a locker and walked across the old bridge.'
const SECOND = 'When the plants have four leaves, move them to a larger pot.'

let folder: string
let spoken: string
let times: { startMs: number; endMs: number }[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phonolens-pocketsphinx-'))
  spoken = join(folder, 'spoken "words" 🎙.wav')
  const parts = [
    { text: FIRST, silenceBeforeMs: 2_000 },
    { text: SECOND, voice: 'rms' as const, silenceBeforeMs: 3_000 },
  ]
  times = await composeSpeech(spoken, parts, folder, { silenceAfterMs: 1_500 })
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function transcribe(
  audioPath: string,
  deps: PocketsphinxDeps = {},
  signal = new AbortController().signal,
) {
  const workDir = mkdtempSync(join(folder, 'work-'))
  const progress: number[] = []
  const context = { signal, workDir, onProgress: (fraction: number) => progress.push(fraction) }
  const output = await createPocketsphinxEngine(deps).run({ audioPath }, context)
  return { ...output, text: output.segments.map(({ text }) => text).join(' '), progress }
}

async function made(name: string, ...args: string[]): Promise<string> {
  const path = join(folder, name)
  await runProcess('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
  return path
}

/** Only the named programs are there, as the stand-in or the real one. */
function only(programs: Record<string, string | null>): PocketsphinxDeps {
  return { findProgram: (name) => programs[name] ?? null }
}

function toolFolder(): string {
  return mkdtempSync(join(folder, 'tools-'))
}

describe('the recogniser of this machine', () => {
  it('writes down what was said, at the time it was said', async () => {
    const { segments, text, durationMs, language, progress } = await transcribe(spoken)
    expect(wordErrorRate(`${FIRST} ${SECOND}`, text)).toBeLessThan(0.1)
    expect(segments).toHaveLength(2)
    for (const [index, segment] of segments.entries()) {
      expect(Math.abs(segment.startMs - times[index]!.startMs)).toBeLessThan(300)
      expect(Math.abs(segment.endMs - times[index]!.endMs)).toBeLessThan(300)
    }
    expect(Math.abs(durationMs - (times[1]!.endMs + 1_500))).toBeLessThan(20)
    expect(language).toBe('en-US')
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
  })

  it('writes down the same with the program that takes one cut at a time', async () => {
    const deps = only({ pocketsphinx_continuous: findProgram('pocketsphinx_continuous') })
    const { text, segments } = await transcribe(spoken, deps)
    expect(wordErrorRate(`${FIRST} ${SECOND}`, text)).toBeLessThan(0.15)
    expect(Math.abs(segments[0]!.startMs - times[0]!.startMs)).toBeLessThan(300)
  })

  it('keeps the timeline of a film whose sound begins late', async () => {
    const film = await made(
      'late.mkv',
      ...['-f', 'lavfi', '-i', 'color=size=32x32:rate=5:duration=16', '-itsoffset', '4', '-i', spoken],
    )
    const { segments } = await transcribe(film)
    expect(Math.abs(segments[0]!.startMs - times[0]!.startMs - 4_000)).toBeLessThan(300)
  })

  it.each([
    ['digital silence', 'anullsrc=r=16000:cl=mono'],
    ['a tone', 'sine=frequency=440:sample_rate=44100'],
    ['hiss', 'anoisesrc=colour=pink:sample_rate=16000:amplitude=0.1:seed=3'],
  ])('hears no words in %s', async (name, source) => {
    const { segments, durationMs } = await transcribe(
      await made(`${name}.wav`, '-f', 'lavfi', '-i', source, '-t', '4'),
    )
    expect(segments).toEqual([])
    expect(durationMs).toBe(4_000)
  })

  it('is ready, and names its version', async () => {
    const version: unknown = expect.stringContaining('0.8')
    expect(await createPocketsphinxEngine().check()).toEqual({ ready: true, version })
  })
})

describe('files that cannot be transcribed', () => {
  it.each([
    ['a text file', 'text.wav', 'these are only words\n', TASK_ERROR_CODES.notMedia, /not a recording/],
    ['an empty file', 'empty.wav', '', TASK_ERROR_CODES.empty, /empty/],
  ])('refuses %s', async (_, name, content, errorCode, message) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    await expect(transcribe(path)).rejects.toMatchObject({
      errorCode,
      message: expect.stringMatching(message) as string,
    })
  })

  it('refuses a film without sound', async () => {
    const film = await made('silent-film.mp4', '-f', 'lavfi', '-i', 'color=size=32x32:duration=1')
    await expect(transcribe(film)).rejects.toMatchObject({ errorCode: TASK_ERROR_CODES.noAudio })
  })

  it('refuses a recording of 0 seconds', async () => {
    const path = await made('zero.wav', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '0')
    await expect(transcribe(path)).rejects.toMatchObject({ errorCode: TASK_ERROR_CODES.empty })
  })

  it('refuses a recording that is gone', async () => {
    const gone = transcribe(join(folder, 'gone.wav'))
    await expect(gone).rejects.toMatchObject({ errorCode: TASK_ERROR_CODES.fetchFailed })
  })
})

describe('programs that are missing or fail', () => {
  it('says how to get what is missing', async () => {
    const without = createPocketsphinxEngine({ findProgram: () => null })
    expect(await without.check()).toMatchObject({
      ready: false,
      howToGet: expect.stringContaining('pocketsphinx') as string,
    })
    const withoutFfmpeg = createPocketsphinxEngine({ findFfmpeg: () => null })
    expect(await withoutFfmpeg.check()).toMatchObject({
      ready: false,
      howToGet: expect.stringContaining('ffmpeg') as string,
    })
    const noModel = createPocketsphinxEngine({ env: { ...process.env, POCKETSPHINX_MODEL_DIR: folder } })
    expect(await noModel.check()).toMatchObject({
      ready: false,
      howToGet: expect.stringContaining('model') as string,
    })
    const running = transcribe(spoken, { findProgram: () => null })
    await expect(running).rejects.toMatchObject({ errorCode: TASK_ERROR_CODES.noEngine })
  })

  it('works with the program of 5.x', async () => {
    const { segments } = await transcribe(spoken, only({ pocketsphinx: pocketsphinx5(toolFolder()) }))
    expect(segments.map(({ text }) => text)).toEqual(['I heard you', 'I heard you'])
    expect(Math.abs(segments[0]!.startMs - times[0]!.startMs)).toBeLessThan(300)
  })

  it('tries a group of cuts again when the program dies', async () => {
    const tools = toolFolder()
    const real = findProgram('pocketsphinx_batch')!
    const deps = only({ pocketsphinx_batch: crashingFirst(tools, 'pocketsphinx_batch', real, 1) })
    const { text } = await transcribe(spoken, { ...deps, parallel: 1 })
    expect(wordErrorRate(`${FIRST} ${SECOND}`, text)).toBeLessThan(0.1)
  })

  it('fails when it dies again, so that the worker may try later', async () => {
    const tools = toolFolder()
    const deps = only({ pocketsphinx_batch: crashingFirst(tools, 'pocketsphinx_batch', 'true', 99) })
    const failing = transcribe(spoken, deps)
    await expect(failing).rejects.toMatchObject({ errorCode: TASK_ERROR_CODES.engineFailed, retryable: true })
  })

  it('kills what it started when the task is cancelled', async () => {
    const tools = toolFolder()
    const deps = only({ pocketsphinx_batch: neverEnding(tools, 'pocketsphinx_batch') })
    const controller = new AbortController()
    const running = transcribe(spoken, deps, controller.signal)
    const ended = expect(running).rejects.toThrow('changed my mind')
    // The speaker's voice is measured first, three ways side by side.
    await expect.poll(() => pidsIn(tools).length, { timeout: 20_000 }).toBe(3)
    controller.abort(new Error('changed my mind'))
    await ended
    expect(pidsIn(tools).filter(isRunning)).toEqual([])
  })
})

function pidsIn(tools: string): number[] {
  return readdirSync(tools)
    .filter((name) => name.startsWith('pid-'))
    .map((name) => Number(name.slice('pid-'.length)))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
