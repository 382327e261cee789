import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalSchema } from '../../../src/main/batch/journal/journal-schema.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { recordWidths } from '../../../src/main/batch/journal/page-findings.ts'
import { copiedTables, salvage } from '../../../src/main/batch/journal/salvage.ts'
import type { Salvaged } from '../../../src/main/batch/journal/salvaged.ts'
import { migrate } from '../../../src/main/storage/database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'
import { source } from './dealership.ts'

const pageSize = 4_096
/** `batch_counts` is made again by triggers; the new journal has an `identity` and a mark of its own. */
const ownTables = ['batch_counts', 'identity', 'uncached_rows']
const folder = mkdtempSync(join(tmpdir(), 'salvage-'))
const original = join(folder, 'journal.db')
const rowsOfBatch = [45, 20] as const
const total = rowsOfBatch[0] + rowsOfBatch[1]

const payload = (batch: number, n: number) => ({ marka_id: 9, model_id: n + 1, price: batch * 1_000 + n })
/** One row in ten is longer than a page. */
const cells = (n: number) => [n % 10 === 3 ? 'довгий '.repeat(700) : `cell ${n}`]

const plannedCreate = (batch: number, n: number) =>
  ({
    line: n + 2,
    operation: 'create',
    autoId: null,
    payload: payload(batch, n),
    before: {},
    fingerprint: fingerprintOf('create', payload(batch, n)),
    state: 'planned',
    problems: [],
    cells: cells(n),
  }) as const

/** Two batches, all of whose rows were sent, with a saved Retry-After. */
function makeJournal(path: string): void {
  const journal = new Journal(path, systemClock)
  journal.highWater.begin()
  rowsOfBatch.forEach((count, batch) => {
    const seq = journal.batches.begin(
      `2026-01-0${batch + 1}-aaaaa`,
      source(7, { operation: 'create' }),
      journal.now(),
    )
    for (let n = 0; n < count; n += 1) journal.rows.insert(seq, plannedCreate(batch, n))
    journal.batches.publish(seq, 0)
    journal.batches.setState(seq, { state: 'running' }, journal.now())
    journal.db.exec(`UPDATE rows SET state = 'sending', attempts = 1 WHERE batch = ${seq};
      INSERT INTO attempts (row, kind, request_hash, started_at, ended_at, outcome)
        SELECT id, 'send', 'hash', 'T0', 'T1', 'done' FROM rows WHERE batch = ${seq};
      UPDATE rows SET state = 'done', auto_id = 1000 + id, outcome_source = 'response' WHERE batch = ${seq}`)
    journal.batches.setState(seq, { state: 'finished' }, journal.now())
  })
  journal.holds.set('account', 1_000, 2_000)
  journal.close()
}

function fresh(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  migrate(db, journalSchema)
  return db
}

const count = (db: DatabaseSync, sql: string): number => Number(db.prepare(sql).get()?.n)

interface Outcome {
  readonly read: Salvaged
  readonly rows: ReadonlySet<string>
  readonly holds: number
  readonly perBatch: readonly (number | null)[]
  readonly attempts: number
}

/** What becomes of the journal after `damage`; each salvaged row is compared with what was planned. */
function salvaged(damage: (path: string) => void): Outcome {
  const path = join(folder, 'damaged.db')
  copyFileSync(original, path)
  damage(path)
  const db = fresh()
  try {
    const read = salvage(path, db)
    const rows = db.prepare('SELECT batch, line, payload, fingerprint, state, attempts FROM rows').all()
    for (const row of rows)
      expect(row.payload).toBe(JSON.stringify(payload(Number(row.batch) - 1, Number(row.line) - 2)))
    expect(read.rows).toBe(rows.length)
    return {
      read,
      rows: new Set(rows.map(({ batch, line }) => `${String(batch)}:${String(line)}`)),
      holds: count(db, 'SELECT count(*) AS n FROM holds'),
      perBatch: db
        .prepare('SELECT unreadable FROM batches ORDER BY seq')
        .all()
        .map(({ unreadable }) => (unreadable === null ? null : Number(unreadable))),
      attempts: count(db, 'SELECT count(*) AS n FROM attempts'),
    }
  } finally {
    db.close()
    rmSync(path, { force: true })
    rmSync(`${path}-wal`, { force: true })
  }
}

