import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLibrary, type Library } from '../../../../src/main/core/library/library.ts'
import type { TaskRow } from '../../../../src/main/core/library/task-row.ts'
import { newTask } from '../../../../src/main/core/tasks/new-task.ts'
import { createPoller } from '../../../../src/main/core/tasks/poller.ts'
import { STAGES } from '../../../../src/main/core/tasks/stages/index.ts'
import type { Stage } from '../../../../src/main/core/tasks/stages/stage.ts'
import { createProgressBoard } from '../../../../src/main/core/tasks/summary.ts'
import { createTaskRunner, type TaskRunner } from '../../../../src/main/core/tasks/task-runner.ts'
import { systemRandom } from '../../../../src/platform/random.ts'
import { keptLog, removeDir, tempDir } from '../../../support/core.ts'
import { createVirtualClock } from '../../../support/virtual-clock.ts'

let dataDir: string
let library: Library
let told: TaskRow[]
const clock = createVirtualClock()
const log = keptLog()

/** A runner whose first stage is the test's own. */
function runnerWith(draft: Stage, changes: Partial<Library> = {}): TaskRunner {
  return createTaskRunner({
    dataDir,
    samplePath: '',
    clock,
    log,
    random: systemRandom,
    library: { ...library, ...changes },
    poller: createPoller({ clock, log, random: systemRandom }),
    progress: createProgressBoard(clock),
    parallelTasks: 1,
    locateFfmpeg: () => null,
    prepareAudio: () => Promise.reject(new Error('not asked for')),
    fetchRecording: () => Promise.reject(new Error('not asked for')),
    voices: { nameOf: () => null, find: async () => null },
    connect: () => {
      throw new Error('not asked for')
    },
    onChange: (row) => told.push(row),
    stages: { ...STAGES, transcribe: { ...STAGES.transcribe, draft } },
  })
}

function addTask(id = 't1'): TaskRow {
  const row = newTask(
    'transcribe',
    { type: 'sample' },
    { id, now: clock.now(), deployment: 'fake', mayOpenPath: () => true },
  )
  library.add(row)
  return row
}

beforeEach(() => {
  dataDir = tempDir()
  library = openLibrary(dataDir, clock)
  told = []
})
afterEach(() => {
  library.close()
  removeDir(dataDir)
})

describe('the runner', () => {
  it('tells of a failure that could not even be written, and is done with the task', async () => {
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
    const runner = runnerWith(async () => ({ next: 'preparing' }), {
      update: () => {
        throw full
      },
    })
    runner.enqueue(addTask())
    await expect.poll(() => runner.has('t1')).toBe(false)
    expect(told.at(-1)).toMatchObject({ stage: 'failed', lastStage: 'draft', error: { code: 'disk-full' } })
    expect(library.get('t1').stage).toBe('draft')
  })

  it('is not closed before what is under way has really ended', async () => {
    const steps: string[] = []
    let begun: () => void
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const runner = runnerWith(async ({ signal }) => {
      begun()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await clock.sleep(1_000)
      steps.push('ended')
      return { next: 'done' }
    })
    runner.enqueue(addTask())
    await hasBegun
    await runner.close()
    steps.push('closed')
    expect(steps).toEqual(['ended', 'closed'])
    expect(library.get('t1').stage).toBe('draft')
  })

  it('takes what the service has already before what has not begun', async () => {
    const order: string[] = []
    const runner = runnerWith(async ({ row }) => {
      order.push(row.id)
      return { next: 'done' }
    })
    for (const id of ['first', 'second']) runner.enqueue(addTask(id))
    addTask('third')
    runner.enqueue(library.update('third', { serviceTaskId: 'svc' }))
    await expect.poll(() => order.length).toBe(3)
    expect(order).toEqual(['first', 'third', 'second'])
  })

  it('tells how far a stage is, but not more often than a page can show', async () => {
    const runner = runnerWith(async ({ report }) => {
      for (let done = 0; done < 1_000; done += 1) report({ fraction: done / 1_000 })
      report({ fraction: 1 })
      return { next: 'done' }
    })
    runner.enqueue(addTask())
    await expect.poll(() => told.at(-1)?.stage).toBe('done')
    expect(told.filter((row) => row.stage === 'draft').length).toBe(2)
  })
})
