import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeWav } from '../../src/main/core/speech/take-part.ts'
import { corePorts, openCore, removeDir, tempDir, type TestCore } from '../support/core.ts'

let dataDir: string
let core: TestCore

beforeEach(async () => {
  dataDir = tempDir()
  core = await openCore(corePorts(join(dataDir, 'data')))
})
afterEach(async () => {
  await core.close()
  removeDir(dataDir)
})

describe('the core with the built-in service', () => {
  it('speaks a text with a listed voice, and what was said can be transcribed', async () => {
    const voices = await core.handlers['voices.list'](undefined)
    const voice = voices.find(({ voiceId }) => voiceId === 'flite-slt')!
    expect(voice).toMatchObject({ origin: 'deployment', favourite: false, hasSample: true })
    const { id } = await core.handlers['tasks.speak']({
      text: 'The ship sails in the morning.\n\nThe winter was cold and long.',
      voiceId: voice.voiceId,
      language: voice.languages[0]!,
    })
    const done = await core.ends(id)
    expect(done).toMatchObject({
      stage: 'done',
      error: null,
      name: 'The ship sails in the morning. The winter was cold and long.',
      hasMedia: true,
      speech: { voiceName: voice.name, parts: { done: 1, total: 1 } },
    })
    const media = await core.mediaFile(id)
    expect(media?.contentType).toBe('audio/wav')
    const { durationMs } = await describeWav(media!.path)
    expect(durationMs).toBeGreaterThan(2_500)
    expect(Math.abs(durationMs - done.durationMs!)).toBeLessThan(2)

    const heard = await core.start({ type: 'file', path: media!.path, name: 'spoken.wav' })
    await core.ends(heard.id)
    const { segments } = await core.handlers['transcripts.get']({ taskId: heard.id })
    const words = segments.map(({ text }) => text.toLowerCase()).join(' ')
    for (const word of ['ship', 'morning', 'winter', 'cold']) expect(words).toContain(word)

    const sample = await core.mediaFile(`voice:${voice.voiceId}`)
    expect(sample?.contentType).toMatch(/^audio\//)
  })

  it('restores a photo', async () => {
    const path = join(dataDir, 'a photo.jpg')
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: '#888', noise } })
    writeFileSync(
      path,
      await picture.blur(2).withMetadata({ orientation: 6 }).jpeg({ quality: 40 }).toBuffer(),
    )
    const source = { type: 'file', path, name: 'a photo.jpg' } as const
    const [task] = await core.handlers['tasks.restore']({ sources: [source], fit: false })
    const done = await core.ends(task!.id)
    expect(done).toMatchObject({
      stage: 'done',
      error: null,
      photo: { width: 200, height: 320, format: 'jpeg' },
    })
    expect(await core.handlers['photos.get']({ taskId: done.id })).toMatchObject({
      after: { width: 200, height: 320 },
      hasLocation: false,
    })
    expect((await core.mediaFile(`${done.id}:before`))?.contentType).toBe('image/jpeg')
    expect((await core.mediaFile(done.id))?.contentType).toMatch(/^image\//)
    const made = await core.handlers['exports.make']({
      ...{ kind: 'photos', taskIds: [done.id], format: 'png', quality: 90, keepLocation: false },
    })
    expect(made.fileName).toBe('a photo restored.png')
    expect(core.exportFile(made.exportId)).toMatchObject({ contentType: 'image/png' })
  })
})
