import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPhonolensError, type ErrorInfo } from '#shared/errors.ts'
import type { TaskProgress } from '#shared/task.ts'
import { parseLoudness } from '../../src/main/core/media/loudness.ts'
import { prepareAudio, type PrepareAudioOptions } from '../../src/main/core/media/prepare-audio.ts'
import { locateFfmpeg } from '../../src/platform/ffmpeg/locate-ffmpeg.ts'
import { removeDir, SAMPLE, tempDir } from '../support/core.ts'

const program = locateFfmpeg()!
let dir: string
let target: string

function make(name: string, ...args: string[]): string {
  const path = join(dir, name)
  execFileSync(program, ['-v', 'error', '-y', ...args, path])
  return path
}

function prepare(sourcePath: string, changes: Partial<PrepareAudioOptions> = {}) {
  return prepareAudio({
    ffmpeg: program,
    sourcePath,
    name: 'a recording',
    targetPath: target,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changes,
  })
}

async function refusal(sourcePath: string, changes: Partial<PrepareAudioOptions> = {}): Promise<ErrorInfo> {
  const error: unknown = await prepare(sourcePath, changes).catch((reason: unknown) => reason)
  if (!isPhonolensError(error)) throw new Error('expected a PhonolensError', { cause: error })
  expect(existsSync(target)).toBe(false)
  return error.info
}

/** Samples of the 16 bit WAV file that was made. */
function samples(): Int16Array {
  const bytes = readFileSync(target)
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length))
}

function loudness() {
  const { stderr } = spawnSync(program, ['-i', target, '-af', 'ebur128=peak=true', '-f', 'null', '-'], {
    encoding: 'utf8',
  })
  return parseLoudness(stderr)!
}

/** A second of silence, then sound: where the sound begins can be looked for. */
const ONSET = 'aevalsrc=if(gte(t\\,1)\\,0.3*sin(880*2*PI*t)\\,0):s=44100:d=3'

beforeAll(() => {
  dir = tempDir()
  target = join(dir, 'out', 'audio.wav')
})
afterAll(() => removeDir(dir))

