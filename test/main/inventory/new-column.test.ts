import { expect, test, vi } from 'vitest'
import { advertFilterSchema } from '#shared/inventory/advert-filter.ts'
import { advertQuerySchema, advertRowSchema } from '#shared/inventory/advert.ts'
import type * as Table from '#shared/inventory/cached-columns.ts'
import { cacheSchema } from '../../../src/main/context/schemas.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { columnField, isNameField } from '../../../src/renderer/inventory/filter-words.ts'
import { advert } from './adverts.ts'
import { databaseOfTest } from '../../databases.ts'

/** Two made-up columns, in the table alone. */
vi.mock('#shared/inventory/cached-columns.ts', async (original) => {
  const real = await original<typeof Table>()
  const extra = {
    ownersBefore: { kind: 'whole', sort: 'value', filter: 'range' },
    paintName: { kind: 'text', sort: 'dictionary', filter: 'names' },
  } satisfies Readonly<Record<string, Table.CachedColumnRow>>
  return { ...real, cachedColumns: { ...real.cachedColumns, ...extra } }
})

const now = '2026-11-01 12:00:00'

/** An advert with the columns that its type doesn't have. */
const painted = (id: number, paintName: string, ownersBefore: number | null) => ({
  ...advert(id),
  paintName,
  ownersBefore,
})

function stock() {
  const db = databaseOfTest(cacheSchema)
  const table = new AdvertsTable(db)
  table.save('a', [painted(1, 'їжак', 2), painted(2, 'Ірис', null), painted(3, 'яшма', 1)])
  return table
}

const listed = (query: object, table = stock()): number[] => [
  ...table.ids('a', 7, advertQuerySchema.parse({ text: '', states: [], sort: [], ...query }), now),
]

test('a column that is in the table alone is created, written and read again', () => {
  const table = stock()
  const [row] = table.rows('a', [1], now)
  expect(row).toMatchObject({ paintName: 'їжак', ownersBefore: 2 })
  expect(advertRowSchema.parse(row)).toEqual(row)
  expect(table.facts.all('a', [2])).toMatchObject([{ paintName: 'Ірис', ownersBefore: null }])
  expect(table.facts.brief('a', [3])).toMatchObject([{ paintName: 'яшма', ownersBefore: 1 }])
  expect(table.save('a', [painted(1, 'їжак', 3)])).toMatchObject({ ids: [1], columns: ['ownersBefore'] })
})

test('lists are sorted by it, by its value or as a dictionary has it', () => {
  expect(listed({ sort: [{ column: 'ownersBefore', descending: false }] })).toEqual([3, 1, 2])
  expect(listed({ sort: [{ column: 'paintName', descending: false }] })).toEqual([2, 1, 3])
})

test('a list that is loaded follows what is written', () => {
  const table = stock()
  const sort = [{ column: 'paintName', descending: false }]
  listed({ sort }, table)
  table.save('a', [painted(1, 'ясен', 2), painted(3, 'Абрикос', 1)])
  expect(listed({ sort }, table)).toEqual([3, 2, 1])
})

test('lists are filtered by it, by bounds or by names', () => {
  expect(listed({ filters: [{ field: 'ownersBefore', from: 1, to: 1 }] })).toEqual([3])
  expect(listed({ filters: [{ field: 'paintName', values: ['ІРИС', 'яшма'] }] })).toEqual([3, 2])
  expect(advertFilterSchema.safeParse({ field: 'ownersBefore', values: ['1'] }).success).toBe(false)
})

test('the window offers its filter', () => {
  expect(columnField('ownersBefore')).toBe('ownersBefore')
  expect(isNameField(advertFilterSchema.parse({ field: 'paintName', values: ['a'] }).field)).toBe(true)
})
