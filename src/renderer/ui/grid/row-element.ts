import { sparkHeight, sparkLine, sparkWidth } from './spark.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Gauge, PlacedColumn, RowMark } from './columns.ts'
import { IdleQueue } from './idle-queue.ts'

/** Look of a row element, apart from its cells. */
export interface RowLook {
  /** Its place in the list. */
  readonly index: number
  /** px from the top of the body */
  readonly top: number
  readonly className: string
  readonly selected: boolean
}

/** A cell of a row element, with what was written into it. */
interface Cell<Row> {
  readonly column: PlacedColumn<Row>
  /** Element that has the text and the tone: the cell itself, or the chip in it. */
  readonly element: HTMLElement
  text: Text | null
  className: string
  tip: string
  /** Text next to the cell's own, in one piece; '' without one. */
  beside: string
  /** Filled share of its bar, as it was written. */
  share: string
}

/**
 * The element of a row, which shows one row after another. What it shows is kept outside the document. Unchanged values
 * are not written, because that would cost the row its style or its layout. Reading them back would cost as much again
 * as the scrolling.
 */
export class RowElement<Row> {
  readonly #element: HTMLElement
  #look: RowLook | undefined
  #columns: readonly PlacedColumn<Row>[] = []
  #cells: readonly Cell<Row>[] = []

  constructor(element: HTMLElement) {
    this.#element = element
  }