describe('what is made of a recording', () => {
  it('has the exact length and every sound in its place', async () => {
    const path = make('onset 44100 stereo.wav', '-f', 'lavfi', '-i', ONSET, '-ac', '2')
    const { durationMs, playableAs } = await prepare(path)
    expect(durationMs).toBe(3_000)
    expect(playableAs).toBe('audio/wav')
    expect(samples().length).toBe(48_000)
    const onset = samples().findIndex((sample) => Math.abs(sample) > 1_000)
    expect(Math.abs(onset - 16_000)).toBeLessThan(32)
    rmSync(target)
  })

  it('keeps the time at which the sound of a film starts', async () => {
    const film = [
      '-f',
      'lavfi',
      '-i',
      'color=s=64x64:r=10:d=4',
      '-itsoffset',
      '1.5',
      '-f',
      'lavfi',
      '-i',
      'sine=f=440:d=2',
    ]
    const path = make('late.mp4', ...film, '-c:v', 'libx264', '-c:a', 'aac')
    expect((await prepare(path)).playableAs).toBe('video/mp4')
    const onset = samples().findIndex((sample) => Math.abs(sample) > 1_000)
    expect(Math.abs(onset / 16 - 1_500)).toBeLessThan(30)
    rmSync(target)
  })

  it('brings speech to the target without a peak over the ceiling, in two halves of progress', async () => {
    const quiet = make('quiet.flac', '-i', SAMPLE, '-af', 'volume=-20dB')
    const reports: TaskProgress[] = []
    await prepare(quiet, { onProgress: (progress) => reports.push(progress) })
    const { integratedLufs, truePeakDbtp } = loudness()
    expect(truePeakDbtp).toBeLessThanOrEqual(-1.3)
    expect(Math.abs(integratedLufs - -16) < 0.6 || Math.abs(truePeakDbtp - -1.5) < 0.3).toBe(true)
    const fractions = reports.map((report) => report.fraction ?? -1)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(fractions.at(-1)).toBeCloseTo(1, 1)
    rmSync(target)
  })

  it('leaves silence alone', async () => {
    await prepare(make('silence.wav', '-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '1'))
    expect(samples().every((sample) => sample === 0)).toBe(true)
    expect(samples().length).toBe(16_000)
    rmSync(target)
  })

  it('does not mind the name of the file, nor a format that no page plays', async () => {
    const name = `${'a "quoted" ‘name’ 🎙️ %d '.repeat(8).slice(0, 150)}.aiff`
    const path = make('plain.aiff', '-f', 'lavfi', '-i', 'sine=d=0.5')
    copyFileSync(path, join(dir, name))
    expect(await prepare(join(dir, name))).toEqual({ durationMs: 500, playableAs: null })
    rmSync(target)
  })
})

describe('what cannot be prepared', () => {
  it('a file that is not there, is empty, or is a folder', async () => {
    writeFileSync(join(dir, 'empty.wav'), '')
    mkdirSync(join(dir, 'folder.wav'))
    expect(await refusal(join(dir, 'gone.wav'))).toMatchObject({
      code: 'file-missing',
      params: { name: 'a recording' },
    })
    expect(await refusal(join(dir, 'empty.wav'))).toMatchObject({ code: 'file-empty' })
    expect(await refusal(join(dir, 'folder.wav'))).toMatchObject({ code: 'file-unreadable' })
  })

  it('a file that is something else than its name says', async () => {
    const write = (name: string, bytes: string | Buffer): string => {
      writeFileSync(join(dir, name), bytes)
      return join(dir, name)
    }
    const text = write('notes.wav', 'Just some notes, hardly a recording.\n'.repeat(50))
    const page = write('page.mp3', '<!doctype html><title>Sign in</title>')
    const list = write('list.mp3', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n')
    const pdf = write('paper.m4a', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500, 7)]))
    const noise = write(
      'noise.wav',
      Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919 + (i >> 3) * 31) % 256)),
    )
    const picture = make('picture.png', '-f', 'lavfi', '-i', 'color=s=32x32:d=1', '-frames:v', '1')
    expect(await refusal(text)).toMatchObject({ code: 'file-not-media', params: { actual: 'text' } })
    expect(await refusal(page)).toMatchObject({ code: 'file-not-media', params: { actual: 'web page' } })
    expect(await refusal(list)).toMatchObject({ code: 'file-not-media' })
    expect(await refusal(pdf)).toMatchObject({ code: 'file-not-media', params: { actual: 'PDF' } })
    expect(await refusal(noise)).toMatchObject({ code: 'file-not-media', params: { actual: 'unknown data' } })
    expect(await refusal(picture)).toMatchObject({ code: 'file-not-media', params: { actual: 'PNG' } })
  })

  it('a film without sound, and a recording without a length', async () => {
    const film = make('mute.mp4', '-f', 'lavfi', '-i', 'color=s=64x64:r=10:d=1', '-c:v', 'libx264')
    const nothing = make('nothing.wav', '-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '0')
    expect(await refusal(film)).toMatchObject({ code: 'file-no-audio' })
    expect(await refusal(nothing)).toMatchObject({ code: 'file-no-duration' })
  })

  it('a file that disappears while it is read', async () => {
    const path = make('short-lived.wav', '-f', 'lavfi', '-i', 'sine=d=5')
    expect(await refusal(path, { onProgress: () => rmSync(path, { force: true }) })).toMatchObject({
      code: 'file-missing',
    })
  })

  it('anything without ffmpeg', async () => {
    expect(await refusal(SAMPLE, { ffmpeg: null })).toMatchObject({ code: 'ffmpeg-missing' })
    expect(await refusal(SAMPLE, { ffmpeg: join(dir, 'no-such-program') })).toMatchObject({
      code: 'ffmpeg-missing',
    })
  })

  it.runIf(process.platform === 'linux')('anything onto a full disk', async () => {
    mkdirSync(join(dir, 'out'), { recursive: true })
    symlinkSync('/dev/full', `${target}.unfinished.wav`)
    expect(await refusal(SAMPLE)).toMatchObject({ code: 'disk-full' })
  })

  it('what was cancelled: nothing is left of it', async () => {
    const path = make('long.wav', '-f', 'lavfi', '-i', 'anoisesrc=r=16000:a=0.1', '-t', '600')
    const cancel = new AbortController()
    const info = await refusal(path, { signal: cancel.signal, onProgress: () => cancel.abort() })
    expect(info.code).toBe('cancelled')
    expect(readdirSync(join(dir, 'out'))).toEqual([])
  })
})
