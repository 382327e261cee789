import { tones } from '../tone.ts'
import type { GridColumn } from './columns.ts'

/** Shows a row in the cells of a row element, which are in the order of the columns; those of `drawn` are drawn by their page. */
export function writeCells<Row>(
  element: HTMLElement,
  columns: readonly GridColumn<Row>[],
  row: Row | undefined,
  drawn: Readonly<Record<string, unknown>> | undefined,
): void {
  let cell = element.firstElementChild
  for (const column of columns) {
    if (!(cell instanceof HTMLElement)) return
    if (drawn?.[column.id] === undefined) setText(cell, row === undefined ? '' : column.text(row))
    if (column.tone) setTone(cell, row === undefined ? undefined : column.tone(row))
    if (column.tip) cell.title = (row === undefined ? undefined : column.tip(row)) ?? ''
    cell = cell.nextElementSibling
  }
}

/** Changing a text node is cheaper for layout than another one in its place. */
function setText(cell: HTMLElement, text: string): void {
  const { firstChild } = cell
  if (firstChild instanceof Text) firstChild.data = text
  else cell.textContent = text
}

function setTone(cell: HTMLElement, tone: string | undefined): void {
  for (const other of tones) cell.classList.toggle(other, other === tone)
}
