/// <reference types="vite/client" />

import type { PreloadApi } from './src/bridge/electron-bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload script of the desktop app; absent in a browser. */
    phonolens?: PreloadApi
  }
}
