import { expect, it } from 'vitest'
import { applyColumnMap, columnMapOf } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'

it.each<[string, string[], ColumnMapping]>([
  ['titles of their own', ['ID', 'Sum', 'Note'], ['auto_id', 'price', null]],
  ['titles that differ in case alone', ['ID', 'Note', 'note'], ['auto_id', 'auto_note', null]],
  ['the other of them', ['ID', 'Note', 'note'], ['auto_id', null, 'auto_note']],
])('gives the columns back that it was made of: %s', (_what, header, mapping) => {
  const map = columnMapOf('mine', header, mapping, {})
  const none = header.map(() => null)
  expect(applyColumnMap(map, header, none)).toEqual({ mapping, missing: [] })
})

it('loses no column that is used for another with its title', () => {
  const map = columnMapOf('mine', ['ID', 'Sum', 'Sum'], ['auto_id', 'price', null], {})
  expect(map.columns).toEqual({ ID: 'auto_id', Sum: 'price' })
})
