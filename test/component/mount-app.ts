import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { createMemoryHistory, type Router } from 'vue-router'
import { onTestFinished } from 'vitest'
import App from '../../src/renderer/src/App.vue'
import { provideBridge } from '../../src/renderer/src/bridge/use-bridge.ts'
import { createWords } from '../../src/renderer/src/i18n.ts'
import { createPages } from '../../src/renderer/src/router.ts'
import type { FakeBridge } from '../support/fake-bridge.ts'

export interface MountedApp {
  wrapper: VueWrapper
  router: Router
  /** Text of the page itself, without the rail. */
  page(): string
  /** The button with exactly this accessible name. */
  button(name: string): HTMLButtonElement
  press(key: string, init?: KeyboardEventInit): Promise<void>
}

/** The whole app at an address, on a fake bridge; unmounted when the test is over. */
export async function mountApp(bridge: FakeBridge, path = '/transcribe'): Promise<MountedApp> {
  const router = createPages(createMemoryHistory())
  await router.push(path)
  const wrapper = mount(App, {
    attachTo: document.body,
    global: {
      plugins: [createPinia(), createWords(), router, { install: (app) => provideBridge(app, bridge) }],
      // The waveform draws on a canvas, which only a real browser has; icons not in the build are asked of a server.
      stubs: { PlayerWaveform: true, UIcon: true },
    },
  })
  onTestFinished(() => {
    wrapper.unmount()
    document.body.innerHTML = ''
    localStorage.clear()
  })
  await flushPromises()
  return {
    wrapper,
    router,
    page: () => (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    button(name) {
      const found = [...document.querySelectorAll('button')].filter(
        (each) => (each.getAttribute('aria-label') ?? each.textContent?.trim()) === name,
      )
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} buttons are called “${name}”`)
      return found[0]
    },
    async press(key, init = {}) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
      await flushPromises()
    },
  }
}

/** What a call with this name was given, in order. */
export function inputsOf(bridge: FakeBridge, name: string): unknown[] {
  return bridge.calls.filter((call) => call.name === name).map((call) => call.input)
}
