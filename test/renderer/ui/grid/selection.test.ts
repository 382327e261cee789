import { expect, test } from 'vitest'
import {
  checkedOf,
  checkTo,
  clampSelection,
  extendTo,
  followRows,
  isSelected,
  nothingSelected,
  selectAll,
  selectCell,
  toggleRow,
} from '../../../../src/renderer/ui/grid/selection.ts'

const cell = (row: number, column = 0) => ({ row, column })

test('all of nothing is nothing', () => {
  expect(selectAll(selectCell(cell(3)), 0).rows).toEqual([])
})

test('a range of cells stays one as long as its rows stay together', () => {
  const range = extendTo(selectCell(cell(2, 1)), cell(4, 3), true)
  const columns = { first: 1, last: 3 }
  expect(followRows(range, (row) => row + 10)).toMatchObject({ rows: [{ first: 12, last: 14 }], columns })
  expect(followRows(range, (row) => row * 2)).toMatchObject({ rows: { length: 3 }, columns: null })
})

test('a row is found in any of many spans, and between them is none', () => {
  const all = extendTo(selectCell(cell(0)), cell(999), false)
  const scattered = followRows(all, (row) => (row % 7 === 0 ? null : ((row * 3) % 1_000) + (row % 2) * 2_000))
  expect(scattered.rows.length).toBeGreaterThan(100)
  for (let row = -1; row < 3_001; row++)
    expect(isSelected(scattered, row)).toBe(
      scattered.rows.some(({ first, last }) => first <= row && row <= last),
    )
})

test('a selection follows its rows to their new places, and leaves out those that are gone', () => {
  const chosen = extendTo(selectCell({ row: 2, column: 1 }), { row: 5, column: 1 }, false)
  const places = new Map([
    [2, 9],
    [3, 0],
    [5, 1],
  ])
  expect(followRows(chosen, (row) => places.get(row) ?? null)).toEqual({
    rows: [
      { first: 0, last: 1 },
      { first: 9, last: 9 },
    ],
    columns: null,
    anchor: { row: 9, column: 1 },
    active: { row: 1, column: 1 },
  })
})

test('if the active row is gone, one that is still selected becomes active, never another one in its place', () => {
  const chosen = extendTo(selectCell(cell(2)), cell(4), false)
  const moved = followRows(chosen, (row) => (row === 4 ? null : row + 10))
  expect(moved).toMatchObject({ rows: [{ first: 12, last: 13 }], active: { row: 12 } })
})

test('fewer rows cut the selection and keep the active cell among them', () => {
  const selection = extendTo(selectCell(cell(10)), cell(30), false)
  expect(clampSelection(selection, 20, 5)).toMatchObject({
    rows: [{ first: 10, last: 19 }],
    active: { row: 19, column: 0 },
  })
  expect(clampSelection(selection, 10, 5).rows).toEqual([])
  expect(clampSelection(selection, 0, 5).active).toEqual(cell(0))
})

test('a check with Shift adds all from the last one to here, and what was selected stays', () => {
  let selection = toggleRow(selectCell({ row: 1, column: 2 }), { row: 5, column: 2 })
  selection = checkTo(selection, { row: 8, column: 2 })
  expect(selection.rows).toEqual([
    { first: 1, last: 1 },
    { first: 5, last: 8 },
  ])
  // From the same anchor upwards: nothing is taken out.
  expect(checkTo(selection, { row: 3, column: 2 }).rows).toEqual([
    { first: 1, last: 1 },
    { first: 3, last: 8 },
  ])
})

test('the check of all rows says whether none, some or all are selected', () => {
  expect(checkedOf(nothingSelected, 3)).toBe(false)
  expect(checkedOf(selectCell({ row: 0, column: 0 }), 3)).toBe('mixed')
  expect(checkedOf(selectAll(nothingSelected, 3), 3)).toBe(true)
  expect(checkedOf(nothingSelected, 0)).toBe(false)
})
