import { afterEach, beforeEach, expect, it } from 'vitest'
import { PATHS } from '#shared/api/tasks.ts'
import { locateFfmpeg } from '../../src/platform/ffmpeg/locate-ffmpeg.ts'
import { inputArgs, probeMedia, runFfmpeg } from '../../src/platform/ffmpeg/run-ffmpeg.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { startTaskBench, type TaskBench } from '../support/core-tasks.ts'
import type { TestCore } from '../support/core.ts'
import * as fake from '../support/fake-deployment.ts'
import { toneWav } from '../support/wav.ts'

let bench: TaskBench
let core: TestCore

beforeEach(async () => {
  bench = await startTaskBench()
  // Files are removed after an hour, which a virtual clock lets pass at once.
  Object.assign(bench.ports, { clock: systemClock })
  bench.service.always(PATHS.poll, fake.finishedFile('audios', `${bench.service.address}/out`, '.wav'))
  bench.service.always('/out', fake.bytes(toneWav(700, { rate: 22_050 }), 'audio/wav'))
  core = await bench.open()
})
afterEach(() => bench.close())

it.each([
  ['wav', 'wav', 'pcm_s16le', 'audio/wav'],
  ['mp3', 'mp3', 'mp3', 'audio/mpeg'],
  ['m4a', 'mov', 'aac', 'audio/mp4'],
  ['flac', 'flac', 'flac', 'audio/flac'],
] as const)('a speech is taken away as %s', async (format, container, codec, contentType) => {
  const { id } = await core.speak('Hello.', { name: 'Chapter 1: "A/B" 2.0' })
  await core.ends(id)
  const made = await core.handlers['exports.make']({ kind: 'speech', taskId: id, format })
  expect(made.fileName).toBe(`Chapter 1_ _A_B_ 2.0.${format}`)
  const file = core.exportFile(made.exportId)!
  expect(file.contentType).toBe(contentType)
  const ffmpeg = locateFfmpeg()!
  const report = (await probeMedia(ffmpeg, file.path))!
  expect(report.container).toContain(container)
  expect(report.audioCodec).toMatch(new RegExp(`^${codec}`))
  expect(Math.abs(report.durationMs! - 700)).toBeLessThan(120)
  const { stderr } = await runFfmpeg({ ffmpeg, args: [...inputArgs(file.path), '-f', 'null', '-'] })
  expect(stderr).toContain('Chapter 1: "A/B" 2.0')
})

it('nothing is made of what is not finished', async () => {
  bench.service.always(PATHS.poll, fake.unfinished(1))
  const { id } = await core.speak('Hello.')
  await expect(core.handlers['exports.make']({ kind: 'speech', taskId: id, format: 'mp3' })).rejects.toThrow(
    'not-found',
  )
  expect(core.exportFile('no-such-file')).toBeNull()
})
