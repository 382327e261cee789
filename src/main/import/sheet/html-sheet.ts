import type { SourceFile } from '../csv/source-file.ts'
import { mostCells } from '../csv/read-table.ts'
import { pageText } from './document-text.ts'
import { type Attributes, readHtml } from './markup.ts'
import { paddedFormatOf } from './number-format.ts'
import type { RowWriter } from './row-writer.ts'

/** The rows of each table of a page; a table inside a cell is part of the cell. */
export function htmlTableRows(source: SourceFile): number[] {
  const rows: number[] = []
  let depth = 0
  const counter = {
    open: (name: string) => {
      if (name === 'table' && ++depth === 1) rows.push(0)
      else if (name === 'tr' && depth === 1) rows[rows.length - 1] = (rows.at(-1) ?? 0) + 1
    },
    close: (name: string) => {
      if (name === 'table') depth -= 1
    },
  }
  readHtml(pageText(source), counter, source.name)
  return rows
}

/** Writes the rows of one of the page's tables, counted from 0. */
export function writeHtmlTable(source: SourceFile, table: number, writer: RowWriter): { hidden: number } {
  readHtml(pageText(source), new HtmlTableReader(table, writer), source.name)
  return { hidden: 0 }
}

/** Elements whose end is a line end in a cell. */
const blocks = new Set(['br', 'p', 'div', 'li', 'tr'])
const unseen = new Set(['style', 'script'])

class HtmlTableReader {
  readonly #table: number
  readonly #writer: RowWriter
  #at = -1
  #depth = 0
  /** Columns that cells of rows above reach into, with the number of rows that they go on. */
  readonly #spans = new Map<number, number>()
  #column = -1
  #across = 1
  #down = 1
  /** The format that a program gave the cell for Excel, as CSS. */
  #style = ''
  #text: string | null = null
  #unseen = 0

  constructor(table: number, writer: RowWriter) {
    this.#table = table
    this.#writer = writer
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'table' && ++this.#depth === 1) this.#at += 1
    if (unseen.has(name)) this.#unseen += 1
    if (this.#at !== this.#table || this.#depth !== 1) return
    if (name === 'tr') this.#beginRow()
    else if (name === 'td' || name === 'th') this.#beginCell(attributes)
  }

  readonly text = (piece: string): void => {
    if (this.#text !== null && this.#unseen === 0) this.#text += piece.replace(/[ \t\r\n\f]+/g, ' ')
  }

  readonly close = (name: string): void => {
    if (unseen.has(name)) this.#unseen -= 1
    if (this.#text !== null && blocks.has(name) && !(name === 'tr' && this.#depth === 1)) this.#text += '\n'
    if (name === 'table') this.#depth -= 1
    if (this.#at !== this.#table || this.#depth !== 1) return
    if (name === 'td' || name === 'th') this.#endCell()
    else if (name === 'tr') this.#endRow()
  }

  #beginRow(): void {
    this.#writer.begin()
    this.#column = -1
    // The first cell is one behind the column before it.
    this.#across = 1
  }

  #beginCell({ colspan = '1', rowspan = '1', style = '' }: Attributes): void {
    this.#column += this.#across
    while (this.#spans.has(this.#column)) this.#column += 1
    this.#across = spanOf(colspan)
    this.#down = spanOf(rowspan) - 1
    this.#style = style
    this.#text = ''
  }

  #endCell(): void {
    const text = withZeros((this.#text ?? '').replace(/ *\n */g, '\n').trim(), this.#style)
    this.#text = null
    this.#writer.put(this.#column, text, this.#down)
    if (this.#down === 0) return
    this.#writer.count(this.#across)
    // Counted from this row on, which ends before the first of them.
    for (let at = this.#column; at < this.#column + this.#across; at++) this.#spans.set(at, this.#down + 1)
  }

  #endRow(): void {
    this.#writer.end()
    this.#writer.count(this.#spans.size)
    for (const [column, rows] of this.#spans)
      if (rows === 1) this.#spans.delete(column)
      else this.#spans.set(column, rows - 1)
  }
}

const spanOf = (text: string): number => Math.min(Math.max(1, Math.trunc(Number(text)) || 1), mostCells)

const formatOf = /mso-number-format\s*:\s*(?:(["'])(.*?)\1|([^;]*))/i

/** Digits as Excel shows them in a cell with `mso-number-format: 00000`. What has its zeros already stays as it is. */
function withZeros(text: string, style: string): string {
  const found = /^\d{1,15}$/.test(text) ? formatOf.exec(style) : null
  const written = found?.[2] ?? found?.[3]
  if (written === undefined) return text
  return paddedFormatOf(unescapeCss(written).trim())?.(Number(text), false) ?? text
}

/** `\0022` is a quotation mark, `\#` a sign that CSS would read otherwise. */
const unescapeCss = (text: string): string =>
  text
    .replace(/\\([\da-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1')
