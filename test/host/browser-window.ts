import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  ProgressBarOptions,
  Rectangle,
  WebContents,
} from 'electron'
import { endObject } from './destroyed.ts'
import { Preventable } from './preventable.ts'
import { hostProtocol } from './protocol.ts'
import { needReady } from './readiness.ts'
import { refuseUnsafe } from './unsafe-preferences.ts'
import { HostWebContents } from './web-contents.ts'
import { WindowServer } from './window-server.ts'
import { hostWindows } from './windows.ts'

type Surface = Pick<
  ElectronWindow,
  | 'id'
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'maximize'
  | 'restore'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setTitle'
  | 'getTitle'
  | 'setProgressBar'
  | 'flashFrame'
>

/** On standard output, and nowhere that another user of the machine could read. */
/** What a tab of a browser can't show is a line for the tests; nobody else reads it. */
function say(what: string): void {
  if (process.env.FORECOURT_HOST_QUIET === undefined) console.error(`[host] ${what}`)
}

const printAddress = (address: string): void => console.log(`Forecourt window: ${address}`)

/** A window: its page is served on loopback to whatever browser opens the printed address. */
export class HostBrowserWindow extends EventEmitter implements Surface {
  readonly webContents = new HostWebContents()
  readonly id = this.webContents.id
  readonly #server: WindowServer
  #bounds: Rectangle
  #title: string
  #visible: boolean
  #maximized = false
  #destroyed = false
  #bar = 'none'

  constructor(options: BrowserWindowConstructorOptions = {}) {
    needReady('Cannot create BrowserWindow before app is ready')
    refuseUnsafe(options.webPreferences ?? {})
    super()
    const { x = 0, y = 0, width = 800, height = 600, title = 'Electron', show = true } = options
    this.#bounds = { x, y, width, height }
    this.#title = title
    this.#visible = show
    const preload = options.webPreferences?.preload
    this.#server = new WindowServer(
      this.webContents,
      preload === undefined ? '' : readFileSync(preload, 'utf8'),
    )
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('focus', () => this.emit('focus'))
    this.webContents.on('blur', () => this.emit('blur'))
    this.webContents.on('render-process-gone', (_event, details) =>
      windowEvents.emit('gone', this.webContents, details),
    )
    hostWindows.add(this)
    windowEvents.emit('created', this.webContents)
  }

  static getAllWindows(): HostBrowserWindow[] {
    return [...hostWindows]
  }

  static getFocusedWindow(): HostBrowserWindow | null {
    return [...hostWindows][0] ?? null
  }

  static fromWebContents(contents: WebContents): HostBrowserWindow | null {
    return [...hostWindows].find((window) => window.webContents.id === contents.id) ?? null
  }

  /** Prints the address of the page the first time, and resolves when a browser has loaded it. */
  async loadURL(url: string): Promise<void> {
    hostProtocol.needSecure(url)
    const loaded = new Promise<void>((resolve) => this.webContents.once('did-finish-load', resolve))
    const address = await this.#server.show(url)
    if (address !== undefined) printAddress(address)
    return loaded
  }

  /** The tab has a size of its own: what the window would have is a line on standard error. */
  show(): void {
    this.#visible = true
    const { x, y, width, height } = this.#bounds
    say(`window: ${width} × ${height} at ${x}, ${y}`)
    this.emit('show')
  }

  /** Whose tab was closed gets a new address to open: a browser's tab can't be brought back from here. */
  focus(): void {
    this.emit('focus')
    const address = this.webContents.isOpen ? undefined : this.#server.newAddress()
    if (address !== undefined) printAddress(address)
  }

  close(): void {
    const event = new Preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    hostWindows.delete(this)
    this.webContents.destroy()
    this.#server.close()
    const kept = new Set(['constructor', 'destroy', 'isDestroyed'])
    const methods = Object.getOwnPropertyNames(HostBrowserWindow.prototype).filter((name) => !kept.has(name))
    endObject(this, [...methods, 'webContents'])
    this.emit('closed')
    if (hostWindows.size === 0) windowEvents.emit('all-closed')
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  isVisible(): boolean {
    return this.#visible
  }

  isFocused(): boolean {
    return this.#visible && this.webContents.isFocused()
  }

  isMinimized(): boolean {
    return false
  }

  isMaximized(): boolean {
    return this.#maximized
  }

  maximize(): void {
    this.#maximized = true
    this.emit('maximize')
  }

  restore(): void {
    this.emit('restore')
  }

  getBounds(): Rectangle {
    return { ...this.#bounds }
  }

  getNormalBounds(): Rectangle {
    return this.getBounds()
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.emit('resize')
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
  }

  /** The taskbar is a line on standard error; one that says the same as before is left out. */
  setProgressBar(progress: number, options?: ProgressBarOptions): void {
    const mode = options?.mode ?? 'normal'
    const bar = progress < 0 ? 'none' : `${Math.round(Math.min(progress, 1) * 100)} % ${mode}`
    if (bar !== this.#bar) say(`progress: ${bar}`)
    this.#bar = bar
  }

  flashFrame(flag: boolean): void {
    this.emit('host:flash', flag)
  }
}

/** Tells `app` of a new window's contents, and that the last window is gone. */
export const windowEvents = new EventEmitter()

type Statics = Pick<typeof ElectronWindow, 'getAllWindows' | 'getFocusedWindow' | 'fromWebContents'>
type Constructor = new (options?: BrowserWindowConstructorOptions) => ElectronWindow
export const BrowserWindow = HostBrowserWindow as unknown as Constructor & Statics
