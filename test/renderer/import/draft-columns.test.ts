import { expect, it } from 'vitest'
import type { ColumnMapping, DraftRow } from '#shared/import/draft.ts'
import { fieldTitle } from '../../../src/renderer/import/column-title.ts'
import { columnToChange, draftColumns } from '../../../src/renderer/import/draft-columns.ts'

it.each<[string | undefined, ColumnMapping, number]>([
  ['cell-2', ['auto_id', 'price', 'auto_note'], 2],
  ['cell-0', ['auto_id', 'price', 'auto_note'], 0],
  ['line', ['auto_id', 'currency_id', 'price'], 2],
  [undefined, ['auto_id', null, 'auto_note'], 2],
  ['title', ['auto_id', null, 'marka_id'], 2],
  ['line', ['auto_id'], 0],
  ['line', [null, null], 0],
])('begins a change at %s of %j with column %i', (active, mapping, column) => {
  expect(columnToChange(active, mapping)).toBe(column)
})

it('shows old → new once for columns that are joined, and the cells of the others as they are', () => {
  const columns = draftColumns(['ID', 'Сума', 'Валюта'], ['auto_id', 'price', 'price'], 'edit')
  expect(columns.slice(-2).map(({ title }) => title)).toEqual(['Price old → new', 'Валюта · Price'])
  const row = {
    ...{ operation: 'edit', valid: true, cells: ['5', '9100', '$'], problems: [] },
    ...{ payload: { auto_id: 5, price: 9_100, currency_id: 1 }, before: { price: 9_000, currency_id: 1 } },
  } as unknown as DraftRow
  const texts = columns.slice(-2).map(({ text }) => text(row))
  expect(texts).toEqual([expect.stringContaining('→'), '$'])
})

it('names all columns that are joined to a field', () => {
  const header = ['ID', 'Сума', 'Валюта']
  expect(fieldTitle('price', header, ['auto_id', 'price', 'price'])).toBe('Сума + Валюта')
  expect(fieldTitle('version', header, ['auto_id', 'price', 'price'])).toBe('Version')
})
