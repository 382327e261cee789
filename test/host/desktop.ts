import { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import type {
  NativeTheme,
  Net,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
  PowerMonitor,
  PowerSaveBlocker,
  Screen,
  Shell,
} from 'electron'
import { needReady } from './readiness.ts'
import { hostWindows } from './windows.ts'

/** What only a desktop can do is said on standard error. */
const tell = (what: string): void => console.error(`[host] ${what}`)

export const shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'> = {
  openExternal(url) {
    const opened = [...hostWindows].some(({ webContents }) => webContents.openInBrowser(url))
    if (!opened) tell(`open ${url}`)
    return Promise.resolve()
  },
  openPath(path) {
    tell(`open ${path}`)
    return Promise.resolve('')
  },
  showItemInFolder: (path) => tell(`saved as ${path}`),
  trashItem: (path) => rm(path, { recursive: true }),
  beep: () => process.stderr.write('\u0007'),
}

class HostNotification
  extends EventEmitter
  implements Pick<ElectronNotification, 'show' | 'close' | 'title' | 'body'>
{
  title: string
  body: string

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super()
    needReady('Cannot create Notification before app is ready')
    this.title = title
    this.body = body
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    tell(`notification: ${this.title} — ${this.body}`)
    this.emit('show')
  }

  close(): void {
    this.emit('close')
  }
}

type NotificationClass = new (options?: NotificationConstructorOptions) => ElectronNotification
export const Notification = HostNotification as unknown as NotificationClass &
  Pick<typeof ElectronNotification, 'isSupported'>

/** The page's own `prefers-color-scheme` stays the browser's: an app that follows the source must say it to its page. */
class HostNativeTheme
  extends EventEmitter
  implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  #source: NativeTheme['themeSource'] = 'system'

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source
  }

  set themeSource(source: NativeTheme['themeSource']) {
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}
export const nativeTheme = new HostNativeTheme()

class HostPowerMonitor
  extends EventEmitter
  implements Pick<PowerMonitor, 'getSystemIdleTime' | 'getSystemIdleState' | 'isOnBatteryPower'>
{
  getSystemIdleTime(): number {
    return 0
  }

  getSystemIdleState(): 'active' {
    return 'active'
  }

  isOnBatteryPower(): boolean {
    return false
  }
}
export const powerMonitor = new HostPowerMonitor()

const blockers = new Set<number>()
/** As in Electron the first is 0. */
let lastBlocker = 0
export const powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> = {
  start() {
    blockers.add(lastBlocker)
    return lastBlocker++
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
}

/** Loopback is always there, and the sandbox account needs no more. */
export const net: Pick<Net, 'isOnline' | 'online'> = { isOnline: () => true, online: true }

type Display = ReturnType<Screen['getPrimaryDisplay']>

const room = { x: 0, y: 0, width: 1920, height: 1040 }
const display = { id: 1, bounds: room, workArea: room } as Display
function shown(): Display {
  needReady("The 'screen' module can't be used before the app 'ready' event")
  return display
}

export const screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching'> = {
  getAllDisplays: () => [shown()],
  getPrimaryDisplay: () => shown(),
  getDisplayMatching: () => shown(),
}
