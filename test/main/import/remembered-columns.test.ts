import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { columnMapOf } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { RememberedColumns } from '../../../src/main/import/remembered-columns.ts'
import { savedSchema } from '../../../src/main/storage/saved-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { databaseOfTest } from '../../databases.ts'

let db: DatabaseSync
let columns: RememberedColumns
let time: number

beforeEach(() => {
  time = 0
  db = databaseOfTest(savedSchema)
  columns = new RememberedColumns(db, { ...systemClock, now: () => (time += 1_000) })
})

const remember = (account: string, header: readonly string[], mapping: ColumnMapping): void =>
  columns.remember(account, header, columnMapOf('', header, mapping, {}))
const found = (account: string, header: readonly string[]) => columns.of(account, header)?.columns

test('the same headers in another order and letter case are the same kind of file', () => {
  remember('one', ['Код', 'Ціна', 'Примітка'], ['auto_id', 'price', null])
  expect(found('one', ['ціна', 'ПРИМІТКА', ' код '])).toEqual({
    Код: 'auto_id',
    Ціна: 'price',
    Примітка: null,
  })
  expect(found('one', ['Код', 'Ціна'])).toBeUndefined()
  expect(found('one', ['Код', 'Ціна', 'Примітка', ''])).toBeUndefined()
})

test('the columns belong to an account, and the last choice counts', () => {
  remember('one', ['a'], ['price'])
  remember('one', ['a'], ['auto_id'])
  expect(found('one', ['a'])).toEqual({ a: 'auto_id' })
  expect(found('two', ['a'])).toBeUndefined()
})

test('the fifty kinds of file used last are kept', () => {
  for (let kind = 0; kind < 50; kind += 1) remember('one', [`h${kind}`], ['price'])
  remember('one', ['h0'], ['price'])
  remember('one', ['new'], ['price'])
  expect(found('one', ['h1'])).toBeUndefined()
  for (const kept of ['h0', 'h2', 'h49', 'new']) expect(found('one', [kept])).toEqual({ [kept]: 'price' })
})

test('a header with the name of a property of every object is a header like any other', () => {
  remember('one', ['constructor', 'toString'], ['price', 'auto_id'])
  expect(found('one', ['toString', 'constructor'])).toEqual({ constructor: 'price', toString: 'auto_id' })
})

test('the sheet is that of the last workbook with the same sheets, for its account', () => {
  const of = ['Довідка', 'Склад']
  const take = (header: string, name: string): void =>
    columns.remember('one', [header], { ...columnMapOf('', [header], ['price'], {}), sheet: { name, of } })
  expect(columns.sheetOf('one', of)).toBeNull()
  take('a', 'Склад')
  expect(columns.sheetOf('one', of)).toBe('Склад')
  take('b', 'Довідка')
  expect(columns.sheetOf('one', of)).toBe('Довідка')
  expect([columns.sheetOf('two', of), columns.sheetOf('one', ['Склад'])]).toEqual([null, null])
})

test('columns that could not be read again are not kept', () => {
  const twice = columnMapOf(
    '',
    ['a', 'a', 'b'],
    ['price', 'version', 'price'],
    {},
    {
      price: { columns: [0, 2], separator: '' },
    },
  )
  columns.remember('one', ['a', 'a', 'b'], twice)
  expect(columns.of('one', ['a', 'a', 'b'])).toBeNull()
})

test('the file of failed rows gets the columns of its file, and changes nothing of what is kept for that', () => {
  const header = ['Код', 'Ціна']
  columns.remember('one', header, {
    ...columnMapOf('Салон', header, ['auto_id', 'price'], {}),
    holds: 'stock',
    source: 'Салон',
  })
  const failed = [...header, 'error_code', 'error_message']
  const found = columns.of('one', failed)
  expect(found).toMatchObject({ columns: { Код: 'auto_id', Ціна: 'price' } })
  // Some rows are no whole stock: the cars that are not among them are not missing.
  expect(found).not.toHaveProperty('source')
  expect(found?.holds).toBeUndefined()
  remember('one', failed, [null, 'price', null, null])
  expect(columns.of('one', header)).toMatchObject({ holds: 'stock', columns: { Код: 'auto_id' } })
  expect(columns.of('one', [...header, 'error_code'])).toBeNull()
})
