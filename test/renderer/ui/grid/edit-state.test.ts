import { expect, test } from 'vitest'
import type { CellEditing, EditedCell } from '../../../../src/renderer/ui/grid/cell-editing.ts'
import { EditState } from '../../../../src/renderer/ui/grid/edit-state.svelte.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'

interface Car {
  readonly id: number
  readonly price: string
}

/** A list whose second car is being edited. */
function editSecond() {
  let rows: readonly Car[] = [1, 2, 3].map((id) => ({ id, price: `${id}00` }))
  const put: EditedCell<Car>[] = []
  const grid = new GridState<Car>({
    source: {
      get count() {
        return rows.length
      },
      rowKey: (index) => index,
      rowAt: (index) => rows[index],
      rows: (first, end) => Promise.resolve(rows.slice(first, end)),
    },
    columns: [
      { id: 'price', title: 'Price', width: 80, text: ({ price }) => price },
      { id: 'id', title: 'ID', width: 80, text: ({ id }) => `${id}` },
    ],
  })
  const fixed: string[] = []
  const editing: CellEditing<Car> = {
    textOf: ({ price }, column) => (column === 'price' ? price : undefined),
    put: (cell) => {
      put.push(cell)
      return Promise.resolve(undefined)
    },
    paste: () => undefined,
    fill: () => undefined,
    tooMany: () => undefined,
    unread: () => undefined,
    drop: () => undefined,
    undo: () => undefined,
    redo: () => undefined,
  }
  const edit = new EditState(
    grid,
    () => editing,
    () => fixed.push('said'),
  )
  grid.selectRow(1)
  edit.begin()
  /** As when a refresh reads another order while someone types. */
  const reorder = (now: readonly Car[]): void => {
    const before = rows
    rows = now
    const placeOf = (row: number): number | null => {
      const place = now.findIndex(({ id }) => id === before[row]?.id)
      return place < 0 ? null : place
    }
    grid.follow(placeOf)
    edit.follow(placeOf)
  }
  return { grid, edit, put, rows, reorder, fixed }
}

test('what is typed into a cell goes to its own row if the list is reordered meanwhile', async () => {
  const { grid, edit, put, rows, reorder } = editSecond()
  edit.text = '250'
  reorder([...rows].reverse().toSorted((one, other) => (one.id === 2 ? 1 : other.id === 2 ? -1 : 0)))
  expect(edit.at?.row).toBe(2)
  expect(grid.selection.active.row).toBe(2)
  expect(await edit.commit()).toBe(true)
  expect(put).toMatchObject([{ row: { id: 2 }, text: '250' }])
  expect(edit.at).toBeNull()
})

test('what is typed is taken also if the row left the list meanwhile', async () => {
  const { edit, put, rows, reorder } = editSecond()
  edit.text = '260'
  reorder(rows.filter(({ id }) => id !== 2))
  expect(await edit.commit()).toBe(true)
  expect(put).toMatchObject([{ row: { id: 2 }, text: '260' }])
})

test('a person who types into a cell that can’t be edited is told; a sign is left to the page', () => {
  const { grid, edit, fixed } = editSecond()
  const press = (key: string): boolean =>
    edit.key({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false })
  edit.cancel()
  grid.selectCell(1, 'id')
  expect([press('2'), press('F2'), press('?')]).toEqual([false, false, false])
  expect(edit.at).toBeNull()
  expect(fixed).toEqual(['said', 'said'])
})
