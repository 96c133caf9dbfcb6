import { effectScope, nextTick, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import type { TaskSummary } from '#shared/task.ts'
import { useGrownRemaining } from '../../../src/renderer/src/composables/steady-remaining.ts'
import { segmentAt } from '../../../src/renderer/src/composables/segment-at.ts'
import { stageWords } from '../../../src/renderer/src/format/stage-words.ts'
import { createWords, type Translate } from '../../../src/renderer/src/i18n.ts'
import { aPhotoTask, aSpeechTask, aTask } from '../../support/a-task.ts'

const t: Translate = createWords().global.t

describe('A stage in words', () => {
  it.each<[Partial<TaskSummary>, string]>([
    [{ stage: 'draft' }, 'Waiting for the recordings before it'],
    [{ stage: 'preparing' }, 'Preparing the sound'],
    [{ stage: 'preparing', progress: { fraction: 0.5 } }, 'Preparing the sound, 50%'],
    [
      { stage: 'preparing', progress: { fraction: 0.3, unit: 'media-ms', done: 60_000, total: 252_000 } },
      'Preparing the sound, 1 min of 4 min 12 s',
    ],
    [{ stage: 'uploading' }, 'Uploading'],
    [
      { stage: 'uploading', progress: { fraction: 0.3, unit: 'bytes', done: 41e6, total: 116e6 } },
      'Uploading 41 of 116 MB',
    ],
    [{ stage: 'submitting' }, 'Handing over to the service'],
    [{ stage: 'waiting' }, 'Waiting for its turn at the service'],
    [{ stage: 'running' }, 'Transcribing. How long it takes is not known yet'],
    [{ stage: 'running', progress: { fraction: 0.62 } }, 'Transcribing, 62%'],
    [
      { stage: 'running', progress: { fraction: 0.62, remainingMs: 110_000 } },
      'Transcribing, about 2 min left',
    ],
    [
      { stage: 'preparing', progress: { fraction: null, unit: 'media-ms', done: 60_000 } },
      'Preparing the sound, 1 min so far',
    ],
    [{ stage: 'collecting' }, 'Fetching the text'],
    [
      { stage: 'collecting', progress: { fraction: 0.25, unit: 'bytes', done: 3e6, total: 12e6 } },
      'Fetching the recording to play it, 3 of 12 MB',
    ],
    [{ stage: 'done' }, '4 min 12 s, 38 segments'],
    [{ stage: 'done', segmentCount: 1 }, '4 min 12 s, 1 segment'],
    [{ stage: 'done', segmentCount: 0 }, '4 min 12 s, no speech found'],
    [{ stage: 'done', durationMs: null }, '38 segments'],
    [{ stage: 'cancelled', lastStage: 'uploading' }, 'Cancelled while uploading'],
    [{ stage: 'cancelled' }, 'Cancelled'],
  ])('is told with its numbers: %j', (given, words) => expect(stageWords(aTask(given), t)).toBe(words))

  it('says so when the time left has grown', async () => {
    const left = ref<number | undefined>(110_000)
    const scope = effectScope()
    const grown = scope.run(() => useGrownRemaining(left))
    left.value = 61_000
    await nextTick()
    expect(grown?.value).toBe(false)
    left.value = 300_000
    await nextTick()
    expect(grown?.value).toBe(true)
    const task = aTask({ stage: 'running', progress: { fraction: 0.5, remainingMs: 300_000 } })
    expect(stageWords(task, t, grown?.value)).toBe('Transcribing, longer than expected: about 5 min left')
    scope.stop()
  })
})

describe('A stage of a speech in words', () => {
  const inParts = (done: number, total: number) => {
    const { speech } = aSpeechTask()
    return { speech: speech && { ...speech, parts: { done, total } } }
  }
  it.each<[Partial<TaskSummary>, string]>([
    [{ stage: 'draft' }, 'Waiting for the texts before it'],
    [{ stage: 'preparing', progress: { fraction: 0.5 } }, 'Looking at the text'],
    [{ stage: 'running' }, 'Speaking'],
    [{ stage: 'running', progress: { fraction: 0.62 } }, 'Speaking, 62%'],
    [{ stage: 'running', progress: { fraction: 0.62, remainingMs: 110_000 } }, 'Speaking, about 2 min left'],
    [{ stage: 'running', ...inParts(1, 5) }, 'Speaking part 2 of 5'],
    [{ stage: 'running', ...inParts(5, 5) }, 'Speaking part 5 of 5'],
    [
      { stage: 'running', ...inParts(0, 5), progress: { fraction: 0, remainingMs: 110_000 } },
      'Speaking part 1 of 5, about 2 min left',
    ],
    [
      { stage: 'collecting', progress: { fraction: 0.5, unit: 'bytes', done: 1, total: 2 } },
      'Putting the speech together',
    ],
    [{ stage: 'done' }, '1 min 12 s, voice Slt'],
    [{ stage: 'cancelled', lastStage: 'running' }, 'Cancelled while the service was at it'],
  ])('of %o is “%s”', (given, words) => {
    expect(stageWords(aSpeechTask({ progress: { fraction: null }, ...given }), t)).toBe(words)
  })
})

describe('A stage of a photo in words', () => {
  it.each<[Partial<TaskSummary>, string]>([
    [{ stage: 'preparing' }, 'Looking at the photo'],
    [{ stage: 'running' }, 'Restoring'],
    [{ stage: 'running', progress: { fraction: 0.4 } }, 'Restoring, 40%'],
    [
      { stage: 'collecting', progress: { fraction: 0.5, unit: 'bytes', done: 1e6, total: 2e6 } },
      'Fetching the photo, 1 of 2 MB',
    ],
    [{ stage: 'done' }, '1600 × 1200'],
    [{ stage: 'done', photo: null }, 'Done'],
  ])('of %o is “%s”', (given, words) => expect(stageWords(aPhotoTask(given), t)).toBe(words))
})

describe('The segment at a moment', () => {
  const segments = [0, 1_000, 5_000].map((startMs) => ({
    startMs,
    endMs: startMs + 500,
    text: '',
    speaker: '',
  }))
  it.each([
    [0, 0],
    [999, 0],
    [1_000, 1],
    [4_999, 1],
    [90_000, 2],
  ])('at %d ms is number %d', (ms, index) => expect(segmentAt(segments, ms)).toBe(index))
  it('is none before the first', () => expect(segmentAt(segments.slice(1), 500)).toBe(-1))
})
