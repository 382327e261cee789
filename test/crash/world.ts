import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../src/main/batch/sending/plan-batch.ts'
import type { LiveAdvert } from '../../src/main/batch/journal/live-advert.ts'
import type { EnginePoint } from '../../src/main/batch/sending/batch-parts.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { connectTo, type Address } from '../main/batch/connect-to.ts'
import { source } from '../main/batch/dealership.ts'
import { violationsOf } from './checker.ts'
import type { MutantName, PricedMutantName } from './mutants.ts'
import { readHistory } from './history.ts'
import { scriptPath } from '../scripts.ts'

export type KillPoint =
  | EnginePoint
  | 'before-flush'
  | 'after-flush'
  | 'after-headers'
  | 'before-cached'
  | 'after-cached'
export const killPoints: readonly KillPoint[] = [
  'before-claim',
  'after-claim',
  'before-flush',
  'after-flush',
  'after-headers',
  'before-result',
  'after-result',
]

/** At the nth passing of a point, or at a time. */
export type Kill = { readonly point: KillPoint; nth: number } | { readonly afterMs: number }

export type Action = 'send' | 'settle' | 'cancel' | 'send-again'

/**
 * What happens to the journal between two lives: its newest pages are lost, or a copy from before the last life is put back,
 * with the backups that the app keeps or without.
 */
export const setbacks = ['wal-lost', 'older-copy', 'older-copy-alone'] as const
export type Setback = (typeof setbacks)[number]

/** One life of the engine process. */
export interface Life {
  readonly actions: readonly Action[]
  readonly kill: Kill | null
  readonly faults: readonly FaultRule[]
  readonly setback?: Setback | undefined
}

/** What an engine process is told to do. */
export interface ChildOrder {
  readonly actions: readonly Action[]
  readonly kill: Kill | null
  readonly dataDir: string
  readonly address: Address
  readonly writeLimitMs: number
  readonly ownList: boolean
}

/** How the sandbox answers: to the contract, as the live service does, or with new vehicles at addresses of their own. */
export const modes = ['contract', 'live', 'new-elsewhere'] as const
export type Mode = (typeof modes)[number]

export interface WorldOptions {
  readonly mode?: Mode
  readonly mutant?: MutantName
  /** How long a write waits for its answer: short if many of them never come. */
  readonly writeLimitMs?: number
  readonly ownList?: boolean
}

/** Makes the rows of the batch, given the ids of own adverts and a way to read one. */
type RowsFor = (
  ownIds: readonly number[],
  readAdvert: (id: number) => Promise<LiveAdvert>,
) => readonly PlannedRow[] | Promise<readonly PlannedRow[]>

const child = scriptPath('engine-child')
const hooks = new URL('mutant-hooks.ts', import.meta.url).href

/** A sandbox, a data folder with planned batches, and engine processes that are run and killed on them. */
export class World {
  readonly #sandbox: Sandbox
  readonly #control: SandboxControl
  readonly #options: WorldOptions
  readonly dataDir = mkdtempSync(join(tmpdir(), 'forecourt-crash-'))
  #planned = 0

  constructor(sandbox: Sandbox, options: WorldOptions) {
    this.#sandbox = sandbox
    this.#control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    this.#options = options
  }

