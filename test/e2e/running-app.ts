import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  _electron,
  chromium,
  type Browser,
  type BrowserContextOptions,
  type ElectronApplication,
  type Page,
} from '@playwright/test'
import { chromiumOptions } from '../host/browser.ts'
import { hostArguments, launchHost, type HostedApp } from '../host/launch.ts'

const root = resolve(import.meta.dirname, '../..')
const entry = join(root, 'out/main/index.cjs')
export const usualSize = { width: 1440, height: 900 }

export interface RunOptions {
  readonly dataDir: string
  /** Another build of main than the usual one; in the browser host only. */
  readonly entry?: string | undefined
  /** True if the page moves as the system asks, or with nothing between one state and the next, which takes less time. */
  readonly reducedMotion?: BrowserContextOptions['reducedMotion']
  /** The browser of the host, for all apps of a process; absent, the app has its own. Electron brings its own. */
  readonly browser?: SharedBrowser
}

/** A browser that is launched when it is first needed. */
export class SharedBrowser {
  #browser: Promise<Browser> | undefined

  open(): Promise<Browser> {
    this.#browser ??= chromium.launch(chromiumOptions)
    return this.#browser
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close()
    this.#browser = undefined
  }
}

/** What one start is given beside its data folder. */
export interface Start {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Of the window, before its page is loaded. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** The built app as it runs on a person's machine, in Electron or in the browser host: the specs do not know which. */
export interface RunningApp {
  /** The page of the window; another one after each start. */
  readonly window: Page
  /** What the browser host said of the desktop so far; null in Electron, where the system shows it. */
  readonly said: (() => readonly string[]) | null
  start(how?: Start): Promise<void>
  /** A second start while it runs, as by a double click on a file; resolves when that one has ended. */
  startAgain(args: readonly string[]): Promise<void>
  /** Quits as a person does, in order. */
  quit(): Promise<void>
  /** kill -9, in the middle of whatever it does. */
  kill(): Promise<void>
  /** Does the work while main answers nothing, as if the machine were busy elsewhere. */
  withoutMain(work: () => Promise<void>): Promise<void>
  /** Lets milliseconds pass for main at once; null in Electron, whose clock is the system's. */
  readonly pass: ((milliseconds: number) => void) | null
  /** Has the computer asleep for milliseconds; null in Electron. */
  readonly sleep: ((milliseconds: number) => void) | null
  /** Ends the app, and the browser that it has alone. */
  dispose(): Promise<void>
}

/** In real Electron where its runtime is installed and a window can be shown, in the browser host elsewhere. */
export function newApp(options: RunOptions): RunningApp {
  if (!existsSync(entry)) throw new Error('There is nothing to test: run `npm run build` first.')
  if (hasElectron() && options.entry === undefined) return new AppInElectron(options)
  if (process.env.FORECOURT_E2E === 'electron')
    throw new Error("Electron's runtime or a display is missing, and FORECOURT_E2E=electron asks for it.")
  return new AppInHost(options)
}

function hasElectron(): boolean {
  const electron = join(root, 'node_modules/electron')
  const installed =
    existsSync(join(electron, 'path.txt')) && existsSync(join(electron, 'dist', readPath(electron)))
  const shown = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
  return installed && shown
}

const readPath = (electron: string): string => readFileSync(join(electron, 'path.txt'), 'utf8').trim()

/** The same language wherever the tests run; the data folder is named in both ways that the app knows. */
function environment({ dataDir }: RunOptions): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return { ...Object.fromEntries(inherited), LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: dataDir }
}

async function ended(program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await once(spawn(program, words, { env, stdio: 'ignore' }), 'exit')
}

class AppInHost implements RunningApp {
  readonly #options: RunOptions
  readonly #browser: SharedBrowser
  #app: HostedApp | undefined
  #window: Page | undefined

  constructor(options: RunOptions) {
    this.#options = options
    this.#browser = options.browser ?? new SharedBrowser()
  }

  get window(): Page {
    if (!this.#window) throw new Error('the app was not started')
    return this.#window
  }

  readonly said = (): readonly string[] => this.#app?.output ?? []

  readonly pass = (milliseconds: number): void => this.#app?.pass(milliseconds)
  readonly sleep = (milliseconds: number): void => this.#app?.sleep(milliseconds)

  async start({ args = [], env = {}, size = usualSize }: Start = {}): Promise<void> {
    const browser = await this.#browser.open()
    const { dataDir, entry: built = entry, reducedMotion = 'reduce' } = this.#options
    this.#app = await launchHost({
      entry: built,
      dataDir,
      args,
      env: { ...environment(this.#options), ...env },
    })
    const context = await browser.newContext({
      viewport: size,
      locale: 'en-US',
      reducedMotion,
      permissions: ['clipboard-write'],
    })
    this.#window = await context.newPage()
    await this.#window.goto(this.#app.address)
  }

  startAgain(args: readonly string[]): Promise<void> {
    const words = [...hostArguments(entry, this.#options.dataDir), ...args]
    return ended(process.execPath, words, environment(this.#options))
  }

  async quit(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async withoutMain(work: () => Promise<void>): Promise<void> {
    this.#app?.process.kill('SIGSTOP')
    try {
      await work()
    } finally {
      this.#app?.process.kill('SIGCONT')
    }
  }

  async dispose(): Promise<void> {
    await this.#end('SIGKILL')
    if (this.#options.browser === undefined) await this.#browser.close()
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    await this.#app?.end(signal)
    this.#app = undefined
    await this.#window?.context().close()
    this.#window = undefined
  }
}

class AppInElectron implements RunningApp {
  readonly #options: RunOptions
  #app: ElectronApplication | undefined
  #window: Page | undefined

  constructor(options: RunOptions) {
    this.#options = options
  }

  get window(): Page {
    if (!this.#window) throw new Error('the app was not started')
    return this.#window
  }

  readonly said = null
  readonly pass = null
  readonly sleep = null

  async start({ args = [], env = {}, size }: Start = {}): Promise<void> {
    this.#app = await _electron.launch({
      args: [root, ...this.#flags, ...args],
      env: { ...environment(this.#options), ...env },
    })
    this.#window = await this.#app.firstWindow()
    if (size) await this.#window.setViewportSize(size)
  }

  startAgain(args: readonly string[]): Promise<void> {
    const program = join(root, 'node_modules/electron/dist', readPath(join(root, 'node_modules/electron')))
    return ended(program, [root, ...this.#flags, ...args], environment(this.#options))
  }

  get #flags(): string[] {
    return [`--user-data-dir=${this.#options.dataDir}`, '--lang=en-US', ...(chromiumOptions.args ?? [])]
  }

  async quit(): Promise<void> {
    await this.#app?.close()
    this.#app = undefined
  }

  async kill(): Promise<void> {
    const process = this.#app?.process()
    this.#app = undefined
    if (process?.exitCode !== null) return
    const ended = once(process, 'exit')
    process.kill('SIGKILL')
    await ended
  }

  /** Main also brings the keys to the page here: with main stopped there would be none. */
  withoutMain(work: () => Promise<void>): Promise<void> {
    return work()
  }

  dispose(): Promise<void> {
    return this.kill()
  }
}
