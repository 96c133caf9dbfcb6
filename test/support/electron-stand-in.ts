import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'

/**
 * Stands in for the `electron` module, so that the built main and preload bundles can be run where Electron's binary
 * cannot be had. It keeps what it was asked for, so that a test can look at it, and connects the two sides: what the
 * preload invokes, the main process answers.
 */
type Handler = (event: unknown, ...args: unknown[]) => unknown
type ProtocolHandler = (request: Request) => Promise<Response>

export const record = {
  windows: [] as BrowserWindow[],
  schemes: [] as unknown[],
  protocols: new Map<string, ProtocolHandler>(),
  exposed: {} as Record<string, Record<string, (...args: never[]) => unknown>>,
  permissionHandlers: [] as unknown[],
  quits: 0,
}

const handlers = new Map<string, Handler>()
const rendererEvents = new EventEmitter()

class App extends EventEmitter {
  isPackaged = false
  readonly name = 'Phonolens'
  enableSandbox(): void {}
  setName(): void {}
  setPath(): void {}
  getPath(): string {
    return process.env.PHONOLENS_TEST_DIR ?? '.'
  }
  getAppPath(): string {
    return process.cwd()
  }
  getVersion(): string {
    return '0.0.0-test'
  }
  requestSingleInstanceLock(): boolean {
    return true
  }
  whenReady(): Promise<void> {
    return Promise.resolve()
  }
  quit(): void {
    record.quits += 1
    this.emit('before-quit', { preventDefault: () => undefined })
    this.emit('will-quit', { preventDefault: () => undefined })
  }
  exit(): void {}
}
export const app = new App()

export class BrowserWindow extends EventEmitter {
  readonly webContents: EventEmitter & {
    send: (channel: string, ...args: unknown[]) => void
    isDestroyed: () => boolean
    setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => void
    openHandler?: (details: { url: string }) => { action: string }
  }
  loadedUrl = ''
  shown = false
  readonly options: Record<string, unknown>

  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    this.webContents = Object.assign(new EventEmitter(), {
      send: (channel: string, ...args: unknown[]) => void rendererEvents.emit(channel, {}, ...args),
      isDestroyed: () => false,
      setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => {
        this.webContents.openHandler = handler
      },
    })
    record.windows.push(this)
  }
  static getAllWindows(): BrowserWindow[] {
    return record.windows
  }
  async loadURL(url: string): Promise<void> {
    this.loadedUrl = url
    this.emit('ready-to-show')
  }
  show(): void {
    this.shown = true
  }
  focus(): void {}
  restore(): void {}
  isMinimized(): boolean {
    return false
  }
  isDestroyed(): boolean {
    return false
  }
}

export const ipcMain = {
  handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
  removeHandler: (channel: string) => void handlers.delete(channel),
}

/** What the page's side would send with its calls. */
export const sender = { url: '', parent: null as unknown }

export const ipcRenderer = {
  invoke: async (channel: string, ...args: unknown[]) => {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler for ${channel}`)
    return structuredClone(await handler({ senderFrame: sender }, ...structuredClone(args)))
  },
  on: (channel: string, listener: (...args: unknown[]) => void) => rendererEvents.on(channel, listener),
  off: (channel: string, listener: (...args: unknown[]) => void) => rendererEvents.off(channel, listener),
}

export const contextBridge = {
  exposeInMainWorld: (name: string, api: Record<string, (...args: never[]) => unknown>) => {
    record.exposed[name] = api
  },
}

export const webUtils = { getPathForFile: (file: { path?: string }) => file.path ?? '' }
export const shell = { openExternal: async () => undefined }
export const nativeTheme = { shouldUseDarkColors: false }
export const Menu = {
  setApplicationMenu: () => undefined,
  buildFromTemplate: (template: unknown) => template,
}
export const dialog = { showErrorBox: (title: string, text: string) => console.error(`${title}: ${text}`) }

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => void record.schemes.push(...schemes),
  handle: (scheme: string, handler: ProtocolHandler) => void record.protocols.set(scheme, handler),
}

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: unknown) => void record.permissionHandlers.push(handler),
    setPermissionCheckHandler: (handler: unknown) => void record.permissionHandlers.push(handler),
  },
}

/** A real process, with Node in place of Electron's utility process. */
class UtilityProcess extends EventEmitter {
  readonly stdout: ChildProcess['stdout']
  readonly stderr: ChildProcess['stderr']
  private readonly child: ChildProcess

  constructor(path: string, args: string[], env: NodeJS.ProcessEnv) {
    super()
    this.child = spawn(process.execPath, [path, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    this.stdout = this.child.stdout
    this.stderr = this.child.stderr
    this.child.on('exit', (code) => this.emit('exit', code ?? 1))
  }
  get pid(): number | undefined {
    return this.child.pid
  }
  kill(): boolean {
    return this.child.kill()
  }
}

export const utilityProcess = {
  fork: (path: string, args: string[] = [], options: { env?: NodeJS.ProcessEnv } = {}) =>
    new UtilityProcess(path, args, options.env ?? process.env),
}