  /** Plans a batch; the engine takes the newest first. */
  async plan(rowsFor: RowsFor): Promise<void> {
    const rows = await this.#rowsOf(rowsFor)
    const journal = new Journal(join(this.dataDir, 'journal.db'), systemClock)
    await planBatch(journal, source(this.#sandbox.userId), rows, () => null)
    journal.close()
    this.#planned += rows.length
  }

  async #rowsOf(rowsFor: RowsFor): Promise<readonly PlannedRow[]> {
    const { client, inventory, port } = connectTo(this.#address)
    const own = await inventory.ownAdverts()
    const rows = await rowsFor(own?.active ?? [], (id) => port.readAdvert(id, AbortSignal.timeout(120_000)))
    await client.close()
    return rows
  }

  /** Runs one engine process; true if it was killed. */
  async live({ actions, kill, faults, setback }: Life): Promise<boolean> {
    if (setback) await this.#setBack(setback)
    this.#keepCopy()
    await this.#control.clearFaults()
    for (const fault of faults) await this.#control.addFault(fault)
    return this.#runChild(actions, kill)
  }

  /** Puts the journal back, and lets the engine look at it once: what it then says is judged. */
  async #setBack(setback: Setback): Promise<void> {
    const files = ['journal.db', 'journal.db-wal', 'journal.db-shm']
    if (setback === 'wal-lost') rmSync(join(this.dataDir, 'journal.db-wal'), { force: true })
    else for (const file of files) rmSync(join(this.dataDir, file), { force: true })
    rmSync(join(this.dataDir, 'journal.db-shm'), { force: true })
    const copy = join(this.dataDir, 'copy')
    if (setback === 'older-copy-alone') rmSync(join(this.dataDir, 'backup'), { recursive: true, force: true })
    if (setback !== 'wal-lost')
      for (const file of readdirSync(copy)) cpSync(join(copy, file), join(this.dataDir, file))
    await this.#runChild([], null)
  }

  #keepCopy(): void {
    const copy = join(this.dataDir, 'copy')
    rmSync(copy, { recursive: true, force: true })
    mkdirSync(copy)
    for (const file of ['journal.db', 'journal.db-wal'])
      if (existsSync(join(this.dataDir, file))) cpSync(join(this.dataDir, file), join(copy, file))
  }

  #runChild(actions: readonly Action[], kill: Kill | null): Promise<boolean> {
    const { mutant, ownList = true, writeLimitMs = 250 } = this.#options
    const order: ChildOrder = {
      actions,
      kill,
      dataDir: this.dataDir,
      address: this.#address,
      ownList,
      writeLimitMs,
    }
    return runChild(order, mutant)
  }

  async violations(): Promise<string[]> {
    return violationsOf(readHistory(this.dataDir, this.#planned, await this.#control.ledger()))
  }

  /** Prices of the adverts that were created, each as often as it was. */
  async made(): Promise<string[]> {
    const ledger = await this.#control.ledger()
    return ledger.flatMap(({ method, committed, params }) =>
      method === 'POST' && committed ? [String(params.price)] : [],
    )
  }

  get userId(): number {
    return this.#sandbox.userId
  }

  async close(): Promise<void> {
    await this.#sandbox.close()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  get #address(): Address {
    const { baseUrl, key, userId, controlToken } = this.#sandbox
    return { baseUrl, key, userId, controlToken }
  }
}

export async function openWorld(rowsFor: RowsFor, options: WorldOptions = {}): Promise<World> {
  const sandbox = await startSandbox({
    databasePath: ':memory:',
    adverts: 60,
    profile: options.mode === undefined || options.mode === 'contract' ? 'contract' : 'live',
    newElsewhere: options.mode === 'new-elsewhere',
  })
  const world = new World(sandbox, options)
  await world.plan(rowsFor)
  return world
}

/** Runs a process that gets the order, and ends itself as that says. @returns whether it was killed */
export async function runChild(
  order: object,
  mutant: MutantName | PricedMutantName | undefined,
  file: string = child,
): Promise<boolean> {
  const mutation = mutant === undefined ? [] : ['--import', hooks]
  const engine = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...mutation, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      CRASH_ORDER: JSON.stringify(order),
      CRASH_MUTANT: mutant,
      // Code is kept by its content: a mutant has its own, and shares the rest.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'forecourt-crash-cache'),
    },
  })
  const words: Buffer[] = []
  engine.stderr.on('data', (chunk: Buffer) => words.push(chunk))
  const [code, signal] = (await once(engine, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL')
    throw new Error(
      `The engine ended with ${String(code)} ${String(signal)}: ${Buffer.concat(words).toString()}`,
    )
  return signal === 'SIGKILL'
}
