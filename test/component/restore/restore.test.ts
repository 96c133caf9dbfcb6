import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ErrorInfo } from '#shared/errors.ts'
import { aPhotoTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { chooseInDialog, dropFiles } from '../drop-files.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

async function paste(files: File[]): Promise<void> {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { files } })
  window.dispatchEvent(event)
  await flushPromises()
  await flushPromises()
}

describe('The Restore page', () => {
  afterEach(() => vi.restoreAllMocks())

  it('invites when there is nothing yet, and takes many chosen photos', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/restore')
    expect(app.page()).toContain('Drop photos here')
    app.button('Choose photos').click()
    const input = await chooseInDialog([new File(['a'], 'one.jpg'), new File(['b'], 'two.png')])
    expect(input.multiple).toBe(true)
    expect(inputsOf(bridge, 'tasks.restore')).toEqual([
      { sources: [{ type: 'file', path: '/tmp/inbox/one.jpg', name: 'one.jpg' }], fit: false },
      { sources: [{ type: 'file', path: '/tmp/inbox/two.png', name: 'two.png' }], fit: false },
    ])
    expect(app.page()).toContain('Waiting for the photos before it')
  })

  it('takes dropped photos from any page', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/library')
    await dropFiles([new File(['a'], 'scan.TIFF'), new File(['b'], 'no ending', { type: 'image/png' })])
    expect(app.router.currentRoute.value.path).toBe('/restore')
    expect(bridge.imported.map((file) => file.name)).toEqual(['scan.TIFF', 'no ending'])
  })

  it('takes a photo pasted anywhere and gives it a name; other pastes are left alone', async () => {
    const bridge = createFakeBridge()
    const app = await mountApp(bridge, '/transcribe')
    await paste([new File(['text'], 'a.txt', { type: 'text/plain' })])
    expect(app.router.currentRoute.value.path).toBe('/transcribe')
    await paste([new File(['a'], 'image.png', { type: 'image/png' })])
    expect(app.router.currentRoute.value.path).toBe('/restore')
    expect(bridge.imported[0]?.name).toMatch(/^Pasted photo \d\d\.\d\d\.\d\d\.png$/)
  })

  it.each<[string, ErrorInfo]>([
    [
      'The photo has 24.2 megapixels; the limit is 16.',
      { code: 'photo-too-many-pixels', params: { width: 6_000, height: 4_032, limitMegapixels: 16 } },
    ],
    [
      'The photo has 16.004 megapixels; the limit is 16.',
      { code: 'photo-too-many-pixels', params: { width: 4_000, height: 4_001, limitMegapixels: 16 } },
    ],
    [
      'The photo is 10.000001 MB; the limit is 10 MB.',
      { code: 'photo-too-large', params: { sizeBytes: 10_000_001, limitBytes: 10_000_000 } },
    ],
  ])('says “%s” and makes the photo fit', async (words, error) => {
    const bridge = createFakeBridge({ tasks: [aPhotoTask({ stage: 'failed', photo: null, error })] })
    const app = await mountApp(bridge, '/restore')
    expect(app.page()).toContain(words)
    app.button('Make it fit').click()
    await flushPromises()
    expect(inputsOf(bridge, 'tasks.fit')).toEqual([{ taskId: 'photo-1' }])
    expect(app.page()).toContain('Waiting for the photos before it')
  })

  it('says what to do with a HEIC photo', async () => {
    const task = aPhotoTask({ stage: 'failed', photo: null, error: { code: 'photo-heic' } })
    const app = await mountApp(createFakeBridge({ tasks: [task] }), '/restore')
    expect(app.page()).toContain('Save it as JPEG first')
    app.button('Choose another photo').click()
    expect(document.querySelector<HTMLInputElement>('input[type=file]')?.accept).toContain('image/*')
  })

  it('shows the photo, before while it is worked on and after when it is done', async () => {
    const bridge = createFakeBridge({
      tasks: [
        aPhotoTask({ id: 'a', stage: 'running', hasMedia: false, createdAt: 2 }),
        aPhotoTask({ id: 'b', createdAt: 1 }),
      ],
    })
    const app = await mountApp(bridge, '/restore')
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main article img')]
    expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual(['/media/a%3Abefore', '/media/b'])
    expect(app.page()).toContain('1600 × 1200')
    pictures[1]?.dispatchEvent(new Event('error'))
    await flushPromises()
    expect(document.querySelectorAll('main article img')).toHaveLength(1)
  })

  it('saves all finished photos as one file', async () => {
    const links: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this.download)
    })
    const tasks = [
      aPhotoTask({ id: 'a', createdAt: 3 }),
      aPhotoTask({ id: 'b', createdAt: 2 }),
      aPhotoTask({ id: 'c', createdAt: 1, stage: 'running' }),
    ]
    const bridge = createFakeBridge({ tasks })
    const app = await mountApp(bridge, '/restore')
    app.button('Save all').click()
    await vi.waitFor(() => app.button('Save').click())
    await flushPromises()
    expect(inputsOf(bridge, 'exports.make')).toEqual([
      { kind: 'photos', taskIds: ['a', 'b'], format: 'jpeg', quality: 92, keepLocation: false },
    ])
    expect(links).toEqual(['photos.zip'])
  })
})
