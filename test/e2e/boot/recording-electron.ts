/**
 * Stands for `electron` while the built main starts: it keeps what main sets up, and opens nothing. probe.ts then asks
 * what was set as Electron would, and sends the answers to the test.
 */
import { EventEmitter } from 'node:events'
import { relative } from 'node:path'
import type { BrowserWindowConstructorOptions, CustomScheme, WindowOpenHandlerResponse } from 'electron'
import { Contents, probe } from './probe.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
type BridgeHandler = (event: object, ...args: unknown[]) => unknown

/** What main has done so far. */
export const recorded = {
  order: [] as string[],
  schemes: [] as CustomScheme[],
  protocols: new Map<string, ProtocolHandler>(),
  windows: [] as BrowserWindowConstructorOptions[],
  loaded: [] as string[],
  /** What was done to show the window. */
  shown: [] as string[],
  handlers: new Map<string, BridgeHandler>(),
  listeners: new Map<string, BridgeHandler>(),
  external: [] as string[],
  session: new Map<string, (...args: never[]) => unknown>(),
  /** What a second start would tell the first. */
  start: {} as object,
  /** What the system was told of the app. */
  identity: [] as string[],
  spellChecker: true,
  /** The questions that were asked in boxes. */
  asked: [] as string[],
}

/** As if they were given to the program. */
const switches = new Set(['remote-debugging-port', 'disable-web-security', 'lang'])

class RecordedApp extends EventEmitter {
  readonly isPackaged = process.env.BOOT_PACKAGED === '1'
  #userData = '/nowhere'

  readonly commandLine = {
    hasSwitch: (name: string) => switches.has(name),
    removeSwitch: (name: string) => switches.delete(name),
  }

  constructor() {
    super()
    setImmediate(() => {
      // As macOS does with what was chosen to start the app.
      this.emit('open-file', { preventDefault: () => undefined }, '/nowhere/stock.csv')
      this.emit('open-url', { preventDefault: () => undefined }, 'forecourt:guide')
      this.emit('ready')
    })
  }

  whenReady(): Promise<void> {
    return new Promise((resolve) => this.once('ready', resolve))
  }

  requestSingleInstanceLock(start: object = {}): boolean {
    recorded.start = start
    recorded.order.push(`lock in ${this.#userData}`)
    return true
  }

  getPath(): string {
    return this.#userData
  }

  setPath(name: string, path: string): void {
    if (name === 'userData') this.#userData = path
    else recorded.order.push(`${name} ${relative(this.#userData, path)}`)
  }

  enableSandbox(): void {
    recorded.order.push('sandbox')
  }

  setAppUserModelId(id: string): void {
    recorded.identity.push(id)
  }

  setAsDefaultProtocolClient(scheme: string): void {
    recorded.identity.push(`${scheme}:`)
  }

  get switches(): string[] {
    return [...switches]
  }

  getLocale(): string {
    return 'en-US'
  }

  getVersion(): string {
    return '0.0.0'
  }

  getName(): string {
    return 'Forecourt'
  }

  exit(): void {
    recorded.order.push('exit')
    this.emit('recorded:exit')
  }

  quit(): void {
    const event = { prevented: false, preventDefault: () => (event.prevented = true) }
    this.emit('before-quit', event)
  }
}
export const app = new RecordedApp()

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents()

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    recorded.order.push('window')
    recorded.windows.push(options)
    app.emit('web-contents-created', {}, this.webContents)
  }

  static getAllWindows(): unknown[] {
    return []
  }

  loadURL(url: string): Promise<void> {
    recorded.loaded.push(url)
    this.webContents.url = url
    const first = recorded.loaded.length === 1
    if (first) setImmediate(() => void probe(this.webContents, this))
    return first && process.env.BOOT_SHOWN === 'failed'
      ? Promise.reject(Object.assign(new Error('ERR_FAILED (-2)'), { code: 'ERR_FAILED' }))
      : Promise.resolve()
  }

  show(): void {
    recorded.shown.push('show')
  }

  maximize(): void {
    recorded.shown.push('maximize')
  }

  setBounds(): void {
    // It is made there already.
  }

  restore(): void {
    recorded.shown.push('restore')
  }

  focus(): void {
    recorded.shown.push('focus')
  }

  isMinimized(): boolean {
    return true
  }

  isVisible(): boolean {
    return recorded.shown.length > 0
  }

  isDestroyed(): boolean {
    return false
  }

  isMaximized(): boolean {
    return false
  }

  isFocused(): boolean {
    return true
  }

  setProgressBar(): void {
    // No taskbar is there.
  }

  getNormalBounds(): object {
    return { x: 11, y: 22, width: 1333, height: 777 }
  }
}

export const protocol = {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    recorded.order.push('schemes')
    recorded.schemes.push(...schemes)
  },
  handle: (scheme: string, handler: ProtocolHandler) => void recorded.protocols.set(scheme, handler),
}

const sessionSetter =
  (name: string) =>
  (handler: (...args: never[]) => unknown): void => {
    recorded.order.push(name)
    recorded.session.set(name, handler)
  }

export const session = {
  defaultSession: {
    setPermissionRequestHandler: sessionSetter('permission request'),
    setPermissionCheckHandler: sessionSetter('permission check'),
    setDevicePermissionHandler: sessionSetter('device permission'),
    setSpellCheckerEnabled: (enabled: boolean) => (recorded.spellChecker = enabled),
    resolveProxy: () => Promise.resolve('DIRECT'),
  },
}

export const ipcMain = {
  handle: (channel: string, handler: BridgeHandler) => void recorded.handlers.set(channel, handler),
  on: (channel: string, listener: BridgeHandler) => void recorded.listeners.set(channel, listener),
}

export const shell = { openExternal: (url: string) => Promise.resolve(void recorded.external.push(url)) }
export const dialog = {
  showMessageBox(_window: unknown, { message }: { message: string }): Promise<object> {
    recorded.asked.push(message)
    return Promise.resolve({ response: 0, checkboxChecked: false })
  },
}
export const Menu = { buildFromTemplate: () => ({}), setApplicationMenu: () => undefined }
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' }
export const powerSaveBlocker = { start: () => 1, stop: () => true }
export const net = { isOnline: () => false }
export const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false })
export const Notification = { isSupported: () => false }
/** As a screen of 1920 × 1080 is that the system enlarges by half, and another one below it. */
const displays = [
  { id: 1, workArea: { x: 0, y: 0, width: 1280, height: 672 } },
  { id: 2, workArea: { x: 0, y: 720, width: 1920, height: 1040 } },
]
export const screen = {
  getAllDisplays: () => displays,
  getPrimaryDisplay: () => displays[0],
}
/** No child is started: the keychain is not asked while the app starts. */
export const utilityProcess = {
  fork: () => Object.assign(new EventEmitter(), { postMessage: () => undefined }),
}

export type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse
