import { moveColumn, resizeColumn } from './columns.ts'
import type { GridState } from './grid-state.svelte.ts'

/**
 * A key pressed while a column's header is active: sorts by it, opens its menu, makes it wider or narrower, or moves it.
 * @param pick sorts by a column, with the second argument in addition to the others
 * @param menu opens the menu of a column
 * @returns whether the key means something here
 */
export function headerKey<Row>(
  grid: GridState<Row>,
  event: KeyboardEvent,
  pick: (column: string, adding: boolean) => void,
  menu: (column: string) => void,
): boolean {
  const column = grid.columns[grid.selection.active.column]
  if (!column) return false
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
  if (event.altKey && event.key === 'ArrowDown') menu(column.id)
  else if (event.key === 'Enter' || event.key === ' ') pick(column.id, event.shiftKey)
  else if (step !== 0 && event.shiftKey) {
    grid.arrange(resizeColumn(grid.arrangement, column.id, column.width + 16 * step))
  } else if (step !== 0 && event.altKey) {
    const target = grid.columns[grid.selection.active.column + (step < 0 ? -1 : 2)]
    if (step < 0 && !target) return true
    grid.arrange(moveColumn(grid.arrangement, column.id, target?.id))
    grid.moveToColumn(Math.min(grid.columns.length - 1, grid.selection.active.column + step))
  } else return grid.headerKey(event)
  return true
}
