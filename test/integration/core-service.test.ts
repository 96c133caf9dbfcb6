import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'subtitle'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceChild } from '../../src/main/core/ports.ts'
import { corePorts, keptLog, openCore, removeDir, tempDir, type TestCore } from '../support/core.ts'

let dataDir: string
let core: TestCore

beforeEach(() => {
  dataDir = tempDir()
})
afterEach(async () => {
  await core.close()
  removeDir(dataDir)
})

describe('the core with the built-in service', () => {
  it('takes the sample from the file to subtitles', async () => {
    const log = keptLog()
    core = await openCore(corePorts(dataDir, { log }))
    expect(await core.handlers['service.state'](undefined)).toMatchObject({ status: 'stopped' })
    const { id } = await core.start({ type: 'sample' })
    const done = await core.ends(id)
    expect(done).toMatchObject({ stage: 'done', error: null, hasMedia: true })

    const { segments, durationMs } = await core.handlers['transcripts.get']({ taskId: id })
    expect(segments.length).toBe(done.segmentCount)
    expect(segments.length).toBeGreaterThan(0)
    expect(segments.at(-1)!.endMs).toBeLessThanOrEqual(durationMs)

    const srt = await core.handlers['transcripts.export']({ taskId: id, format: 'srt' })
    expect(srt.fileName).toBe('Sample recording.srt')
    const cues = parseSync(srt.text).flatMap((node) => (node.type === 'cue' ? [node.data] : []))
    expect(cues.map((cue) => cue.text)).toEqual(segments.map((segment) => segment.text))
    expect(cues.map((cue) => cue.start)).toEqual(segments.map((segment) => segment.startMs))

    const media = await core.mediaFile(id)
    expect(media?.contentType).toBe('audio/flac')
    expect(existsSync(media!.path)).toBe(true)

    const stages = core.events.flatMap(({ name, payload }) =>
      name === 'tasks.changed' && payload && 'stage' in payload ? [payload.stage] : [],
    )
    const order = stages.filter((stage, index) => stage !== stages[index - 1])
    expect(order.filter((stage) => stage !== 'running')).toEqual([
      'draft',
      'preparing',
      'uploading',
      'submitting',
      'waiting',
      'collecting',
      'done',
    ])
    expect(await core.handlers['service.state'](undefined)).toMatchObject({ status: 'ready' })

    const keyPath = join(dataDir, 'service.key')
    expect(statSync(keyPath).mode & 0o777).toBe(0o600)
    const key = readFileSync(keyPath, 'utf8').trim()
    expect(log.lines.filter((line) => line.includes(key) || line.includes('/files/uploads/'))).toEqual([])
  })
  it('goes on with a task when the service ends while it works', async () => {
    const ports = corePorts(dataDir)
    const services: ServiceChild[] = []
    core = await openCore({
      ...ports,
      launchService: (options) => {
        services.push(ports.launchService(options))
        return services.at(-1)!
      },
    })
    const { id } = await core.start({ type: 'sample' })
    await core.reaches(id, 'running')
    services[0]!.kill()
    expect(await core.ends(id)).toMatchObject({ stage: 'done', error: null })
    expect(services.length).toBe(2)
    const states = core.events.flatMap(({ name, payload }) =>
      name === 'service.changed' && payload && 'status' in payload ? [payload.status] : [],
    )
    expect(states).toEqual(['starting', 'ready', 'starting', 'starting', 'ready'])
  })
})
