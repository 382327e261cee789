import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlannedRow } from '../../src/main/batch/journal/journal-row.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../src/main/batch/sending/plan-batch.ts'
import type { EnginePoint } from '../../src/main/batch/sending/row-sender.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { SandboxControl } from '../../src/sandbox/sandbox-control.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { connectTo, type Address } from '../main/batch/connect-to.ts'
import { source } from '../main/batch/dealership.ts'
import { violationsOf } from './checker.ts'
import type { MutantName } from './mutants.ts'
import { readStory } from './story.ts'

export type KillPoint = EnginePoint | 'before-flush' | 'after-flush' | 'after-headers'
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

/** One life of the engine process. */
export interface Life {
  readonly actions: readonly Action[]
  readonly kill: Kill | null
  readonly faults: readonly FaultRule[]
}

export interface ChildOrder extends Omit<Life, 'faults'> {
  readonly dataDir: string
  readonly address: Address
  readonly guard: 'live' | 'cached'
  readonly writeLimitMs: number
  readonly ownList: boolean
}

export interface WorldOptions {
  readonly mutant?: MutantName
  readonly guard?: 'live' | 'cached'
  /** How long a write waits for its answer: short, where many of them never come. */
  readonly writeLimitMs?: number
  readonly ownList?: boolean
}

const child = fileURLToPath(new URL('engine-child.ts', import.meta.url))
const hooks = new URL('mutant-hooks.ts', import.meta.url).href

/** A sandbox, a data folder with one planned batch, and engine processes that live and die on them. */
export async function openWorld(
  rows: (ownIds: readonly number[]) => readonly PlannedRow[],
  { mutant, guard = 'cached', ownList = true, writeLimitMs = 250 }: WorldOptions = {},
) {
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts: 60 })
  const { baseUrl, key, userId, controlToken } = sandbox
  const address: Address = { baseUrl, key, userId, controlToken }
  const control = new SandboxControl(baseUrl, controlToken)
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-crash-'))
  const planned = rows(await ownIdsOf(address))
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  await planBatch(journal, source(userId), planned, () => null)
  journal.close()

  return {
    /** Runs one engine process; true where it was killed. */
    async live({ actions, kill, faults }: Life): Promise<boolean> {
      await control.clearFaults()
      for (const fault of faults) await control.addFault(fault)
      const order: ChildOrder = { actions, kill, dataDir, address, guard, ownList, writeLimitMs }
      return runChild(order, mutant)
    },
    async violations(): Promise<string[]> {
      return violationsOf(readStory(dataDir, planned.length, await control.ledger()))
    },
    async close(): Promise<void> {
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ownIdsOf(address: Address): Promise<readonly number[]> {
  const { client, inventory } = connectTo(address)
  const own = await inventory.ownAdverts()
  await client.close()
  return own?.active ?? []
}

async function runChild(order: ChildOrder, mutant: MutantName | undefined): Promise<boolean> {
  const mutation = mutant === undefined ? [] : ['--import', hooks]
  const engine = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...mutation, child], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      CRASH_ORDER: JSON.stringify(order),
      CRASH_MUTANT: mutant,
      NODE_COMPILE_CACHE: mutant === undefined ? join(tmpdir(), 'forecourt-crash-cache') : undefined,
    },
  })
  const words: Buffer[] = []
  engine.stderr.on('data', (piece: Buffer) => words.push(piece))
  const [code, signal] = (await once(engine, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL')
    throw new Error(
      `The engine ended with ${String(code)} ${String(signal)}: ${Buffer.concat(words).toString()}`,
    )
  return signal === 'SIGKILL'
}
