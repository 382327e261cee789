import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AdvertPort } from '../../src/main/batch/sending/service-adverts.ts'
import { Backups } from '../../src/main/batch/journal/backups.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { openBatches, type Batches } from '../../src/main/batch/open-batches.ts'
import { ServiceError } from '../../src/main/http/service-error.ts'
import { systemClock, timestamp } from '../../src/main/system/clock.ts'
import type { AdvertWrite, WriteResult } from '../../src/main/writes/advert-write.ts'
import { writtenAdvert } from '../../src/main/writes/shown-values.ts'
import type { LiveAdvert } from '../../src/main/batch/journal/live-advert.ts'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { car, planned, source } from '../main/batch/dealership.ts'
import { alone } from '../main/batch/alone.ts'

/** A row as the sound journal had it when the folder was copied. */
export interface TrueRow {
  readonly batch: string
  readonly line: number
  readonly operation: string
  readonly fingerprint: string
  readonly state: string
  /** The service made what the row asks for. */
  readonly executed: boolean
  /** The advert that a create became; null if it wasn't executed. */
  readonly made: number | null
}

/** A data folder as a power cut leaves it, and what was true then. */
export interface Stage {
  readonly name: string
  readonly dir: string
  readonly truth: readonly TrueRow[]
}

const userId = 7
/** The price of a row is its name: no two have the same. */
const priceOf = (write: AdvertWrite): number => Number((write.payload as { price?: number }).price)

const refused = { sent: 'maybe', answered: true, status: 422, ownForm: true } as const

/** A service in memory: it refuses one row in eleven, and of one in thirteen the answer is lost. */
class Service implements AdvertPort {
  readonly userId = userId
  readonly executed = new Map<number, number>()
  onWrite: () => void = () => undefined
  #asked = 0

  write(write: AdvertWrite): Promise<WriteResult> {
    this.#asked += 1
    const price = priceOf(write)
    const asked = this.#asked
    const isRefused = asked % 11 === 0
    if (!isRefused) this.executed.set(price, 500_000 + price)
    this.onWrite()
    if (isRefused) return Promise.reject(new ServiceError('rejected', refused))
    if (asked % 13 === 0)
      return Promise.reject(new ServiceError('network', { sent: 'maybe', answered: false }))
    return Promise.resolve({
      numRows: 1,
      lastInsertId: write.operation === 'create' ? 500_000 + price : 0,
    })
  }

  readAdvert(id: number): Promise<LiveAdvert> {
    return Promise.resolve({
      ...writtenAdvert(id, {}),
      userId,
      addDate: null,
      updateDate: null,
      title: null,
      baseId: null,
      equipId: null,
    })
  }

  readonly serviceNow = (): null => null
  readonly findOwn = (): Promise<null> => Promise.resolve(null)
  readonly search = (): Promise<[]> => Promise.resolve([])
}

/** One row in ten is longer than a page. */
const note = (n: number): string => (n % 10 === 3 ? 'довгий '.repeat(700) : 'Авто')

const rowsFrom = (first: number, count: number): PlannedRow[] =>
  Array.from({ length: count }, (_, n) => {
    const price = first + n
    const payload = { currency_id: 1 as const, price, auto_note: note(n) }
    return n % 3 === 0
      ? planned(n + 2, 'edit', { auto_id: price, ...payload })
      : planned(n + 2, 'create', car(payload))
  })

