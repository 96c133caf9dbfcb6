import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toolStatus } from '../../../../src/main/core/tools/tool-status.ts'
import { keptLog, removeDir, tempDir } from '../../../support/core.ts'

let dir: string
beforeEach(() => {
  dir = tempDir()
})
afterEach(() => removeDir(dir))

function program(name: string, script: string): string {
  const path = join(dir, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

it('says how to get what is missing', async () => {
  const [ffmpeg, speech, voice] = await toolStatus({
    log: keptLog(),
    locateFfmpeg: () => null,
    env: { PATH: dir },
  })
  expect(ffmpeg).toMatchObject({ id: 'ffmpeg', ready: false, version: null })
  expect(ffmpeg!.howToGet).toContain('ffmpeg')
  expect(speech).toMatchObject({ id: 'speech-to-text', ready: false })
  expect(speech!.howToGet).toContain('pocketsphinx')
  expect(voice).toMatchObject({ id: 'text-to-speech', ready: false })
  expect(voice!.howToGet).toContain('flite')
})

it.skipIf(process.platform === 'win32')(
  'tells the version of what is there, and looks anew each time',
  async () => {
    const path = program('ffmpeg', 'echo "ffmpeg version 7.1-test Copyright"')
    const deps = { log: keptLog(), locateFfmpeg: () => path, env: { PATH: dir } }
    program('pocketsphinx_continuous', '')
    program('flite', '')
    program('espeak-ng', '')
    expect(await toolStatus(deps)).toEqual([
      { id: 'ffmpeg', name: 'ffmpeg', ready: true, version: '7.1-test', howToGet: null },
      { id: 'speech-to-text', name: 'PocketSphinx', ready: true, version: '0.8', howToGet: null },
      { id: 'text-to-speech', name: 'flite, eSpeak NG', ready: true, version: null, howToGet: null },
    ])
    program('pocketsphinx', '')
    program('ffmpeg', 'exit 1')
    const [ffmpeg, speech] = await toolStatus(deps)
    expect(ffmpeg).toMatchObject({ ready: false })
    expect(speech).toMatchObject({ version: '5' })
  },
)
