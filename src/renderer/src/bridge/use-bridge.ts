import { inject, type App, type InjectionKey } from 'vue'
import type { PageBridge } from './page-bridge.ts'

const BRIDGE: InjectionKey<PageBridge> = Symbol('bridge')

export function provideBridge(app: App, bridge: PageBridge): void {
  app.provide(BRIDGE, bridge)
}

/** The bridge of this page; for stores and composables. */
export function useBridge(): PageBridge {
  const bridge = inject(BRIDGE)
  if (!bridge) throw new Error('no bridge was provided to this app')
  return bridge
}