/** Lives of one data folder, copied at the moments of which the stages are named. */
export async function liveStages(): Promise<{ stages: Stage[]; drop: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'forecourt-damage-'))
  const dataDir = join(root, 'live')
  const service = new Service()
  const stages: Stage[] = []
  const keep = (name: string): string => {
    const dir = join(root, `stage-${stages.length}`)
    cpSync(dataDir, dir, { recursive: true, filter: (path) => !path.endsWith('-shm') })
    stages.push({ name, dir, truth: truthOf(dir, service.executed) })
    return dir
  }
  let batches = open(dataDir, service)
  const plan = async (name: string, rows: readonly PlannedRow[]): Promise<string> =>
    (await batches.planner.plan(source(userId, { fileName: `${name}.csv` }), rows)).id
  const send = async (id: string): Promise<void> => {
    for (let left = 1; left > 0;) {
      await batches.control.send(id)
      await batches.control.idle()
      left = batches.reader.get(id).counts.planned
    }
  }
  const first = await plan('first', rowsFrom(1_000, 100))
  await batches.backups.settled()
  keep('published')
  keepAt(service, 40, () => keep('first batch, 40 rows sent'))
  await send(first)
  await batches.backups.settled()
  keep('first batch ended')
  const second = await plan('second', rowsFrom(2_000, 300))
  await batches.backups.settled()
  keepAt(service, 120, () => keep('second batch, 120 rows sent'))
  await send(second)
  await batches.backups.settled()
  await batches.close()
  keep('closed')
  batches = open(dataDir, service)
  const third = await plan('third', rowsFrom(3_000, 120))
  await batches.backups.settled()
  await plan('fourth', rowsFrom(4_000, 40))
  keepAt(service, 60, () => keep('third batch'))
  await send(third)
  const fifth = await planBackedUp(batches, dataDir)
  await batches.backups.settled()
  keepAt(service, 30, () => dropWhole(keep('fifth batch, backed up in the middle of its planning')))
  await send(fifth)
  await batches.close()
  keep('closed again')
  return { stages, drop: () => rmSync(root, { recursive: true, force: true }) }
}

/** Plans a long batch of which a backup is made while it is being planned. @returns its id */
async function planBackedUp(batches: Batches, dataDir: string): Promise<string> {
  const backups = new Backups(join(dataDir, 'journal.db'))
  const made: Promise<void>[] = []
  function* rows(): Generator<PlannedRow> {
    for (const row of rowsFrom(5_000, 1_000)) {
      yield row
      if (row.line === 200) made.push(backups.take(timestamp(systemClock), () => Promise.resolve(true)))
    }
  }
  const { id } = await batches.planner.plan(source(userId, { fileName: 'fifth.csv' }), rows())
  await Promise.all(made)
  return id
}

/** Leaves the backup in which a batch is being planned as the newest one. */
function dropWhole(dir: string): void {
  for (const { path } of new Backups(join(dir, 'journal.db')).all()) {
    const db = new DatabaseSync(path, { readOnly: true })
    const planning = db.prepare(`SELECT 1 FROM batches WHERE state = 'planning'`).get()
    db.close()
    if (planning) return
    rmSync(path)
  }
  throw new Error('No backup was made while the batch was being planned')
}

/** Runs in the middle of the sending, with rows in flight. */
function keepAt(service: Service, after: number, keep: () => void): void {
  let count = 0
  service.onWrite = () => {
    count += 1
    if (count === after) keep()
  }
}

const open = (dataDir: string, service: Service): Batches =>
  openBatches({
    ...alone,
    journal: new Journal(join(dataDir, 'journal.db'), systemClock),
    dataDir,
    connect: () => Promise.resolve(service),
  })

function truthOf(dir: string, executed: ReadonlyMap<number, number>): TrueRow[] {
  const copy = `${dir}-read`
  cpSync(dir, copy, { recursive: true })
  const db = new DatabaseSync(join(copy, 'journal.db'))
  const rows = db
    .prepare(
      `SELECT batches.id AS batch, line, rows.operation, fingerprint, rows.state, payload ->> '$.price' AS price
       FROM rows JOIN batches ON seq = rows.batch WHERE batches.state <> 'planning'`,
    )
    .all()
  db.close()
  rmSync(copy, { recursive: true })
  return rows.map(({ batch, line, operation, fingerprint, state, price }) => ({
    batch: String(batch),
    line: Number(line),
    operation: String(operation),
    fingerprint: String(fingerprint),
    state: String(state),
    executed: executed.has(Number(price)),
    made: operation === 'create' ? (executed.get(Number(price)) ?? null) : null,
  }))
}