  look(look: RowLook): void {
    const [element, before] = [this.#element, this.#look]
    this.#look = look
    const { index, top, className, selected } = look
    if (before?.top !== top) element.style.transform = `translateY(${top}px)`
    if (before?.className !== className) element.className = className
    if (before?.index !== index) element.setAttribute('aria-rowindex', String(index + 2))
    if (before?.selected !== selected) element.setAttribute('aria-selected', String(selected))
  }

  /**
   * Shows a row in the cells, which are in the order of the columns; those of `drawn` are drawn by their page. While
   * the row is loading the cells keep their contents. The style hides all of them at once, which is cheaper than to
   * empty each and fill it again.
   */
  show(
    columns: readonly PlacedColumn<Row>[],
    row: Row | undefined,
    drawn: Readonly<Record<string, unknown>> | undefined,
    mark: { readonly of: RowMark | undefined; readonly at: string | undefined },
  ): void {
    if (row === undefined) {
      forgetPictures(this.#element)
      return
    }
    if (columns !== this.#columns) {
      this.#columns = columns
      this.#cells = cellsOf(this.#element, columns)
    }
    for (const cell of this.#cells) {
      const { column } = cell
      if (column.picture) setPicture(cell.element, column.picture(row))
      else if (drawn?.[column.id] === undefined) setText(cell, column.text(row))
      const isMarked = column.id === mark.at
      if (column.replaced || isMarked) setBeside(cell, besideOf(column, row, isMarked ? mark.of : undefined))
      if (column.spark) setSpark(cell, column.spark(row))
      const gauge = column.gauge?.(row)
      if (gauge) setGauge(cell, gauge)
      if (column.tone || column.gauge || column.struck) setClass(cell, row, gauge)
      if (column.tip) setTip(cell, column.tip(row) ?? '')
    }
  }
}

function cellsOf<Row>(row: HTMLElement, columns: readonly PlacedColumn<Row>[]): Cell<Row>[] {
  // Before the cells, there may be the row's check.
  const first = row.children.length - columns.length
  return columns.flatMap((column, at) => {
    const cell = row.children[first + at]
    const element = column.chip ? cell?.firstElementChild : cell
    if (!(element instanceof HTMLElement)) return []
    const { firstChild, className, title } = element
    return [
      {
        column,
        element,
        text: firstChild instanceof Text ? firstChild : null,
        className,
        tip: title,
        beside: '',
        share: '',
      },
    ]
  })
}

/** Changing a text node is cheaper for layout than another one in its place; the same text again would be laid out again. */
function setText(cell: Cell<never>, text: string): void {
  if (!cell.text) {
    cell.text = new Text(text)
    cell.element.replaceChildren(cell.text)
  } else if (cell.text.data !== text) cell.text.data = text
}

/** Note next to the text of a cell: the value that it replaces, or the reason for its row's mark. */
interface Beside {
  readonly className: string
  readonly shown: string
  /** As it is read aloud. */
  readonly words: string
}

function besideOf<Row>(column: PlacedColumn<Row>, row: Row, mark: RowMark | undefined): Beside | undefined {
  const replaced = column.replaced?.(row)
  if (replaced) return { className: 'change', shown: replaced, words: m.app_replaced({ value: replaced }) }
  return mark && { className: `tagged ${mark.look}`, shown: mark.words, words: mark.words }
}

/**
 * It comes by the style: a copied or searched cell has its own text alone, and an old value that doesn't fit is hidden.
 */
function setBeside(cell: Cell<never>, beside: Beside | undefined): void {
  const written = beside ? `${beside.className} ${beside.shown}` : ''
  if (cell.beside === written) return
  if (!beside) cell.element.replaceChildren(cell.text ?? '')
  else {
    const wrapper = cell.beside === '' ? wrapText(cell) : cell.element.firstElementChild
    wrapper?.setAttribute('class', beside.className)
    wrapper?.setAttribute('data-beside', beside.shown)
    wrapper?.setAttribute('data-words', beside.words)
  }
  cell.beside = written
}

function wrapText({ element, text }: Cell<never>): HTMLElement {
  const [wrapper, value] = [document.createElement('span'), document.createElement('span')]
  value.append(text ?? '')
  wrapper.append(value)
  element.replaceChildren(wrapper)
  return wrapper
}

function setTip(cell: Cell<never>, tip: string): void {
  if (cell.tip === tip) return
  cell.tip = tip
  cell.element.title = tip
}

function setGauge(cell: Cell<never>, { share }: Gauge): void {
  const written = String(Math.round(Math.min(1, Math.max(0, share)) * 100) / 100)
  if (cell.share === written) return
  cell.share = written
  cell.element.style.setProperty('--share', written)
}

/** One path, which is kept when another row is shown: its line alone changes. */
function setSpark(cell: Cell<never>, counts: readonly number[] | undefined): void {
  const line = counts ? sparkLine(counts) : ''
  if (cell.share === line) return
  cell.share = line
  const shown = cell.element.querySelector('path')
  if (shown) shown.setAttribute('d', line)
  else cell.element.prepend(sparkOf(line))
}

function sparkOf(line: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('class', 'spark')
  svg.setAttribute('viewBox', `0 0 ${sparkWidth} ${sparkHeight}`)
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', line)
  svg.append(path)
  return svg
}

function setClass<Row>(cell: Cell<Row>, row: Row, gauge: Gauge | undefined): void {
  const { column } = cell
  const plain = column.chip ? 'chip' : cellClass(column)
  const struck = column.struck?.(row) === true ? 'struck' : undefined
  const className = [plain, column.tone?.(row), struck, gauge && `gauge ${gauge.look}`]
    .filter((name) => name !== undefined)
    .join(' ')
  if (cell.className === className) return
  cell.className = className
  cell.element.className = className
}

/** One element for all rows that the cell shows in turn; the picture of the row before never stands for the next one. */
function setPicture(cell: HTMLElement, address: string): void {
  const shown = cell.firstElementChild
  // The same picture keeps what is known of it: one that could not be read keeps its sign.
  if (shown instanceof HTMLImageElement && addresses.get(shown) === address) return
  tellPicture(cell, address === '' ? 'none' : undefined)
  if (shown instanceof HTMLImageElement) {
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
  picture.onload = () => {
    picture.hidden = false
    const address = loading.get(picture)
    if (address !== undefined) noteLoaded(address)
  }
  // Another request may have come meanwhile, announced by its own event.
  picture.onerror = () => {
    if (picture.parentElement && addresses.get(picture) === loading.get(picture))
      tellPicture(picture.parentElement, 'failed')
  }
  return picture
}

const pictureWords = { none: m.inventory_no_photo, failed: m.app_photo_failed } as const

/** A sign in place of a picture that there is none of, and another one for a picture that could not be read. */
function tellPicture(cell: HTMLElement, missing: keyof typeof pictureWords | undefined): void {
  if (cell.dataset.photo === missing) return
  if (missing === undefined) delete cell.dataset.photo
  else cell.dataset.photo = missing
  cell.title = missing === undefined ? '' : pictureWords[missing]()
}

function showPicture(picture: HTMLImageElement, address: string): HTMLImageElement {
  hide(picture)
  addresses.set(picture, address)
  // One that was shown before is there at once: a list that is drawn again doesn't blink.
  if (loaded.has(address)) load(picture)
  else unloaded.add(picture)
  return picture
}

/** Addresses of pictures that were loaded, which the browser has still: the last ones. */
const loaded = new Set<string>()
const mostLoaded = 500

function noteLoaded(address: string): void {
  loaded.delete(address)
  loaded.add(address)
  for (const oldest of loaded) {
    if (loaded.size <= mostLoaded) break
    loaded.delete(oldest)
  }
}

function load(picture: HTMLImageElement): void {
  const address = addresses.get(picture) ?? ''
  loading.set(picture, address)
  picture.src = address
}

/** Written even if it stays the same, an attribute costs the row its style. */
function hide(picture: HTMLImageElement): void {
  if (!picture.hidden) picture.hidden = true
}

/** Address of each picture; kept outside the document, where it would be one more change for each row. */
const addresses = new WeakMap<HTMLImageElement, string>()

/**
 * Pictures are loaded after 80 ms without a new row, or, in a list that scrolls without rest, for rows that stay for a
 * second. Rows that go past load none.
 */
const unloaded = new IdleQueue<HTMLImageElement>({ restsFor: 80, most: 1_000 }, (picture) => {
  // A row that comes back with the same picture asks for it again.
  if (picture.isConnected) load(picture)
  else addresses.set(picture, '')
})

/** The address that each picture was last given. */
const loading = new WeakMap<HTMLImageElement, string>()

/** A row that went before its picture was loaded needs none. */
function forgetPictures(row: HTMLElement): void {
  for (const picture of row.getElementsByTagName('img'))
    if (unloaded.drop(picture)) addresses.set(picture, '')
}

/** The class of a row, in one piece: to turn each name on or off by itself costs a scroll several times as much. */
export const rowClass = (look: string | undefined, selected: boolean, mark?: string): string =>
  `row${look === undefined ? '' : ` ${look}`}${mark === undefined ? '' : ` marked ${mark}`}${selected ? ' selected' : ''}`

/** The class of a cell that has no tone. */
export const cellClass = ({
  align = 'start',
  stuck = false,
}: Pick<PlacedColumn<never>, 'align' | 'stuck'>): string => `cell ${align}${stuck ? ' stuck' : ''}`
