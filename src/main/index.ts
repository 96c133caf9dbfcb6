import { join, resolve } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, session } from 'electron'
import { isPhonolensError } from '#shared/errors.ts'
import { appDataDir } from '../platform/app-data-dir.ts'
import { createCore, type Core } from './core/create-core.ts'
import { forwardEvents, serveCalls } from './electron/ipc-host.ts'
import { launchServiceProcess } from './electron/launch-service.ts'
import { menuTemplate } from './electron/menu.ts'
import { MEDIA_BASE, PAGES_ORIGIN, SCHEMES, serveProtocols } from './electron/protocols.ts'
import { confineWindow, restrictPermissions, windowOptions } from './electron/window.ts'
import { commonPorts } from './host/common-ports.ts'
import { removeIncoming } from './host/incoming-files.ts'
import { createHostLog, reportUnexpected } from './host/host-log.ts'

/** This file is built to out/main/index.js. */
const outDir = join(import.meta.dirname, '..')
const resourcesDir = app.isPackaged
  ? join(process.resourcesPath, 'resources')
  : join(outDir, '..', 'resources')

/** `--data DIR`; Chromium's own switches stand beside it, so nothing else is looked at. */
function dataDirFrom(argv: readonly string[]): string {
  const index = argv.indexOf('--data')
  const joined = argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length)
  const given = joined ?? (index >= 0 ? argv[index + 1] : undefined)
  return given ? resolve(given) : appDataDir('phonolens')
}

function openWindow(): BrowserWindow {
  const window = new BrowserWindow(
    windowOptions(join(outDir, 'preload', 'index.cjs'), nativeTheme.shouldUseDarkColors),
  )
  confineWindow(window, PAGES_ORIGIN)
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${PAGES_ORIGIN}/index.html`)
  return window
}

function wordsOf(error: unknown): string {
  if (isPhonolensError(error)) return error.info.detail ?? error.message
  return error instanceof Error ? error.message : String(error)
}

function focusWindow(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Puts the core to rest before the app goes, so that the service and its children go with it. */
function closeBeforeQuit(core: Core): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    void core.close().finally(() => {
      closed = true
      app.quit()
    })
  })
}

async function start(dataDir: string): Promise<void> {
  const log = createHostLog(dataDir)
  await app.whenReady()
  const core = await createCore({
    ...commonPorts(dataDir, resourcesDir, log),
    app: {
      version: app.getVersion(),
      host: 'electron',
      platform: process.platform,
      capabilities: { readsFilesInPlace: true },
      mediaBase: MEDIA_BASE,
    },
    launchService: (options) => launchServiceProcess(join(outDir, 'main', 'service.js'), options),
    // In the desktop app the person's own drop or choice is what gives the page a path.
    mayOpenPath: () => true,
    releasePath: (path) => void removeIncoming(join(dataDir, 'incoming'), path),
  })
  closeBeforeQuit(core)
  restrictPermissions(session.defaultSession)
  const { mediaFile, exportFile } = core
  const pagesDir = join(outDir, 'renderer')
  serveProtocols(protocol, { pagesDir, incomingDir: join(dataDir, 'incoming'), mediaFile, exportFile })
  serveCalls(ipcMain, { handlers: core.handlers, reportUnexpected: reportUnexpected(log) }, PAGES_ORIGIN)
  forwardEvents(core.onEvent, () => BrowserWindow.getAllWindows().map((window) => window.webContents))
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)))
  openWindow()
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
}

app.enableSandbox()
protocol.registerSchemesAsPrivileged(SCHEMES)
const dataDir = dataDirFrom(process.argv)
// Chromium's own files (cache, cookies) go below the same folder, so that `--data` holds everything.
app.setPath('userData', join(dataDir, 'window'))

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', focusWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  start(dataDir).catch((error: unknown) => {
    dialog.showErrorBox('Phonolens could not start', wordsOf(error))
    app.exit(1)
  })
} else {
  app.quit()
}
