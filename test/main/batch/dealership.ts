import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatePayload } from '../../../src/main/writes/advert-write.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { CachedAdvert } from '../../../src/main/batch/sending/advert-port.ts'
import { BatchService, type BatchServiceParts } from '../../../src/main/batch/batch-service.ts'
import type { BatchSource } from '../../../src/main/batch/journal/batch-table.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { noQuota } from '../../../src/main/batch/sending/advert-port.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { CallBudget } from '../../../src/main/http/call.ts'
import { accountId, connectTo } from './connect-to.ts'
import { SandboxControl } from '../../../src/sandbox/sandbox-control.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'

export const source = (userId: number, change: Partial<BatchSource> = {}): BatchSource => ({
  accountId,
  userId,
  plannedBy: 'test',
  fileName: 'cars.csv',
  fileSha256: null,
  encoding: 'utf-8',
  bom: false,
  delimiter: ',',
  header: [],
  mapping: [],
  operation: 'mixed',
  undoOf: null,
  ...change,
})

export const car = (change: Partial<CreatePayload> = {}): CreatePayload => ({
  marka_id: 9,
  model_id: 96,
  base_id: 1001,
  equip_id: 2001,
  currency_id: 1,
  price: 20_000,
  ...change,
})

/** A planned row; its cells are its payload's values. An edit without old values is one that somebody said yes to. */
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
    fingerprint: JSON.stringify([operation, payload]),
    state: 'planned',
    problems: [],
    cells: Object.values(values).map(String),
    overwrite: operation === 'edit' && Object.keys(before).length === 0,
  }
}

export interface DealershipOptions {
  readonly adverts?: number
  readonly parts?: Partial<BatchServiceParts>
  readonly writeLimitMs?: number
  readonly readLimitMs?: number
  readonly budget?: CallBudget
}

/** A sandbox, a data folder and a batch service on them, as the app has. `restart` opens the folder anew. */
export async function openDealership({ adverts = 40, parts = {}, ...limits }: DealershipOptions = {}) {
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts })
  const control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-batch-'))
  const { client, port, inventory } = connectTo(sandbox, limits)
  const cache = new Map<number, CachedAdvert>()
  const reports: { batch: Batch; rate: number; secondsLeft: number | null }[] = []
  const open = (change: Partial<BatchServiceParts> = {}) => {
    const clock = change.clock ?? parts.clock ?? systemClock
    const journal = new Journal(join(dataDir, 'journal.db'), clock)
    return new BatchService({
      journal,
      dataDir,
      program: 'test',
      connect: () => Promise.resolve(port),
      quota: noQuota,
      cached: (_account, autoId) => cache.get(autoId) ?? null,
      clock,
      lanes: { creates: 1, others: 8 },
      guard: 'live',
      onProgress: (batch, rate, secondsLeft) => reports.push({ batch, rate, secondsLeft }),
      ...parts,
      ...change,
    })
  }
  let service = open()
  const shop = {
    sandbox,
    control,
    dataDir,
    port,
    inventory,
    cache,
    reports,
    userId: sandbox.userId,
    get service() {
      return service
    },
    async restart(change: Partial<BatchServiceParts> = {}) {
      await service.close(0)
      service = open(change)
      return service
    },
    /** Plans and sends, and waits until nothing is under way. */
    async run(rows: readonly PlannedRow[], change: Partial<BatchSource> = {}): Promise<Batch> {
      const { id } = await service.plan(source(sandbox.userId, change), rows)
      await service.send(id)
      await service.settled()
      return service.get(id)
    },
    /** Ids of own adverts that the sandbox was seeded with. */
    async ownIds(count: number): Promise<number[]> {
      const own = await inventory.ownAdverts()
      return (own?.active ?? []).slice(0, count)
    },
    /** The same, sending edits and deletes without a live look before. */
    async unguarded() {
      await this.restart({ guard: 'cached' })
      return shop
    },
    async close() {
      await service.close(0)
      await client.close()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return shop
}

export type Dealership = Awaited<ReturnType<typeof openDealership>>
