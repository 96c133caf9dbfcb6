import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RestoredPhoto, TaskId } from '#shared/task.ts'
import { aPhotoTask } from '../../support/a-task.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'
import { inputsOf, mountApp } from '../mount-app.ts'

// The element needs constructable style sheets and shadow slots, which only a real browser has: here it is a plain one.
vi.mock('img-comparison-slider', () => ({}))

function aPhoto(id: string, hasLocation = true): RestoredPhoto {
  const before = { width: 1_600, height: 1_200, format: 'jpeg', bytes: 480_000 }
  return { taskId: id as TaskId, before, after: { ...before, bytes: 600_000 }, hasLocation }
}

function aBridge(hasLocation = true) {
  return createFakeBridge({
    tasks: [
      aPhotoTask({ id: 'a', name: 'a.jpg', createdAt: 3 }),
      aPhotoTask({ id: 'b', name: 'b.jpg', createdAt: 2 }),
      aPhotoTask({ id: 'c', name: 'c.jpg', createdAt: 1, stage: 'failed', error: { code: 'disk-full' } }),
    ],
    photos: { a: aPhoto('a', hasLocation), b: aPhoto('b', hasLocation) },
  })
}

function aWheel(turn: { deltaY: number; ctrlKey: boolean }): Event {
  return Object.assign(new Event('wheel', { cancelable: true }), {
    clientX: 0,
    clientY: 0,
    metaKey: false,
    ...turn,
  })
}

function line(): string | undefined {
  return document.querySelector<HTMLInputElement>('input[aria-label="Line between before and after"]')?.value
}
function zoomShown(): string | undefined {
  return document.querySelector('output')?.textContent?.trim()
}

describe('A restored photo', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is shown before and after at one size', async () => {
    const app = await mountApp(aBridge(), '/photos/b')
    const pictures = [...document.querySelectorAll('img-comparison-slider img')]
    expect(pictures.map((picture) => [picture.getAttribute('slot'), picture.getAttribute('src')])).toEqual([
      ['first', '/media/b%3Abefore'],
      ['second', '/media/b'],
    ])
    expect(app.page()).toContain('1600 × 1200, 600 kB')
    expect(app.page()).toContain('Before')
  })

  it('is flipped by Space and by F, and the line moves by arrows', async () => {
    const app = await mountApp(aBridge(), '/photos/b')
    expect(line()).toBe('50')
    await app.press(' ')
    expect(line()).toBe('100')
    await app.press('f')
    expect(line()).toBe('0')
    await app.press('ArrowRight')
    expect(line()).toBe('2')
    await app.press('ArrowLeft')
    await app.press('ArrowLeft')
    expect(line()).toBe('0')
  })

  it('is zoomed by keys and by the wheel with Ctrl, from 10 to 400 %', async () => {
    const app = await mountApp(aBridge(), '/photos/b')
    await app.press('1')
    expect(zoomShown()).toBe('100 %')
    await app.press('+')
    expect(zoomShown()).toBe('150 %')
    for (let times = 0; times < 5; times += 1) await app.press('+')
    expect(zoomShown()).toBe('400 %')
    await app.press('-')
    expect(zoomShown()).toBe('300 %')
    for (let times = 0; times < 20; times += 1) await app.press('-')
    expect(zoomShown()).toBe('10 %')
    await app.press('1')
    const box = document.querySelector('img-comparison-slider')?.parentElement
    const wheel = aWheel({ deltaY: -100, ctrlKey: true })
    box?.dispatchEvent(wheel)
    await flushPromises()
    expect(wheel.defaultPrevented).toBe(true)
    expect(zoomShown()).toBe('122 %')
    const plain = aWheel({ deltaY: -100, ctrlKey: false })
    box?.dispatchEvent(plain)
    expect(plain.defaultPrevented).toBe(false)
  })

  it('leads to the next and the previous finished photo, and back by Esc', async () => {
    const app = await mountApp(aBridge(), '/photos/a')
    expect(app.button('Previous photo').disabled).toBe(true)
    await app.press('PageDown')
    await flushPromises()
    expect(app.router.currentRoute.value.path).toBe('/photos/b')
    expect(document.querySelector('[slot=second]')?.getAttribute('src')).toBe('/media/b')
    expect(app.button('Next photo').disabled).toBe(true)
    await app.press('PageUp')
    expect(app.router.currentRoute.value.path).toBe('/photos/a')
    await app.press('Escape')
    await flushPromises()
    expect(app.router.currentRoute.value.path).not.toContain('/photos/')
  })

  it('is saved in the format and quality chosen, without its place unless told to keep it', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const bridge = aBridge()
    const app = await mountApp(bridge, '/photos/b')
    await app.press('e', { ctrlKey: true })
    await vi.waitFor(() => expect(document.querySelector('[role=dialog] form')).not.toBeNull())
    const form = document.querySelector('[role=dialog]')
    form?.querySelector<HTMLInputElement>('input[value=webp]')?.click()
    form?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    app.button('Save').click()
    await flushPromises()
    expect(inputsOf(bridge, 'exports.make')).toEqual([
      { kind: 'photos', taskIds: ['b'], format: 'webp', quality: 92, keepLocation: true },
    ])
  })

  it('asks nothing about a place that it does not have, nor about the quality of PNG', async () => {
    const app = await mountApp(aBridge(false), '/photos/b')
    await app.press('e', { ctrlKey: true })
    await vi.waitFor(() => expect(document.querySelector('[role=dialog] form')).not.toBeNull())
    const form = document.querySelector('[role=dialog]')
    expect(form?.querySelector('input[type=checkbox]')).toBeNull()
    expect(form?.querySelector('input[type=range]')).not.toBeNull()
    form?.querySelector<HTMLInputElement>('input[value=png]')?.click()
    await flushPromises()
    expect(form?.querySelector('input[type=range]')).toBeNull()
  })

  it('that cannot be shown says so', async () => {
    const app = await mountApp(aBridge(), '/photos/b')
    document.querySelector('[slot=first]')?.dispatchEvent(new Event('error'))
    await flushPromises()
    expect(app.page()).toContain('The photo cannot be shown here.')
  })
})
