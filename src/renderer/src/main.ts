import './style.css'
import { createBrowserBridge } from './bridge/browser-bridge.ts'
import { createElectronBridge } from './bridge/electron-bridge.ts'
import { createPhonolensApp } from './create-phonolens-app.ts'

const bridge = window.phonolens ? createElectronBridge(window.phonolens) : createBrowserBridge()

createPhonolensApp(bridge).mount('#app')
