import { expect, test } from 'vitest'
import type { AdvertRow } from '../../../src/shared/inventory/advert.ts'
import { unknownCells } from '../../../src/shared/inventory/column-lists.ts'
import type { StagedCell } from '../../../src/shared/staged/staged-edit.ts'
import { advertColumns } from '../../../src/renderer/inventory/advert-words.ts'

const edit: StagedCell = {
  field: 'price',
  value: 14_600,
  currency: 1,
  seen: 14_900,
  seenCurrency: 1,
  state: 'ready',
}

const rowWith = (...edits: StagedCell[]): AdvertRow => ({
  ...unknownCells,
  id: 7,
  usd: 14_900,
  eur: 12_800,
  mainCurrency: 'USD',
  version: 'Sport',
  city: 'Київ',
  edits,
})

const columnOf = (id: string) => advertColumns(() => 0).find((each) => each.id === id)

/** What a cell says: its text, and what that replaces. */
function said(row: AdvertRow, id: string) {
  const column = columnOf(id)
  return [column?.text(row), column?.replaced?.(row)]
}

test('an edited cell says the new value and the one that it replaces, each in its own currency', () => {
  expect(said(rowWith(edit), 'price')).toEqual(['$14,600', '$14,900'])
  expect(said(rowWith(edit), 'usd')).toEqual(['$14,600', '$14,900'])
  expect(said(rowWith(edit), 'eur')).toEqual(['€12,800', undefined])
  const inHryvnias = { ...edit, seen: 600_000, seenCurrency: 3 } as const
  expect(said(rowWith(inHryvnias), 'price')).toEqual(['$14,600', '₴600,000'])
  const text = { ...edit, field: 'version', value: 'Sport+', seen: 'Sport', currency: null } as const
  expect(said(rowWith({ ...text, seenCurrency: null }), 'version')).toEqual(['Sport+', 'Sport'])
})

test('in conflict every column has both values, and nothing more', () => {
  const conflict = { ...edit, state: 'conflict' } as const
  expect(said(rowWith(conflict), 'price')).toEqual(['$14,600 ≠ $14,900', undefined])
  expect(said(rowWith(conflict), 'usd')).toEqual(['$14,600 ≠ $14,900', undefined])
  const note = { ...conflict, field: 'auto_note', value: 'New', seen: 'Old', currency: null } as const
  const row = { ...rowWith({ ...note, seenCurrency: null }), extra: { auto_note: 'Theirs' } }
  expect(said(row, 'auto_note')).toEqual(['New ≠ Theirs', undefined])
})
