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
    if (column.picture) setPicture(cell, row === undefined ? '' : column.picture(row))
    else if (drawn?.[column.id] === undefined) setText(cell, row === undefined ? '' : column.text(row))
    if (column.tone) setClass(cell, column, row === undefined ? undefined : column.tone(row))
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

/** One element for all rows that the cell shows in turn; the picture of the row before never stands for the next one. */
function setPicture(cell: HTMLElement, address: string): void {
  const shown = cell.firstElementChild
  if (shown instanceof HTMLImageElement) {
    if (shown.dataset.of === address) return
    shown.hidden = true
    if (address !== '') showPicture(shown, address)
    else {
      shown.dataset.of = ''
      due.delete(shown)
    }
  } else if (address !== '') cell.replaceChildren(showPicture(newPicture(), address))
}

function newPicture(): HTMLImageElement {
  const picture = new Image()
  picture.className = 'picture'
  picture.alt = ''
  picture.decoding = 'async'
  picture.referrerPolicy = 'no-referrer'
  picture.onload = () => (picture.hidden = false)
  return picture
}

function showPicture(picture: HTMLImageElement, address: string): HTMLImageElement {
  picture.hidden = true
  picture.dataset.of = address
  due.add(picture)
  loading ??= setTimeout(loadDue, loadedEvery)
  return picture
}

/** Time from one loading of pictures to the next, ms: rows that fly past ask main for none. */
const loadedEvery = 80
const due = new Set<HTMLImageElement>()
let loading: ReturnType<typeof setTimeout> | undefined

function loadDue(): void {
  loading = undefined
  for (const picture of due) if (picture.isConnected) picture.src = picture.dataset.of ?? ''
  due.clear()
}

/** The class of a cell that has no tone. */
export const cellClass = ({
  align = 'start',
  chip = false,
}: Pick<GridColumn<never>, 'align' | 'chip'>): string => `cell ${align}${chip ? ' chip' : ''}`

function setClass(cell: HTMLElement, column: GridColumn<never>, tone: string | undefined): void {
  const wanted = tone === undefined ? cellClass(column) : `${cellClass(column)} ${tone}`
  if (cell.className !== wanted) cell.className = wanted
}
