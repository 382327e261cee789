import type { PlacedColumn } from './columns.ts'
import { Resting } from './resting.ts'

/**
 * Shows a row in the cells of a row element, which are in the order of the columns; those of `drawn` are drawn by their page.
 * While the row is loading the cells keep what they had: the style hides all of them at once, which is cheaper than
 * to empty each and fill it again.
 */
export function writeCells<Row>(
  element: HTMLElement,
  columns: readonly PlacedColumn<Row>[],
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

/** How a row element looks, apart from its cells. */
export interface RowLook {
  /** Its place in the list. */
  readonly index: number
  /** px from the top of the body */
  readonly top: number
  readonly className: string
  readonly selected: boolean
}

/** What doesn't change is not written: an attribute that stays the same would still cost the row its style. */
export function writeRow(element: HTMLElement, { index, top, className, selected }: RowLook): void {
  element.style.transform = `translateY(${top}px)`
  if (element.className !== className) element.className = className
  setAttribute(element, 'aria-rowindex', String(index + 2))
  setAttribute(element, 'aria-selected', String(selected))
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** Changing a text node is cheaper for layout than another one in its place; the same text again would be laid out anew. */
function setText(cell: HTMLElement, text: string): void {
  const { firstChild } = cell
  if (!(firstChild instanceof Text)) cell.textContent = text
  else if (firstChild.data !== text) firstChild.data = text
}

function setTip(cell: HTMLElement, tip: string): void {
  if (cell.title !== tip) cell.title = tip
}

/** One element for all rows that the cell shows in turn; the picture of the row before never stands for the next one. */
function setPicture(cell: HTMLElement, address: string): void {
  const shown = cell.firstElementChild
  if (shown instanceof HTMLImageElement) {
    if (addresses.get(shown) === address) return
    if (address !== '') showPicture(shown, address)
    else {
      hide(shown)
      addresses.set(shown, '')
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
  hide(picture)
  addresses.set(picture, address)
  unloaded.add(picture)
  return picture
}

/** Written even if it stays the same, an attribute costs the row its style. */
function hide(picture: HTMLImageElement): void {
  if (!picture.hidden) picture.hidden = true
}

/** What each picture is to show, or shows; kept beside the document, where it would be one more change for each row. */
const addresses = new WeakMap<HTMLImageElement, string>()

/**
 * Pictures are loaded when no row came for 80 ms, or, if the list is scrolled without a rest, for rows that stay for a
 * second: rows that go past load none.
 */
const unloaded = new Resting<HTMLImageElement>({ restsFor: 80, most: 1_000 }, (picture) => {
  if (picture.isConnected) picture.src = addresses.get(picture) ?? ''
})

/** A row that went before its picture was loaded needs none. */
function forgetPictures(row: HTMLElement): void {
  for (const picture of row.getElementsByTagName('img'))
    if (unloaded.drop(picture)) addresses.set(picture, '')
}

/** The class of a row, in one piece: to turn each name on or off by itself costs a scroll several times as much. */
export const rowClass = (look: string | undefined, selected: boolean): string =>
  `row${look === undefined ? '' : ` ${look}`}${selected ? ' selected' : ''}`

/** The class of a cell that has no tone. */
export const cellClass = ({
  align = 'start',
  chip = false,
  stuck = false,
}: Pick<PlacedColumn<never>, 'align' | 'chip' | 'stuck'>): string =>
  `cell ${align}${chip ? ' chip' : ''}${stuck ? ' stuck' : ''}`

function setClass(cell: HTMLElement, column: PlacedColumn<never>, tone: string | undefined): void {
  const wanted = tone === undefined ? cellClass(column) : `${cellClass(column)} ${tone}`
  if (cell.className !== wanted) cell.className = wanted
}
