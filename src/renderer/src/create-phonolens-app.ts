import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp, type App } from 'vue'
import AppRoot from './App.vue'
import type { PageBridge } from './bridge/page-bridge.ts'
import { provideBridge } from './bridge/use-bridge.ts'
import { createWords } from './i18n.ts'
import { createPages } from './router.ts'

/** Puts the pages together on a bridge; mounting is the caller's. */
export function createPhonolensApp(bridge: PageBridge): App {
  const app = createApp(AppRoot)
  provideBridge(app, bridge)
  app.use(createPinia())
  app.use(createWords())
  app.use(createPages())
  app.use(ui)
  return app
}
