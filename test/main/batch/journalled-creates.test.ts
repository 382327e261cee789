import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { journalMigrations } from '../../../src/main/batch/journal/journal-migrations.ts'
import { createMarkIndexes } from '../../../src/main/batch/journal/journalled-creates.ts'
import { readPages } from '../../../src/main/batch/journal/page-findings.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { planned, source } from './dealership.ts'

const dir = mkdtempSync(join(tmpdir(), 'forecourt-creates-'))
const path = join(dir, 'journal.db')
let journal: Journal
beforeEach(() => {
  journal = new Journal(path, systemClock)
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const payloadOf = (equip_id: number): Values => ({
  ...{ marka_id: 9, model_id: 96, base_id: 1, equip_id, currency_id: 1, price: 5_000 },
  auto_note: `Авто ${equip_id}`,
})
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => planned(from + at, 'create', payloadOf(from + at)))

const keep = (equip_id: number): void =>
  void journal.db
    .prepare(
      `INSERT INTO kept_rows (batch, line, operation, state, auto_id, fingerprint, payload, sent)
       VALUES (1, ?, 'create', 'done', 5, 'f', ?, 1)`,
    )
    .run(equip_id, JSON.stringify(payloadOf(equip_id)))

test('a journal of the version before gets the indexes of its creates when it is opened', async () => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
  journal = new Journal(path, systemClock)
  await planBatch(journal, source(1), some(2, 300), () => null)
  keep(9_001)
  journal.close()
  const older = new DatabaseSync(path)
  older.exec('DROP INDEX creates_by_mark; DROP INDEX kept_creates_by_mark; DROP TABLE uncached_rows')
  older.exec('DROP TRIGGER rows_uncached; DROP INDEX rows_by_likeness')
  const before = journalMigrations.findIndex((step) => step.toString().includes('createMarkIndexes'))
  expect(before).toBeGreaterThan(0)
  older.exec(`PRAGMA user_version = ${before}`)
  older.close()
  journal = new Journal(path, systemClock)
  expect(journal.db.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE '%by_mark'`).all()).toHaveLength(
    2,
  )
})

test('the indexes of old journals are made as ever', () => {
  // With another factor the journal needs new indexes.
  const [first = '', second = ''] = createMarkIndexes.trim().split(';')
  expect(
    createHash('sha256')
      .update(first + second)
      .digest('hex'),
  ).toBe('bc5051d0899ed920abff6119be022b89416981f4f7c3f663c07c98b0f396d285')
})

test('what a salvage finds of creates that were never sent is no attempt', async () => {
  await planBatch(journal, source(1), some(2, 300), () => null)
  journal.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { rowEntries, attemptRows } = readPages(path, () => false)
  expect(rowEntries.size).toBe(300)
  // The entry of the batch in its own list is two numbers too.
  expect(attemptRows.size).toBeLessThan(2)
})
