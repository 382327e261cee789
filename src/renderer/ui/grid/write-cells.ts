import type { GridColumn } from './columns.ts'
import { Resting } from './resting.ts'

/**
 * Shows a row in the cells of a row element, which are in the order of the columns; those of `drawn` are drawn by their page.
 * While the row is loading the cells keep what they had: the style hides all of them at once, which is cheaper than
 * to empty each and fill it again.
 */
export function writeCells<Row>(
  element: HTMLElement,
  columns: readonly GridColumn<Row>[],
  row: Row | undefined,
  drawn: Readonly<Record<string, unknown>> | undefined,
): void {
  if (row === undefined) {
    forgetPictures(element)
    return
  }
  let cell = element.firstElementChild
  for (const column of columns) {
    if (!(cell instanceof HTMLElement)) return
    if (column.picture) setPicture(cell, column.picture(row))
    else if (drawn?.[column.id] === undefined) setText(cell, column.text(row))
    if (column.tone) setClass(cell, column, column.tone(row))
    if (column.tip) setTip(cell, column.tip(row) ?? '')
    cell = cell.nextElementSibling
  }
}

/** Changing a text node is cheaper for layout than another one in its place. */
function setText(cell: HTMLElement, text: string): void {
  const { firstChild } = cell
  if (firstChild instanceof Text) firstChild.data = text
  else cell.textContent = text
}

function setTip(cell: HTMLElement, tip: string): void {
  if (cell.title !== tip) cell.title = tip
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
      unloaded.drop(shown)
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
  unloaded.add(picture)
  return picture
}

/** A picture is loaded when its row has stayed for 80 ms: rows that fly past load none. */
const unloaded = new Resting<HTMLImageElement>(80, (picture) => {
  if (picture.isConnected) picture.src = picture.dataset.of ?? ''
})

/** A row that went before its picture was loaded needs none. */
function forgetPictures(row: HTMLElement): void {
  for (const picture of row.getElementsByTagName('img')) if (unloaded.drop(picture)) picture.dataset.of = ''
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
