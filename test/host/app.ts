import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { App } from 'electron'
import { windowEvents } from './browser-window.ts'
import { InstanceLock } from './instance-lock.ts'
import { Preventable } from './preventable.ts'
import { readiness } from './readiness.ts'
import { hostWindows } from './windows.ts'

type PathName = Parameters<App['getPath']>[0]
type Surface = Pick<
  App,
  | 'isPackaged'
  | 'isReady'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'focus'
  | 'getPath'
  | 'setPath'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'requestSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'enableSandbox'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
>

/** As in Electron it is that of the start; to ask for it takes longer than most calls of the window. */
const { locale } = Intl.DateTimeFormat().resolvedOptions()
const root = findRoot(resolve(process.argv[1] ?? '.'))
// Of an installed app the first argument is its own, not the script's.
const isPackaged = process.env.FORECOURT_HOST_PACKAGED === '1'
if (isPackaged) process.argv.splice(1, 1)
const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  productName?: string
  name: string
  version: string
}

/** Chromium's, which it reads before the app's code runs; what is behind `--` is none. */
const switches = new Map(
  process.argv
    .slice(1, process.argv.includes('--') ? process.argv.indexOf('--') : undefined)
    .flatMap((argument) => {
      const [, name, value = ''] = /^--?([^=]+)(?:=(.*))?$/s.exec(argument) ?? []
      return name === undefined ? [] : [[name, value] as const]
    }),
)

class HostApp extends EventEmitter implements Surface {
  /** As an installed app, if a test says so. */
  readonly isPackaged = isPackaged
  readonly commandLine = {
    hasSwitch: (name: string): boolean => switches.has(name),
    getSwitchValue: (name: string): string => switches.get(name) ?? '',
    appendSwitch: (name: string, value = ''): void => void switches.set(name, value),
    removeSwitch: (name: string): void => void switches.delete(name),
  }
  readonly #paths = new Map<string, string>()
  #name = described.productName ?? described.name
  #quitting = false
  #interrupted = false
  #lock: InstanceLock | undefined

  constructor() {
    super()
    setImmediate(() => {
      readiness.ready = true
      this.emit('ready', {}, {})
    })
    windowEvents.on('gone', (contents, details) => this.emit('render-process-gone', {}, contents, details))
    windowEvents.on('created', (contents) => this.emit('web-contents-created', {}, contents))
    // As in Electron: an app that does not listen quits with its last window.
    windowEvents.on('all-closed', () => {
      if (!this.#quitting && !this.emit('window-all-closed')) this.quit()
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#interrupt(signal))
  }

  isReady(): boolean {
    return readiness.ready
  }

  whenReady(): Promise<void> {
    return readiness.ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()))
  }

  /** before-quit → each window's close → will-quit → quit; any of them may prevent it. */
  quit(): void {
    if (this.#quitting || this.#prevents('before-quit')) return
    this.#quitting = true
    for (const window of hostWindows) window.close()
    if (hostWindows.size > 0 || this.#prevents('will-quit')) {
      this.#quitting = false
      return
    }
    this.exit(0)
  }

  /** As in Electron: windows are closed without being asked (`closed` and no `close`), and nothing may prevent it. */
  exit(code = 0): void {
    this.#quitting = true
    for (const window of hostWindows) window.destroy()
    this.emit('quit', {}, code)
    this.#lock?.release()
    process.exit(code)
  }

  focus(): void {
    this.emit('host:focus')
  }

  getPath(name: PathName): string {
    const known = this.#paths.get(name) ?? this.#defaultPath(name)
    if (name === 'userData' || name === 'logs' || name === 'sessionData')
      mkdirSync(known, { recursive: true, mode: 0o700 })
    return known
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    // Throws for a name that Electron does not know either.
    this.#defaultPath(name as PathName)
    this.#paths.set(name, path)
  }

  getName(): string {
    return this.#name
  }

  setName(name: string): void {
    this.#name = name
  }

  getVersion(): string {
    return described.version
  }

  getAppPath(): string {
    return root
  }

  getLocale(): string {
    return locale
  }

  getSystemLocale(): string {
    return this.getLocale()
  }

  getPreferredSystemLanguages(): string[] {
    const named = process.env.LANGUAGE ?? process.env.LC_ALL ?? process.env.LANG ?? ''
    const languages = named.split(':').map((name) => name.replace(/[.@].*/, '').replace('_', '-'))
    return languages.filter((name) => /^[a-z]{2}/i.test(name))
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    this.#lock ??= new InstanceLock(this.getPath('userData'))
    return this.#lock.request(additionalData, (argv, cwd, data) =>
      this.emit('second-instance', {}, argv, cwd, data),
    )
  }

  releaseSingleInstanceLock(): void {
    this.#lock?.release()
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock?.held ?? false
  }

  setAppUserModelId(id: string): void {
    this.emit('host:model-id', id)
  }

  /** The system is not told of a stand-in. */
  setAsDefaultProtocolClient(): boolean {
    return false
  }

  setAboutPanelOptions(): void {
    this.emit('host:about-options')
  }

  showAboutPanel(): void {
    this.emit('host:about')
  }

  enableSandbox(): void {
    if (readiness.ready) throw new Error('app.enableSandbox() can only be called before app is ready')
    // As in Electron: a sandbox that was switched off is switched on.
    switches.delete('no-sandbox')
    switches.set('enable-sandbox', '')
  }

  setBadgeCount(count?: number): boolean {
    this.emit('host:badge', count)
    return true
  }

  #defaultPath(name: PathName): string {
    const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
    const userData = switches.get('user-data-dir')
    const inHome = {
      desktop: 'Desktop',
      documents: 'Documents',
      downloads: 'Downloads',
      music: 'Music',
      pictures: 'Pictures',
      videos: 'Videos',
    }
    switch (name) {
      case 'userData':
        return userData ? resolve(userData) : join(config, this.#name)
      case 'sessionData':
        return this.getPath('userData')
      case 'logs':
        return join(this.getPath('userData'), 'logs')
      case 'home':
        return homedir()
      case 'appData':
        return config
      case 'temp':
        return tmpdir()
      case 'exe':
      case 'module':
        return process.execPath
      default:
        if (name in inHome) return join(homedir(), inHome[name as keyof typeof inHome])
        throw new Error(`Failed to get '${name}' path`)
    }
  }

  /** The first signal asks the app to end, the second one does not ask. As in Electron, an app that listens itself decides. */
  #interrupt(signal: NodeJS.Signals): void {
    if (process.listenerCount(signal) > 1) return
    if (this.#interrupted) process.exit(130)
    this.#interrupted = true
    this.quit()
  }

  #prevents(name: 'before-quit' | 'will-quit'): boolean {
    const event = new Preventable()
    this.emit(name, event)
    return event.defaultPrevented
  }
}

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  return dirname(from) === from ? process.cwd() : findRoot(dirname(from))
}

export const app: Surface & EventEmitter = new HostApp()