let pages: number
/** Rows that have a byte on each page, by the page's number. */
const rowsOnPage = new Map<number, number>()
beforeAll(() => {
  makeJournal(original)
  pages = readFileSync(original).length / pageSize
  const db = new DatabaseSync(original)
  for (const { pageno, ncell, pagetype } of db
    .prepare(`SELECT pageno, ncell, pagetype FROM dbstat WHERE name = 'rows'`)
    .all())
    rowsOnPage.set(Number(pageno), pagetype === 'leaf' ? Number(ncell) : pagetype === 'overflow' ? 1 : 0)
  db.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const overwrite =
  (page: number, bytes: Buffer) =>
  (path: string): void => {
    const file = readFileSync(path)
    bytes.copy(file, (page - 1) * pageSize)
    writeFileSync(path, file)
  }

/** The same bytes in every run. */
function noise(seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length: pageSize }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >>> 16),
  )
}

/** No row of an intact page is lost, and what is lost is told, by batch and in the sum. */
function expectTold({ read, rows, perBatch, attempts }: Outcome, lostAtMost: number): void {
  expect(rows.size).toBeGreaterThanOrEqual(total - lostAtMost)
  if (read.unreadable !== null) expect(rows.size + read.unreadable).toBe(total)
  const isComplete = rows.size === total
  if (!isComplete) expect(perBatch.some((lost) => lost !== 0) || read.unreadable !== 0).toBe(true)
  if (isComplete && attempts < total) expect(read.lost).toContain('attempts')
  // Each row that was sent has an attempt that says so, its own or one in its place.
  expect(attempts).toBeGreaterThanOrEqual(rows.size)
}

it('salvages every table of the journal, or makes it again', () => {
  const db = fresh()
  const names = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map(({ name }) => name)
  expect(names).toEqual([...copiedTables, ...ownTables].sort())
})

it('salvages all of a sound journal, a saved Retry-After with it', () => {
  const { read, holds, perBatch, attempts } = salvaged(() => undefined)
  expect(read).toMatchObject({ batches: 2, rows: total, attempts: total, unreadable: 0, lost: [] })
  expect({ holds, perBatch, attempts }).toEqual({ holds: 1, perBatch: [0, 0], attempts: total })
})

describe.each([
  ['zeros', () => Buffer.alloc(pageSize)],
  ['random bytes', (page: number) => noise(page * 7 + 1)],
  ['half of it zeros', () => Buffer.alloc(pageSize / 2)],
  ['the last half zeros', null],
] as const)('a page overwritten by %s', (_, bytes) => {
  it('loses at most its own rows, and says so, whichever page it is', () => {
    for (let page = 1; page <= pages; page += 1) {
      const damage = bytes
        ? overwrite(page, bytes(page))
        : (path: string): void => {
            const file = readFileSync(path)
            file.fill(0, (page - 0.5) * pageSize, page * pageSize)
            writeFileSync(path, file)
          }
      expectTold(salvaged(damage), rowsOnPage.get(page) ?? 0)
    }
  }, 60_000)
})

it('a damaged first page or header loses no row', () => {
  for (const bytes of [
    Buffer.alloc(pageSize),
    noise(3),
    Buffer.alloc(16),
    Buffer.alloc(100),
    noise(5).subarray(0, 100),
  ]) {
    const { read, perBatch, holds } = salvaged(overwrite(1, bytes))
    expect({ rows: read.rows, batches: read.batches, unreadable: read.unreadable }).toEqual({
      rows: total,
      batches: 2,
      unreadable: 0,
    })
    expect(perBatch).toEqual([0, 0])
    expect(holds).toBe(1)
  }
})

it('a row that was never sent has no attempt, whichever page is damaged', () => {
  const path = join(mkdtempSync(join(folder, 'unsent-')), 'journal.db')
  const journal = new Journal(path, systemClock)
  journal.highWater.begin()
  for (const id of ['2026-01-01-aaaaa', '2026-01-02-aaaaa']) {
    const seq = journal.batches.begin(id, source(7, { operation: 'create' }), journal.now())
    for (let n = 0; n < 5; n += 1) journal.rows.insert(seq, plannedCreate(seq - 1, n))
    journal.batches.publish(seq, 0)
  }
  // The third row alone is on its way, as the fourth attempt: those before it went with their rows.
  journal.db.exec(`UPDATE batches SET state = 'running' WHERE seq = 1;
    UPDATE rows SET state = 'sending', attempts = 1 WHERE id = 3;
    INSERT INTO attempts (id, row, kind, request_hash, started_at) VALUES (4, 3, 'send', 'hash', 'T0')`)
  journal.close()
  const sent = (damage: (path: string) => void): unknown[] => {
    const copy = join(folder, 'unsent-damaged.db')
    copyFileSync(path, copy)
    damage(copy)
    const db = fresh()
    salvage(copy, db)
    const rows = db.prepare('SELECT DISTINCT row FROM attempts').all()
    db.close()
    return rows.map(({ row }) => row)
  }
  const unsentPages = readFileSync(path).length / pageSize
  for (let page = 1; page <= unsentPages; page += 1)
    expect([[], [3]], `page ${page}`).toContainEqual(sent(overwrite(page, Buffer.alloc(pageSize))))
  expect(sent(() => undefined)).toEqual([3])
})

