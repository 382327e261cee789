import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  reportUnreadable,
  RowQuery,
  storedFlag,
  withDefault,
  readStored,
} from '../../../src/main/storage/row-query.ts'
import { storageFaultOf } from '../../../src/main/storage/storage-fault.ts'
import { UnreadableRecords } from '../../../src/main/storage/unreadable-records.ts'

const saleSchema = z.object({ id: z.number(), soldAt: z.string().nullable(), sold: storedFlag })

let db: DatabaseSync
beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE sales (id INTEGER, sold_at TEXT, sold INTEGER)')
  db.exec(`INSERT INTO sales VALUES (1, '2026-11-21', 1), (2, NULL, 0), (3, NULL, 7)`)
})

const sales = (condition: string) =>
  new RowQuery(saleSchema, `SELECT id, sold_at AS soldAt, sold FROM sales WHERE ${condition} ORDER BY id`)

test('rows come as the schema makes them', () => {
  expect(sales('id < ?').all(db, 3)).toEqual([
    { id: 1, soldAt: '2026-11-21', sold: true },
    { id: 2, soldAt: null, sold: false },
  ])
  expect(sales('id = ?').first(db, 2)).toEqual({ id: 2, soldAt: null, sold: false })
  expect(sales('id = ?').first(db, 99)).toBeUndefined()
})

test('a row that the schema does not know is left out and told, never a wrong value', () => {
  const told: string[] = []
  reportUnreadable(db, ({ place, leftOut }) => told.push(`${place} ${leftOut}`))
  expect(sales('id = 3').first(db)).toBeUndefined()
  expect(sales('id >= 2').all(db)).toEqual([{ id: 2, soldAt: null, sold: false }])
  expect(told).toEqual([', sales true', ', sales true'])
  expect(() => sales('id = 99').one(db)).toThrow(
    expect.objectContaining({ code: 'storage', details: { reason: 'row-unreadable', path: ', sales' } }),
  )
})

test('a query still fits its rows after the table gained a column', () => {
  const query = sales('id = 1')
  expect(query.first(db)).toMatchObject({ id: 1 })
  db.exec('ALTER TABLE sales ADD COLUMN buyer TEXT')
  expect(query.first(db)).toEqual({ id: 1, soldAt: '2026-11-21', sold: true })
})

test('a part that can’t be read is told, and the record is there without it', () => {
  const unreadable = new UnreadableRecords()
  reportUnreadable(db, (found) => unreadable.note(found))
  const schema = z.object({ id: z.number(), sold: withDefault('sold', storedFlag, false) })
  const query = new RowQuery(schema, 'SELECT id, sold FROM sales ORDER BY id')
  const rows = [
    { id: 1, sold: true },
    { id: 2, sold: false },
    { id: 3, sold: false },
  ]
  expect(query.all(db)).toEqual(rows)
  expect(unreadable.places).toEqual([{ place: ', sales', leftOut: false, count: 1 }])
  expect(new RowQuery(schema, 'SELECT id, sold FROM sales WHERE id < 3').all(db)).toEqual(rows.slice(0, 2))
  expect(query.all(db)).toEqual(rows)
  expect(unreadable.places).toEqual([{ place: ', sales', leftOut: false, count: 1 }])
})

test('only what is saved is an unreadable record: a schema that something else doesn’t fit is an error of the app', () => {
  const schema = z.object({ id: z.number() })
  expect(() => readStored(schema, { id: 'x' }, 'journal.db, rows')).toThrow(
    expect.objectContaining({
      code: 'storage',
      details: { reason: 'row-unreadable', path: 'journal.db, rows' },
    }),
  )
  expect(storageFaultOf(schema.safeParse({ id: 'x' }).error)).toBeNull()
})
