import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhonolensError } from '#shared/errors.ts'
import type { TaskId } from '#shared/task.ts'
import { aTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

const segments = [
  { startMs: 0, endMs: 1_500, text: 'the harbour was built', speaker: '' },
  { startMs: 62_000, endMs: 64_000, text: 'and the pier came later', speaker: '' },
]

function aBridge(given = segments) {
  return createFakeBridge({
    tasks: [aTask()],
    transcripts: { 'task-1': { taskId: 'task-1' as TaskId, durationMs: 252_000, segments: given } },
  })
}

describe('The transcript', () => {
  let players: HTMLMediaElement[]

  beforeEach(() => {
    players = []
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      players.push(this)
      this.dispatchEvent(new Event('play'))
      return Promise.resolve()
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('pause'))
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it('shows the text with its times and is named by the recording', async () => {
    const app = await mountApp(aBridge(), '/transcripts/task-1')
    await vi.waitFor(() => expect(app.page()).toContain('and the pier came later'))
    expect([...document.querySelectorAll('ol li button')].map((time) => time.textContent?.trim())).toEqual([
      '0:00',
      '1:02',
    ])
    expect(document.title).toBe('interview.wav – Phonolens')
  })

  it('plays a segment from its own moment when it is clicked, and marks it', async () => {
    const app = await mountApp(aBridge(), '/transcripts/task-1')
    await vi.waitFor(() => app.button('Play from 1:02').click())
    await flushPromises()
    expect(players).toHaveLength(1)
    expect(players[0]?.currentTime).toBe(62)
    expect(players[0]?.src).toContain('/media/task-1')
    expect(document.querySelector('[aria-current=true]')?.textContent).toContain('and the pier came later')
    document.querySelector<HTMLElement>('ol li')?.click()
    await flushPromises()
    expect(players[0]?.currentTime).toBe(0)
  })

  it('is played, stopped and wound by keys', async () => {
    const app = await mountApp(aBridge(), '/transcripts/task-1')
    await vi.waitFor(() => app.button('Play from 1:02').click())
    await flushPromises()
    await app.press('j')
    expect(players[0]?.currentTime).toBe(52)
    await app.press('l')
    await app.press('L')
    expect(players[0]?.currentTime).toBe(72)
    await app.press('k')
    expect(app.button('Play')).toBeTruthy()
    await app.press(' ')
    expect(app.button('Pause')).toBeTruthy()
  })

  it('copies all the text', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    const app = await mountApp(aBridge(), '/transcripts/task-1')
    await vi.waitFor(() => app.button('Copy').click())
    await flushPromises()
    expect(copied).toEqual(['the harbour was built\nand the pier came later'])
    expect(app.button('Copied')).toBeTruthy()
  })

  it('says so when copying is refused', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    const app = await mountApp(aBridge(), '/transcripts/task-1')
    await vi.waitFor(() => app.button('Copy').click())
    await flushPromises()
    expect(document.querySelector('[role=alert]')?.textContent).toContain('could not be copied')
  })

  it.each(['by its button', 'by Ctrl+E'])('offers the subtitles as a file %s', async (how) => {
    const saved: { name: string; blob: Blob }[] = []
    let blob = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      blob = given as Blob
      return 'blob:1'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob })
    })
    const bridge = aBridge()
    const app = await mountApp(bridge, '/transcripts/task-1')
    await vi.waitFor(() => app.button('Export SRT'))
    if (how === 'by Ctrl+E') await app.press('e', { ctrlKey: true })
    else app.button('Export SRT').click()
    await flushPromises()
    expect(inputsOf(bridge, 'transcripts.export')).toEqual([{ taskId: 'task-1', format: 'srt' }])
    expect(saved.map((each) => each.name)).toEqual(['interview.wav.srt'])
    expect(await saved[0]?.blob.text()).toBe('1\r\n00:00:00,000 --> 00:00:01,000\r\nhello\r\n\r\n')
  })

  it('without any text says what to try', async () => {
    const app = await mountApp(aBridge([]), '/transcripts/task-1')
    await vi.waitFor(() => expect(app.page()).toContain('No speech was found in this recording'))
    expect(app.page()).toContain('may be too quiet')
    expect(() => app.button('Export SRT')).toThrow('0 buttons')
  })

  it('that cannot be opened says why and opens when tried again', async () => {
    const bridge = aBridge()
    const open = bridge.handlers['transcripts.get']
    bridge.handlers['transcripts.get'] = async () => {
      throw new PhonolensError('library-unavailable')
    }
    const app = await mountApp(bridge, '/transcripts/task-1')
    await vi.waitFor(() => expect(app.page()).toContain('The library could not be opened.'))
    bridge.handlers['transcripts.get'] = open
    app.button('Try again').click()
    await flushPromises()
    expect(app.page()).toContain('and the pier came later')
  })
})
