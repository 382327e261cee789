import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { newVehicles } from '../main/cli/counter.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { watchViolations, type Version } from './watch-checker.ts'
import { scriptPath } from '../scripts.ts'

export const watchKillPoints = ['before-file', 'after-file', 'before-write', 'after-write'] as const

/** At the nth passing of a point. */
export interface WatchKill {
  readonly at: (typeof watchKillPoints)[number]
  readonly nth: number
}

const child = scriptPath('watch-child')

/** A sandbox, a folder that two computers watch, and a program that puts files into it. */
export class WatchWorld {
  readonly #sandbox: Sandbox
  readonly #control: SandboxControl
  readonly #root = mkdtempSync(join(tmpdir(), 'forecourt-watch-crash-'))
  readonly #versions: Version[] = []
  #price = 10_000

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    for (const name of ['dms', 'one', 'two']) mkdirSync(join(this.#root, name))
  }

  /** Puts a new version of a file into the folder, if the one before was taken. */
  drop(name: string, rows: number): void {
    const prices = Array.from({ length: rows }, (_, n) => this.#price + n)
    const text = newVehicles(prices)
    const draft = join(this.#root, 'draft')
    writeFileSync(draft, text)
    utimesSync(draft, 1, 1)
    try {
      linkSync(draft, join(this.#folder, name))
    } catch {
      return
    } finally {
      unlinkSync(draft)
    }
    this.#price += rows
    this.#versions.push({ sha256: createHash('sha256').update(text).digest('hex'), prices })
  }

  /** Runs `watch` on both computers at once, with files that appear meanwhile. @returns how many were killed */
  async live(
    kills: readonly (WatchKill | null)[],
    faults: readonly FaultRule[],
    meanwhile: () => void,
  ): Promise<number> {
    await this.#control.clearFaults()
    for (const fault of faults) await this.#control.addFault(fault)
    const timer = setInterval(meanwhile, 150)
    try {
      const watch = ['watch', this.#folder, '--commit', '--once']
      const ends = await Promise.all(this.#dataDirs.map((dir, n) => this.#run(dir, kills[n] ?? null, watch)))
      return ends.filter((killed) => killed).length
    } finally {
      clearInterval(timer)
    }
  }

  /** Lets both computers finish what they took, and a person go on with what was told. */
  async finish(): Promise<void> {
    for (let round = 0; round < 2; round++) await this.live([], [], () => undefined)
    for (const dir of this.#dataDirs) await this.#run(dir, null, ['resume'])
  }

  async violations(): Promise<string[]> {
    const ledger = await this.#control.ledger()
    return watchViolations({
      ledger,
      versions: this.#versions,
      folder: this.#folder,
      dataDirs: this.#dataDirs,
    })
  }

  async close(): Promise<void> {
    await this.#sandbox.close()
    rmSync(this.#root, { recursive: true, force: true })
  }

  get #folder(): string {
    return join(this.#root, 'dms')
  }

  get #dataDirs(): string[] {
    return [join(this.#root, 'one'), join(this.#root, 'two')]
  }

  async #run(dataDir: string, kill: WatchKill | null, argv: readonly string[]): Promise<boolean> {
    const folders = [this.#folder, join(dataDir, 'watch')]
    const { baseUrl, key, userId } = this.#sandbox
    const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child], {
      stdio: 'ignore',
      env: {
        ...process.env,
        CRASH_WATCH: JSON.stringify({ kill, folders, argv }),
        FORECOURT_DATA_DIR: dataDir,
        FORECOURT_BASE_URL: baseUrl,
        FORECOURT_USER_ID: String(userId),
        FORECOURT_API_KEY: key,
        LC_ALL: 'en',
      },
    })
    const [, signal] = (await once(running, 'close')) as [number | null, string | null]
    return signal === 'SIGKILL'
  }
}

export const openWatchWorld = async (): Promise<WatchWorld> =>
  new WatchWorld(await startSandbox({ databasePath: ':memory:', adverts: 30 }))
