import { expect, it } from 'vitest'
import { columnMapSchema } from '#shared/import/column-map-schema.ts'
import { applyColumnMap, columnMapOf } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'

it.each<[string, string[], ColumnMapping]>([
  ['titles of their own', ['ID', 'Sum', 'Note'], ['auto_id', 'price', null]],
  ['titles that differ in case alone', ['ID', 'Note', 'note'], ['auto_id', 'auto_note', null]],
  ['the other of them', ['ID', 'Note', 'note'], ['auto_id', null, 'auto_note']],
])('gives the columns back that it was made of: %s', (_what, header, mapping) => {
  const map = columnMapOf('mine', header, mapping, {})
  const none = header.map(() => null)
  expect(applyColumnMap(map, header, none)).toEqual({ mapping, joins: {}, missing: [] })
})

it('loses no column that is used for another with its title', () => {
  const map = columnMapOf('mine', ['ID', 'Sum', 'Sum'], ['auto_id', 'price', null], {})
  expect(map.columns).toEqual({ ID: 'auto_id', Sum: 'price' })
})

it('gives joined columns back in their order, and names those that a file lacks', () => {
  const header = ['Model', 'Make', 'Sum', 'Sum']
  const mapping: ColumnMapping = ['make_model', 'make_model', 'price', null]
  const joins = { make_model: { columns: [1, 0], separator: ' ' } }
  const map = columnMapSchema.parse(JSON.parse(JSON.stringify(columnMapOf('m', header, mapping, {}, joins))))
  const other = ['Make', 'Sum', 'Model']
  expect(applyColumnMap(map, other, ['marka_id', null, 'model_id'])).toEqual({
    mapping: ['make_model', 'price', 'make_model'],
    missing: [],
    joins: { make_model: { columns: [0, 2], separator: ' ' } },
  })
  expect(applyColumnMap(map, ['Make', 'Sum'], ['marka_id', null]).missing).toEqual(['Model'])
})

it('joins as many of several columns with one header as it was told to', () => {
  const mapping: ColumnMapping = ['price', 'price', null]
  const joins = { price: { columns: [0, 1], separator: '' } }
  const map = columnMapOf('m', ['Sum', 'Unit', 'Sum'], mapping, {}, joins)
  expect(applyColumnMap(map, ['Sum', 'Unit', 'Sum'], [null, null, null]).mapping).toEqual(mapping)
})

it.each([
  ['one column alone', { columns: {}, join: { price: { columns: ['A'] } } }],
  ['a column of two fields', { columns: { A: 'version' }, join: { price: { columns: ['A', 'B'] } } }],
  ['a column that is not used', { columns: { A: null }, join: { price: { columns: ['A', 'B'] } } }],
  ['a field with a column beside', { columns: { C: 'price' }, join: { price: { columns: ['A', 'B'] } } }],
  ['what a row does', { columns: {}, join: { action: { columns: ['A', 'B'] } } }],
  [
    'a make beside make and model',
    { columns: {}, join: { marka_id: { columns: ['A', 'B'] }, make_model: { columns: ['C', 'D'] } } },
  ],
])('refuses a join of %s', (_what, map) => {
  expect(columnMapSchema.safeParse(map).success).toBe(false)
})
