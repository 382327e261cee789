import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import {
  createMarkIndex,
  journalledCreates,
  keptCreateMarkIndex,
  markSql,
} from '../../../src/main/batch/journal/journalled-creates.ts'
import { readPages } from '../../../src/main/batch/journal/page-findings.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { markFactors, markOfCreate, markPlaces } from '../../../src/main/writes/create-marks.ts'
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

const fields = Object.keys(markFactors) as (keyof typeof markFactors)[]
const markOf = (payload: Values): number =>
  markOfCreate(
    fields.map((field) => Number(payload[field] ?? Number.NaN)),
    markPlaces(fields),
  )

const payloadOf = (equip_id: number): Values => ({
  ...{ marka_id: 9, model_id: 96, base_id: 1, equip_id, currency_id: 1, price: 5_000 },
  auto_note: `Авто ${equip_id}`,
})
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => planned(from + at, 'create', payloadOf(from + at)))

/** Those of the creates that the journal's marks let pass. */
const passed = async (rows: readonly { payload: Values }[]) => {
  const marks = await journalledCreates(journal.db)
  return marks && rows.filter(({ payload }) => marks.mayHave(markOf(payload)))
}

const keep = (equip_id: number): void =>
  void journal.db
    .prepare(
      `INSERT INTO kept_rows (batch, line, operation, state, auto_id, fingerprint, payload, sent)
       VALUES (1, ?, 'create', 'done', 5, 'f', ?, 1)`,
    )
    .run(equip_id, JSON.stringify(payloadOf(equip_id)))

test('the marks pass every create of the journal, kept ones too, and hardly any other', async () => {
  const rows = some(2, 2_000)
  await planBatch(journal, source(1), rows, () => null)
  keep(9_001)
  const held = [...rows, ...some(9_001, 1)]
  expect(await passed(held)).toEqual(held)
  expect((await passed(some(20_000, 2_000)))?.length).toBeLessThan(3)
})

test('no create is told apart while there may be one without a mark', async () => {
  await planBatch(journal, source(1), some(2, 2), () => null)
  expect(await passed(some(7, 1))).toEqual([])
  journal.db.exec('SAVEPOINT before')
  journal.db.exec(`INSERT INTO lost_rows VALUES (1, 9, 'done', NULL)`)
  // It can't be known again by its fingerprint either: planning and checking ask for such batches apart from it.
  expect(await passed(some(7, 1))).toEqual([])
  journal.db.exec(`INSERT INTO lost_rows VALUES (1, 10, 'done', 'some fingerprint')`)
  expect(await passed(some(7, 1))).toBeNull()
  for (const damage of [
    `INSERT INTO rows (batch, line, operation, state, payload, before, problems, fingerprint)
       VALUES (1, 9, 'create', 'planned', '{"price":5', '{}', '[]', 'f')`,
    `INSERT INTO kept_rows (batch, line, operation, state, auto_id, fingerprint, payload, sent)
       VALUES (1, 9, 'create', 'done', 5, 'f', '{"price":5', 1)`,
  ]) {
    journal.db.exec(
      `ROLLBACK TO before; PRAGMA ignore_check_constraints = 1; ${damage}; PRAGMA ignore_check_constraints = 0`,
    )
    expect(await passed(some(7, 1))).toBeNull()
  }
  journal.db.exec('ROLLBACK TO before; RELEASE before')
})

test('a factor of the marks is that of the journals that were written', () => {
  // Whoever changes a factor has to give the journal another version of its schema.
  const indexes = `${createMarkIndex};\n${keptCreateMarkIndex}`
  expect(createHash('sha256').update(indexes).digest('hex')).toBe(
    '5c384234b3cfbf66d3d810b8a6f420636bfd5156c182e3952a613b3eb7f989eb',
  )
  expect(markOf(payloadOf(77))).toBe(2_709_703_424)
})

test('what a salvage finds of creates that were never sent is no attempt', async () => {
  await planBatch(journal, source(1), some(2, 300), () => null)
  journal.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { rowEntries, attemptRows } = readPages(path, () => false)
  expect(rowEntries.size).toBe(300)
  // The entry of the batch in its own list is two numbers too.
  expect(attemptRows.size).toBeLessThan(2)
})

const id = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
)
const price = fc
  .oneof(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 99_999_999_999_900 }))
  .map((hundredths) => hundredths / 100)
const payload: fc.Arbitrary<Partial<Record<FieldName, number>>> = fc.record(
  {
    marka_id: id,
    model_id: id,
    base_id: id,
    equip_id: id,
    currency_id: fc.constantFrom(1, 2, 3),
    price,
  },
  { requiredKeys: ['marka_id'] },
)

test('SQLite makes the same mark of a payload as a check makes of its row', () => {
  const mark = journal.db.prepare(`SELECT ${markSql} AS mark FROM (SELECT ? AS payload)`)
  fc.assert(
    fc.property(payload, (values) => {
      expect(mark.get(JSON.stringify(values))).toEqual({ mark: markOf(values as Values) })
    }),
    { numRuns: 2_000 },
  )
})
