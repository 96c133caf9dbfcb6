import { shell, type BrowserWindow, type BrowserWindowConstructorOptions, type Session } from 'electron'

/** What a window of ours is allowed and how large it is; look.md, "Frame". */
export function windowOptions(preload: string, dark: boolean): BrowserWindowConstructorOptions {
  return {
    title: 'Phonolens',
    width: 1180,
    height: 760,
    minWidth: 880,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    // The colour of the empty page, so that the window does not flash while the page loads.
    backgroundColor: dark ? '#18181b' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  }
}

/** Keeps a window on our own pages: no navigation away, no new window, no embedded page. */
export function confineWindow(window: BrowserWindow, pagesOrigin: string): void {
  const contents = window.webContents
  const stay = (event: { preventDefault(): void }, url: string): void => {
    if (!url.startsWith(`${pagesOrigin}/`)) event.preventDefault()
  }
  contents.on('will-navigate', (event) => stay(event, event.url))
  contents.on('will-redirect', (event) => stay(event, event.url))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    // A link to a page of the web belongs in the person's browser.
    if (url.startsWith('https://')) void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/** What the pages may ask of the system. Everything else (camera, location …) is refused without a question. */
const GRANTED = new Set(['clipboard-sanitized-write', 'fullscreen', 'notifications'])

export function restrictPermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>,
) {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(GRANTED.has(permission)))
  session.setPermissionCheckHandler((_contents, permission) => GRANTED.has(permission))
}
