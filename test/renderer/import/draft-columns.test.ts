import { expect, it } from 'vitest'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { columnToChange } from '../../../src/renderer/import/draft-columns.ts'

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
