import type { SourceFile } from '../csv/source-file.ts'
import {
  booleanText,
  generalFormat,
  isoText,
  notComputed,
  type NumberFormat,
  unescapeText,
} from './number-format.ts'
import { readEntry } from './document-text.ts'
import { type Attributes, readPart } from './markup.ts'
import type { RowWriter } from './row-writer.ts'
import { brokenSheet } from './sheet-faults.ts'
import { type CellStyles, isTrue } from './workbook.ts'
import type { ZipEntry } from './zip-entries.ts'

export interface CellWords extends CellStyles {
  readonly strings: readonly string[]
  readonly from1904: boolean
}

/** Rows that are read though a person may not mean them: hidden ones, and those whose first cell is crossed out. */
export interface OddRows {
  readonly hidden: number
  readonly struck?: number
}

/** Merged cells that cover several rows, by the place of the one with the value: `3:0` is A3. */
type Merges = ReadonlyMap<string, number>

const letters = 26
const firstLetter = 64

/** `B7` is row 7, column 1. A place without a row or a column has 0 or -1 for it. */
function placeOf(reference: string): { row: number; column: number } {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~32
    if (code <= firstLetter || code > firstLetter + letters) break
    column = column * letters + code - firstLetter
  }
  return { row: Number(reference.slice(at)) || 0, column: column - 1 }
}

/**
 * Writes the rows of a sheet. Formulas count with the value that was computed last. Merged cells are listed behind all rows: a
 * sheet with some is read a second time, and most have none.
 */
export async function writeXlsxSheet(
  source: SourceFile,
  entry: ZipEntry,
  words: CellWords,
  writer: RowWriter,
): Promise<OddRows> {
  const read = async (merges: Merges): Promise<SheetReader> => {
    const reader = new SheetReader(source.name, words, merges, writer)
    await readPart(readEntry(source, entry), reader, source.name)
    return reader
  }
  const { hidden, struck, mergedCells } = await read(new Map())
  if (mergedCells.size > 0) {
    writer.restart()
    await read(mergedCells)
  }
  return { hidden, struck }
}

class SheetReader {
  hidden = 0
  struck = 0
  /** The last row of each range of merged cells, by its first row and column. */
  readonly mergedCells = new Map<string, number>()
  readonly #file: string
  readonly #words: CellWords
  readonly #merges: Merges
  readonly #writer: RowWriter
  #isFirst = true
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #text = ''
  #hasValue = false
  #formula = false
  #reading: 'v' | 't' | null = null
  #inReading = false

  constructor(file: string, words: CellWords, merges: Merges, writer: RowWriter) {
    this.#file = file
    this.#words = words
    this.#merges = merges
    this.#writer = writer
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'c') this.#beginCell(attributes)
    else if (name === 'v') this.#beginValue()
    else if (name === 't' && !this.#inReading) this.#reading = 't'
    else if (name === 'f') this.#formula = true
    else if (name === 'rPh') this.#inReading = true
    else if (name === 'row') this.#beginRow(attributes)
    else if (name === 'mergeCell') this.#merge(attributes)
  }

  readonly text = (piece: string): void => {
    if (this.#reading === 'v') this.#value += piece
    else if (this.#reading === 't') this.#text += piece
  }

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#reading = null
    else if (name === 'c') this.#endCell()
    else if (name === 'rPh') this.#inReading = false
    else if (name === 'row') this.#writer.end()
  }

  #beginValue(): void {
    this.#hasValue = true
    this.#reading = 'v'
  }

  #merge({ ref = '' }: Attributes): void {
    const [, from = '', to = ''] = /^([A-Z]+\d+):([A-Z]+\d+)$/i.exec(ref) ?? []
    const first = placeOf(from)
    const last = placeOf(to)
    if (last.row > first.row) this.mergedCells.set(`${first.row}:${first.column}`, last.row)
  }

  #beginRow({ r, hidden }: Attributes): void {
    this.#writer.begin(r)
    this.#isFirst = true
    this.#column = -1
    if (isTrue(hidden)) this.hidden += 1
  }

  #beginCell({ r = '', t = 'n', s = '0' }: Attributes): void {
    const { row, column } = placeOf(r)
    if (column >= 0 && (column <= this.#column || row !== this.#writer.row)) throw brokenSheet(this.#file)
    this.#column = column < 0 ? this.#column + 1 : column
    this.#type = t
    this.#style = Number(s)
    this.#value = ''
    this.#text = ''
    this.#hasValue = false
    this.#formula = false
  }

  #endCell(): void {
    const text = this.#cellText()
    if (text === '') return
    if (this.#isFirst && this.#words.struck.has(this.#style)) this.struck += 1
    this.#isFirst = false
    const { row } = this.#writer
    this.#writer.put(this.#column, text, (this.#merges.get(`${row}:${this.#column}`) ?? row) - row)
  }

  #cellText(): string {
    // A text may stand in the cell itself, whatever its type says.
    if (this.#text !== '' && (this.#type === 'inlineStr' || !this.#hasValue)) return unescapeText(this.#text)
    if (this.#formula && !this.#hasValue) return notComputed
    const value = this.#value
    switch (this.#type) {
      case 's':
        return this.#sharedText(value)
      case 'b':
        return booleanText(value)
      case 'n':
        return this.#numberText(value)
      case 'e':
        return value === '' ? notComputed : value
      case 'd':
        return isoText(value, this.#format)
      default:
        return unescapeText(value)
    }
  }

  #sharedText(value: string): string {
    if (value.trim() === '') return ''
    const text = this.#words.strings[Number(value)]
    if (text === undefined) throw brokenSheet(this.#file)
    return text
  }

  #numberText(value: string): string {
    if (value.trim() === '') return this.#formula ? notComputed : ''
    const number = Number(value)
    return Number.isNaN(number) ? value : this.#format(number, this.#words.from1904)
  }

  get #format(): NumberFormat {
    return this.#words.formats[this.#style] ?? generalFormat
  }
}
