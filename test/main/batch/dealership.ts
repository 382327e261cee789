import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatePayload } from '../../../src/main/writes/advert-write.ts'
import type { Batch } from '#shared/batch/row.ts'
import { openBatches, type Batches } from '../../../src/main/batch/open-batches.ts'
import type { BatchParts } from '../../../src/main/batch/sending/batch-parts.ts'
import type { BatchSource } from '../../../src/main/batch/journal/batch-record.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { alone } from './alone.ts'
import { type AdvertPort, type KnownAdvert } from '../../../src/main/batch/sending/service-adverts.ts'
import { systemClock, type Clock } from '../../../src/main/system/clock.ts'
import type { CallBudget } from '../../../src/main/http/call.ts'
import type { HttpClient } from '../../../src/main/http/http-client.ts'
import type { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { accountId, connectTo } from './connect-to.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import type { FileFacts } from '#shared/import/file-facts.ts'
import type { Profile } from '../../../src/sandbox/control/profiles.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'

export const source = (userId: number, change: Partial<BatchSource> = {}): BatchSource => ({
  accountId,
  userId,
  fileName: 'cars.csv',
  fileSha256: null,
  encoding: 'utf-8',
  bom: false,
  delimiter: ',',
  header: [],
  mapping: [],
  operation: 'mixed',
  file: null,
  undoOf: null,
  ...change,
})

/** How a plain CSV was read. */
export const csvFacts: FileFacts = {
  encoding: 'utf-8',
  guessed: false,
  delimiter: ',',
  quote: '"',
  decimalMark: '.',
  headerLine: 1,
  lineEnd: 'lf',
}

export const car = (change: Partial<CreatePayload> = {}): CreatePayload => ({
  ...fourIds(),
  currency_id: 1,
  price: 20_000,
  ...change,
})

/** A planned row; its cells are its payload's values. An edit without old values is one that a person agreed to overwrite with. */
export function planned(
  line: number,
  operation: 'create' | 'edit' | 'delete',
  payload: object,
  before: Values = {},
): PlannedRow {
  const values = payload as Values
  const autoId = typeof values.auto_id === 'number' ? values.auto_id : null
  return {
    line,
    operation,
    autoId,
    payload: values,
    before,
    fingerprint: fingerprintOf(operation, values),
    state: 'planned',
    problems: [],
    cells: Object.values(values).map(String),
    overwrite: operation === 'edit' && Object.keys(before).length === 0,
  }
}

/** Edits of as many adverts, of which none need exist. */
export const manyEdits = (count: number): PlannedRow[] =>
  Array.from({ length: count }, (_, at) =>
    planned(at + 2, 'edit', { auto_id: at + 1, currency_id: 1, price: 7_000 }),
  )

export interface DealershipOptions {
  readonly profile?: Profile
  readonly newElsewhere?: boolean
  readonly adverts?: number
  readonly parts?: Partial<BatchParts>
  readonly writeLimitMs?: number
  readonly readLimitMs?: number
  readonly budget?: CallBudget
  /** What the client waits by before it reads again. */
  readonly clientClock?: Clock
}

/** A sandbox, a data folder and the app's batches on them. `restart` opens the folder again. */
export class Dealership {
  readonly sandbox: Sandbox
  readonly control: SandboxControl
  readonly dataDir = mkdtempSync(join(tmpdir(), 'forecourt-batch-'))
  readonly port: AdvertPort
  readonly inventory: InventoryApi
  /** What the app's cache would know. */
  readonly cache = new Map<number, KnownAdvert>()
  readonly reports: { batch: Batch; rate: number; secondsLeft: number | null }[] = []
  readonly client: HttpClient
  readonly #parts: Partial<BatchParts>
  #batches: Batches
  #journal: Journal | null = null

  constructor(
    sandbox: Sandbox,
    { parts = {}, budget, clientClock, readLimitMs, writeLimitMs }: DealershipOptions,
  ) {
    const limits = {
      ...(clientClock && { clock: clientClock }),
      ...(budget && { budget }),
      ...(readLimitMs !== undefined && { readLimitMs }),
      ...(writeLimitMs !== undefined && { writeLimitMs }),
    }
    this.sandbox = sandbox
    this.control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    const { client, port, inventory } = connectTo(sandbox, limits, () => this.#journal)
    this.client = client
    this.port = port
    this.inventory = inventory
    this.#parts = parts
    this.#batches = this.#open({})
  }

  get userId(): number {
    return this.sandbox.userId
  }

  get batches(): Batches {
    return this.#batches
  }

  async restart(change: Partial<BatchParts> = {}): Promise<Batches> {
    await this.#batches.close(0)
    this.#batches = this.#open(change)
    return this.#batches
  }

  /** Parts that read this advert as it is now, whatever is written: a read may be late for a while. */
  async readLate(autoId: number): Promise<Partial<BatchParts>> {
    const { port } = this
    const shown = await port.readAdvert(autoId, AbortSignal.timeout(10_000))
    const late: AdvertPort = {
      userId: port.userId,
      serviceNow: () => port.serviceNow(),
      write: (row, stop) => port.write(row, stop),
      findOwn: (stop) => port.findOwn(stop),
      search: (criteria, page, stop) => port.search(criteria, page, stop),
      readAdvert: (id, stop) => (id === autoId ? Promise.resolve(shown) : port.readAdvert(id, stop)),
    }
    return { connect: () => Promise.resolve(late) }
  }

  /** Opens the folder again with a journal that the test looks into and changes. */
  async holdJournal(): Promise<Journal> {
    await this.#batches.close()
    const journal = new Journal(join(this.dataDir, 'journal.db'), systemClock)
    await this.restart({ journal })
    return journal
  }

  /** Plans and sends, and waits until nothing is being sent any more. */
  async run(rows: readonly PlannedRow[], change: Partial<BatchSource> = {}): Promise<Batch> {
    const { planner, control, reader } = this.#batches
    const { id } = await planner.plan(source(this.userId, change), rows)
    await control.send(id)
    await control.idle()
    return reader.get(id)
  }

  /** Ids of own adverts that the sandbox was seeded with. */
  async ownIds(count: number): Promise<number[]> {
    const own = await this.inventory.ownAdverts()
    return (own?.active ?? []).slice(0, count)
  }

  async close(): Promise<void> {
    await this.#batches.close(0)
    await this.client.close()
    await this.sandbox.close()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  #open(change: Partial<BatchParts>): Batches {
    const clock = change.clock ?? this.#parts.clock ?? systemClock
    const journal = new Journal(join(this.dataDir, 'journal.db'), clock)
    this.#journal = journal
    return openBatches({
      ...alone,
      journal,
      dataDir: this.dataDir,
      connect: () => Promise.resolve(this.port),
      cached: (_account, autoId) => this.cache.get(autoId) ?? null,
      clock,
      onProgress: (batch, rate, secondsLeft) => this.reports.push({ batch, rate, secondsLeft }),
      ...this.#parts,
      ...change,
    })
  }
}

export const openDealership = async (options: DealershipOptions = {}): Promise<Dealership> =>
  new Dealership(
    await startSandbox({
      databasePath: ':memory:',
      adverts: options.adverts ?? 40,
      profile: options.profile ?? 'contract',
      newElsewhere: options.newElsewhere ?? false,
    }),
    options,
  )
