import { expect, test } from 'vitest'
import { listSource } from '../../../../src/renderer/ui/grid/columns.ts'
import { fillDown, filledCells } from '../../../../src/renderer/ui/grid/fill.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'

interface Car {
  readonly id: number
  readonly note: string
  readonly sold?: boolean
}

const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
const cars: readonly Car[] = [
  { id: 1, note: 'new tyres' },
  { id: 2, note: '' },
  { id: 3, note: 'sold', sold: true },
  { id: 4, note: 'old' },
]

function gridOf(rows = cars) {
  const column = (id: string) => ({ id, title: id, width: 100, text: ({ note }: Car) => note })
  const grid = new GridState<Car>({
    source: listSource(rows, ({ id }) => id),
    columns: [column('id'), column('note')],
  })
  grid.width = 400
  grid.height = 400
  grid.recount(rows.length)
  return grid
}

const textOf = (car: Car, column: string): string | undefined =>
  column === 'note' && car.sold !== true ? car.note : undefined

test('rows that are checked apart are filled from the first of them, a single cell from the one above it', () => {
  const grid = gridOf()
  grid.press({ row: 1, column: 1 }, plain)
  expect(fillDown(grid)).toEqual({ from: 0, into: [{ first: 1, last: 1 }], columns: ['note'] })
  grid.check(3, plain)
  expect(fillDown(grid)).toEqual({ from: 1, into: [{ first: 3, last: 3 }], columns: ['note'] })
  grid.press({ row: 0, column: 1 }, plain)
  expect(fillDown(grid)).toBeUndefined()
})

test('nothing is filled from an empty cell, from rows that could not be read, or into more than may be changed', async () => {
  const grid = gridOf()
  const fill = { from: 1, into: [{ first: 3, last: 3 }], columns: ['note'] }
  expect(await filledCells(grid, fill, { textOf }, 100)).toEqual({ cells: [], fixed: 0, blank: 1 })
  expect(await filledCells(grid, { ...fill, into: [{ first: 2, last: 9 }] }, { textOf }, 100)).toBe('unread')
  expect(await filledCells(grid, { ...fill, into: [{ first: 0, last: 3 }] }, { textOf }, 3)).toBe('too-many')
})
