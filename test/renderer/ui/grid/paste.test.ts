import { expect, test } from 'vitest'
import { listSource } from '../../../../src/renderer/ui/grid/columns.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { pastedCells, readTsv } from '../../../../src/renderer/ui/grid/paste.ts'

const columns = ['a', 'b', 'c'].map((id) => ({
  id,
  title: id.toUpperCase(),
  width: 100,
  text: (row: string) => `${row}${id}`,
}))
const rows = ['1', '2', '3', '4', '5']
const open = () => new GridState({ source: listSource(rows, (row) => row), columns })

/** The filled cells as `row column text`. */
async function filled(grid: GridState<string>, text: string): Promise<string[]> {
  const cells = await pastedCells(grid, readTsv(text), 100)
  return typeof cells === 'string'
    ? [cells]
    : cells.cells.map(({ row, column, text: each }) => `${row}${column} ${each}`)
}

test('a block is pasted from the first selected cell on, and ends with the list', async () => {
  const grid = open()
  grid.press({ row: 3, column: 1 }, { shiftKey: false, ctrlKey: false, metaKey: false })
  expect(await filled(grid, '1\t2\n3\t4\n5\t6')).toEqual(['4b 1', '4c 2', '5b 3', '5c 4'])
})

test('nothing is pasted if a row could not be read: the lines behind it would go to other rows', async () => {
  const source = listSource(rows, (row) => row)
  const gap = { ...source, rows: () => Promise.resolve(['1', '3']) }
  const grid = new GridState({ source: gap, columns })
  grid.press({ row: 0, column: 1 }, { shiftKey: false, ctrlKey: false, metaKey: false })
  expect(await filled(grid, '1\n2\n3')).toEqual(['unread'])
})

test('the titles that copying writes are not pasted, and too many cells are refused', async () => {
  const grid = open()
  grid.press({ row: 0, column: 0 }, { shiftKey: false, ctrlKey: false, metaKey: false })
  expect(await filled(grid, 'A\tB\n1\t2')).toEqual(['1a 1', '1b 2'])
  expect(await pastedCells(grid, readTsv('1\n2\n3'), 2)).toBe('too-many')
  grid.press({ row: 0, column: 1 }, { shiftKey: false, ctrlKey: false, metaKey: false })
  expect(await filled(grid, 'A\tC\n1\t2')).toEqual(['1b 1', '1c 2'])
  expect(await filled(grid, 'C\nA')).toEqual(['1b A'])
  expect(await filled(grid, 'C')).toEqual(['1b C'])
  expect(await filled(grid, 'A\tx\n1\t2')).toEqual(['1b A', '1c x', '2b 1', '2c 2'])
})