it('knows the records of every table by the number of their columns, in this version of the schema, too', () => {
  const db = fresh()
  for (const [table, [, most]] of Object.entries(recordWidths))
    expect(count(db, `SELECT count(*) AS n FROM pragma_table_info('${table}')`), table).toBe(most)
  db.close()
})

it('what archived rows left is found on its pages, and none of their rows is called lost', () => {
  const path = join(folder, 'archived.db')
  copyFileSync(original, path)
  const archived = new DatabaseSync(path)
  archived.exec(`INSERT INTO kept_rows (id, batch, line, operation, state, auto_id, fingerprint, payload, sent)
      SELECT id, batch, line, operation, state, auto_id, fingerprint, payload, 1 FROM rows WHERE batch = 1;
    UPDATE batches SET archived_at = 'T2', archived_counts = '{"done":45}' WHERE seq = 1;
    DELETE FROM attempts WHERE row IN (SELECT id FROM rows WHERE batch = 1); DELETE FROM rows WHERE batch = 1;`)
  archived.close()
  for (const isDamaged of [false, true]) {
    if (isDamaged) overwrite(1, Buffer.alloc(pageSize))(path)
    const db = fresh()
    const read = salvage(path, db)
    expect(read).toMatchObject({ batches: 2, unreadable: 0 })
    expect(count(db, 'SELECT count(*) AS n FROM rows WHERE batch = 2')).toBe(rowsOfBatch[1])
    expect(count(db, 'SELECT count(*) AS n FROM kept_rows')).toBe(rowsOfBatch[0])
    expect(count(db, 'SELECT count(*) AS n FROM lost_rows')).toBe(0)
    expect(read.lost.includes('kept')).toBe(isDamaged)
    db.close()
  }
})

describe('a WAL', () => {
  /** A journal whose last commits are only in its WAL, as after a kill. */
  function withWal(damage: (path: string) => void): Outcome {
    return salvaged((path) => {
      const live = join(folder, 'live.db')
      copyFileSync(original, live)
      const db = new DatabaseSync(live)
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
        UPDATE holds SET until = 9000; UPDATE batches SET file_name = 'newer.csv'`)
      for (const suffix of ['', '-wal']) copyFileSync(live + suffix, path + suffix)
      db.close()
      damage(path)
    })
  }

  it('is read over the file, whose first page may be damaged', () => {
    for (const damage of [() => undefined, overwrite(1, Buffer.alloc(pageSize))]) {
      const { read, holds } = withWal(damage)
      expect({ rows: read.rows, batches: read.batches, holds }).toEqual({ rows: total, batches: 2, holds: 1 })
    }
  })

  it('that is damaged or cut costs no row of the file', () => {
    const wal = (change: (bytes: Buffer) => Buffer) => (path: string) =>
      writeFileSync(`${path}-wal`, change(readFileSync(`${path}-wal`)))
    for (const change of [
      (bytes: Buffer) => bytes.fill(0),
      (bytes: Buffer) => bytes.fill(0xa5, 0, 32),
      (bytes: Buffer) => bytes.fill(0xa5, 60, 400),
      (bytes: Buffer) => bytes.subarray(0, 1_000),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 10),
    ])
      expect(withWal(wal(change)).read).toMatchObject({ rows: total, batches: 2, unreadable: 0 })
  })
})

it('a file that was cut keeps the rows before the cut, and says what is lost', () => {
  for (let page = 0; page < pages; page += 3) {
    const lost = [...rowsOnPage].reduce((sum, [number, rows]) => sum + (number > page ? rows : 0), 0)
    expectTold(
      salvaged((path) => truncateSync(path, page * pageSize)),
      lost,
    )
    expectTold(
      salvaged((path) => truncateSync(path, page * pageSize + 100)),
      lost,
    )
  }
}, 60_000)
