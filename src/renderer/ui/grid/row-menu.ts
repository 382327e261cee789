import { m } from '#shared/i18n/generated/messages.js'
import type { MenuItem } from '../menu-item.ts'
import { cellUnder } from './body-pointer.ts'
import { copyCell, copySelection } from './grid-copy.ts'
import type { GridState } from './grid-state.svelte.ts'

interface RowActions {
  /** Opens the active row; absent if the page has nothing to open. */
  readonly open?: () => void
  /** So many rows are in the clipboard now; 0 if the clipboard refused. */
  readonly copied: (rows: number) => void
}

/** The context menu of the rows: what the keys do as well. */
export function rowMenu<Row>(grid: GridState<Row>, { open, copied }: RowActions): readonly MenuItem[] {
  const count = grid.countIn(grid.selection.rows)
  const copyRows = async (): Promise<void> => copied(await copySelection(grid, null))
  const copyOne = async (): Promise<void> => {
    if (!(await copyCell(grid))) copied(0)
  }
  return [
    ...(open ? [{ label: m.app_row_open(), run: open }] : []),
    { label: m.app_copy_cell(), run: () => void copyOne() },
    { label: count > 1 ? m.app_copy_rows({ count }) : m.app_copy_row(), run: () => void copyRows() },
  ]
}

interface Aim<Row> {
  readonly grid: GridState<Row>
  readonly scroller: HTMLElement
  readonly body: HTMLElement
  /** The id of the active cell's element. */
  readonly activeId: string
  /** Opens the menu of a column. */
  readonly columnMenu: (column: string) => void
}

/**
 * Makes the cell that the menu was asked for the active one. A column's header has its own; outside of the rows there
 * is none.
 */
export function aimMenu<Row>(
  event: MouseEvent,
  { grid, scroller, body, activeId, columnMenu }: Aim<Row>,
): void {
  const at = event.target as Element
  const ofKey = at === scroller && event.button !== 2 && grid.inHeader
  const id = ofKey
    ? grid.columns[grid.selection.active.column]?.id
    : at.closest<HTMLElement>('[data-column]')?.dataset.column
  if (id !== undefined) columnMenu(id)
  if (at.closest('[role="gridcell"]')) grid.aim(cellUnder(grid, event, body))
  else event.preventDefault()
  // The menu key names the focused element, which is the scroller, and no place in it.
  if (at !== scroller || event.button === 2 || grid.inHeader) return
  const cell = document.getElementById(activeId)
  if (!cell) return
  event.stopPropagation()
  const { left, bottom } = cell.getBoundingClientRect()
  cell.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 8, clientY: bottom }),
  )
}
