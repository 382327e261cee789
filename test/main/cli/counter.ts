import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BatchRow } from '#shared/batch/row.ts'
import type { FileFacts } from '#shared/import/file-facts.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { openBatches, type Batches } from '../../../src/main/batch/open-batches.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { alone } from '../batch/alone.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { outputTo } from '../../../src/main/cli/output.ts'
import { runCommand } from '../../../src/main/cli/run.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { scriptPath, testEntries } from '../../scripts.ts'
import { expectShapes } from './printed-shapes.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** What `--json` prints of a batch or a dry run; a plan of the whole stock has the decision about each car. */
export interface Printed {
  readonly batch: string
  readonly operation: string
  readonly counts: Readonly<Record<string, number>>
  readonly found: Readonly<Record<string, number>>
  readonly file: FileFacts
  readonly rows: readonly PrintedRow[]
}

interface PrintedRow extends Pick<BatchRow, 'line' | 'state' | 'autoId'> {
  readonly operation: string
  readonly problems: readonly { readonly code: string; readonly column: string; readonly message: string }[]
  readonly changes: readonly { readonly field: string; readonly to: string | number | null }[]
  readonly key: string
  readonly action: string
  readonly reason: string | null
}

/** What a command printed. @throws Error with its words if it refused */
export function printed({ out, err }: Pick<Ran, 'out'> & Partial<Ran>): Printed {
  if (out.startsWith('{"error":')) throw new Error(err)
  return JSON.parse(out) as Printed
}

/** A link as `links --json` lists it. */
export interface PrintedLink {
  readonly key: string
  readonly autoId: number
  readonly state: string
  readonly source: string | null
  readonly pinned: readonly string[]
}

const child = scriptPath('command-child')

/** A sandbox and a data folder, and the command line on them: here, or in a process of its own. */
export async function openCounter(adverts = 60) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-counter-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts })
  const env = {
    FORECOURT_DATA_DIR: dataDir,
    FORECOURT_BASE_URL: sandbox.baseUrl,
    FORECOURT_USER_ID: String(sandbox.userId),
    FORECOURT_API_KEY: sandbox.key,
  }
  const runWith = async (more: NodeJS.ProcessEnv, ...argv: string[]): Promise<Ran> => {
    let out = ''
    let err = ''
    const code = await runCommand(argv, {
      entries: testEntries,
      version: '0.0.0',
      env: { ...env, ...more },
      policy: { kind: 'json', path: join(folder, 'no-policy.json'), owner: 0 },
      output: outputTo({ out: (text) => (out += text), err: (text) => (err += text), live: false }),
    })
    expectShapes(argv, out)
    return { code, out, err }
  }
  const spawnWith = (more: NodeJS.ProcessEnv, stderr: 'ignore' | 'pipe', argv: readonly string[]) =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, ...argv], {
      env: { ...process.env, ...env, ...more },
      stdio: ['ignore', 'pipe', stderr],
    })
  const beginWith = (more: NodeJS.ProcessEnv, ...argv: string[]): ChildProcess =>
    spawnWith(more, 'ignore', argv)
  const control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
  const links = async (): Promise<readonly PrintedLink[]> => {
    const { out } = await runWith({}, 'links', '--json')
    return (JSON.parse(out) as { links: PrintedLink[] }).links
  }
  return {
    dataDir,
    /** By which a command works for the account of the sandbox. */
    env,
    sandbox,
    control,
    links,
    /** The advert of a stock number; 0 if it has none. */
    advertOf: async (key: string): Promise<number> =>
      (await links()).find((link) => link.key === key)?.autoId ?? 0,
    /** What the service was asked to write, and executed. */
    writes: async () => (await control.ledger()).filter(({ committed }) => committed),
    /** Reads the stock, and saves it as `stock.csv`. @returns the ids of its adverts */
    async stockIds(): Promise<number[]> {
      await runWith({}, 'sync')
      await runWith({}, 'export', join(folder, 'stock.csv'))
      const ids = readFileSync(join(folder, 'stock.csv'), 'utf8').match(/^\d{7,}/gm) ?? []
      return ids.map(Number)
    },
    /** Ids of own adverts, of which nothing is read here. */
    async unreadIds(): Promise<number[]> {
      const query = new URLSearchParams({ api_key: sandbox.key, user_id: String(sandbox.userId) })
      const answer = await fetch(`${sandbox.baseUrl}/auto/new/autos?${query}`)
      return ((await answer.json()) as { active: number[] }).active.map(Number)
    },
    /** A change that somebody makes at the service, without this app. */
    async changeElsewhere(autoId: number, values: Readonly<Record<string, string | number>>): Promise<void> {
      const query = new URLSearchParams({ api_key: sandbox.key, user_id: String(sandbox.userId) })
      for (const [name, value] of Object.entries({ auto_id: autoId, ...values }))
        query.set(name, String(value))
      const answer = await fetch(`${sandbox.baseUrl}/auto/new/autos?${query}`, { method: 'PUT' })
      if (answer.status !== 200) throw new Error(await answer.text())
    },
    path: (name: string): string => join(folder, name),
    file(name: string, content: string | Uint8Array): string {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    },
    /** Sets the dealer's own limit of calls. */
    limit: (perHour: number | null): void =>
      writeFileSync(
        join(dataDir, 'settings.json'),
        JSON.stringify({ preferences: { quota: { perHour, perMonth: null } } }),
      ),
    run: (...argv: string[]): Promise<Ran> => runWith({}, ...argv),
    /** Runs a command with more in its environment. */
    runWith,
    /** Runs a command in a process of its own, to its end. */
    async runApart(...argv: string[]): Promise<Ran> {
      const running = spawnWith({}, 'pipe', argv)
      const read = (stream: Readable | null): Promise<string> => text(stream ?? Readable.from([]))
      const [code, out, err] = await Promise.all([ended(running), read(running.stdout), read(running.stderr)])
      return { code: code ?? -1, out, err }
    },
    /** Begins a command in a process of its own. */
    begin: (...argv: string[]): ChildProcess => beginWith({}, ...argv),
    /** The same with more in its environment. */
    beginWith,
    async close(): Promise<void> {
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Counter = Awaited<ReturnType<typeof openCounter>>

/** The batches of the data folder as the window has them, without a way to the service. */
export const batchesOf = ({ dataDir }: Pick<Counter, 'dataDir'>): Batches =>
  openBatches({
    ...alone,
    journal: new Journal(join(dataDir, 'journal.db'), systemClock),
    dataDir,
    connect: () => Promise.reject(new Fault('network')),
  })

export const ended = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => process.once('exit', resolve))

/**
 * New vehicles that differ in their price and version: the same one is asked about once it is in stock. Small numbers count on
 * from a price that a new car may have.
 */
export const newVehicles = (prices: readonly number[]): string =>
  `marka_id,model_id,base_id,equip_id,currency_id,price,version,auto_note\n${prices.map((price) => `${fourCells()},USD,${price < 5_000 ? 20_000 + price : price},For ${price},Авто\n`).join('')}`
