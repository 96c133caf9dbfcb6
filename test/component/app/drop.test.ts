import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { dropFiles } from '../drop-files.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

const sound = new File(['a'], 'talk.mp3')
const photo = new File(['b'], 'aunt.png')
const text = new File(['some words'], 'letter.txt')

function anEntry(file: File): unknown {
  return { isDirectory: false, name: file.name, file: (done: (file: File) => void) => done(file) }
}
function aFolder(name: string, inside: unknown[]): unknown {
  return {
    isDirectory: true,
    name,
    createReader() {
      const batches = [inside, []]
      return { readEntries: (done: (entries: unknown[]) => void) => done(batches.shift() ?? []) }
    },
  }
}

describe('A drop on the window', () => {
  afterEach(() => vi.useRealTimers())

  it('sorts itself and says once what went where; the open page stays', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/restore')
    await dropFiles([sound, photo, text])
    expect(inputsOf(bridge, 'tasks.transcribe')).toMatchObject([{ sources: [{ name: 'talk.mp3' }] }])
    expect(inputsOf(bridge, 'tasks.restore')).toMatchObject([{ sources: [{ name: 'aunt.png' }] }])
    expect(app.router.currentRoute.value.path).toBe('/restore')
    const notices = document.querySelector('[role=alert]')?.textContent
    expect(notices).toContain('1 recording to Transcribe, 1 photo to Restore, and 1 text to Speak.')
    await app.router.push('/speak')
    await flushPromises()
    expect(app.wrapper.get('textarea').element.value).toBe('some words')
  })

  it('says so for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await mountApp(createFakeBridge(), '/restore')
    await dropFiles([sound, photo])
    expect(document.body.textContent).toContain('went to different pages')
    await vi.advanceTimersByTimeAsync(10_100)
    expect(document.body.textContent).not.toContain('went to different pages')
  })

  it('walks folders for recordings, photos and texts, and leaves the rest', async () => {
    const bridge = createFakeBridge()
    await mountApp(bridge, '/library')
    const folder = aFolder('box', [
      anEntry(photo),
      aFolder('inner', [anEntry(sound), anEntry(new File(['x'], 'Thumbs.db'))]),
    ])
    await dropFiles([], [{ webkitGetAsEntry: () => folder }])
    await flushPromises()
    expect(bridge.imported.map((file) => file.name).sort()).toEqual(['aunt.png', 'talk.mp3'])
  })

  it.each([
    ['/restore', 'tasks.restore'],
    ['/transcribe', 'tasks.transcribe'],
    ['/library', 'tasks.transcribe'],
  ])('of something unknown on %s goes to %s', async (page, method) => {
    const bridge = createFakeBridge()
    await mountApp(bridge, page)
    await dropFiles([new File(['?'], 'mystery.bin')])
    expect(inputsOf(bridge, method)).toMatchObject([{ sources: [{ name: 'mystery.bin' }] }])
  })

  it('believes the ending before the content type', async () => {
    const bridge = createFakeBridge()
    await mountApp(bridge, '/library')
    await dropFiles([new File(['a'], 'clip.mp4', { type: 'image/png' })])
    expect(inputsOf(bridge, 'tasks.transcribe')).toHaveLength(1)
  })
})
