import { expect, test } from 'vitest'
import { listSource } from '../../../../src/renderer/ui/grid/columns.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { isSelected } from '../../../../src/renderer/ui/grid/selection.ts'

const keyOf = (key: number): number => key

/** A grid of the rows 1 to 9, of which 2, 4 and 5 are selected. */
function selectedGrid() {
  let rows: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  let source = listSource(rows, keyOf)
  const grid = new GridState<number>({
    get source() {
      return source
    },
    columns: [{ id: 'a', title: 'a', width: 100, text: String }],
  })
  grid.movesTo(source)
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
  for (const [at, row] of [1, 3, 4].entries()) grid.press({ row, column: 0 }, { ...keys, ctrlKey: at > 0 })
  const become = (next: readonly number[]): number[] => {
    rows = next
    source = listSource(rows, keyOf)
    const moved = grid.movesTo(source)
    if (moved) grid.follow(moved)
    return rows.filter((_key, at) => isSelected(grid.selection, at)).toSorted()
  }
  return { become, active: () => rows[grid.selection.active.row] }
}

test.each([
  ['sorted the other way', [9, 8, 7, 6, 5, 4, 3, 2, 1], [2, 4, 5]],
  ['with new rows before', [11, 12, 1, 2, 3, 4, 5, 6], [2, 4, 5]],
  ['filtered', [2, 5, 9], [2, 5]],
])('a list that is %s keeps what is selected and active by its keys', (_how, next, selected) => {
  const { become, active } = selectedGrid()
  expect(become(next)).toEqual(selected)
  expect(active()).toBe(5)
})
