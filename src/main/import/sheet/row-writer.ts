import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { searchedRecords } from '../columns/find-header.ts'
import { longestRecord, longRecord, mostCells } from '../csv/read-table.ts'
import { brokenSheet, hugeSheet } from './sheet-faults.ts'

/** Delimiter of a spreadsheet's rows, as spreadsheets here expect it of the file of failed rows. */
export const tableDelimiter = ';'

const special = /[";\r\n]/
const blank = /\s/
/** The edges are looked at by themselves: to search for a blank before the end takes a look at every blank. */
const mustBeQuoted = (cell: string): boolean =>
  special.test(cell) || blank.test(cell.charAt(0)) || blank.test(cell.charAt(cell.length - 1))
const quoted = (cell: string): string =>
  cell !== '' && mustBeQuoted(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Excel's own limits. */
const mostRows = 1_048_576
/** Cells of all rows together, with those that are blank: some hundred thousand rows of cars. */
const mostTotal = 16_777_216
const mostBytes = 1_073_741_824
const flushAt = 65_536

/** Cells of the rows below that a merged cell covers. */
interface Covered {
  readonly until: number
  readonly value: string
}

/** Writes the rows of a sheet as records, each in the line that is its number in the sheet. */
export class RowWriter {
  readonly #fd: number
  readonly #file: string
  readonly #covered = new Map<number, Covered>()
  #line = 0
  #row = 0
  #cells: string[] = []
  #text = ''
  #bytes = 0
  #total = 0
  /** The first rows that are not blank. */
  readonly head: (readonly string[])[] = []
  /** Merged cells whose value was taken for the rows below. */
  merged = 0

  /** @param file the name of the spreadsheet, for its failures */
  constructor(path: string, file: string) {
    this.#fd = openSync(path, 'w', 0o600)
    this.#file = file
  }

  get line(): number {
    return this.#line
  }

  /** The number of the row that was begun last. */
  get row(): number {
    return this.#row
  }

  /**
   * Begins a row, whose cells follow in their order.
   * @param number of the row in the sheet; without it, it is the next one
   * @throws Fault `sheet-broken` if it is not below the row before: it would be written over that
   */
  begin(number?: string): void {
    const row = number === undefined ? this.#row + 1 : Number(number)
    if (!Number.isInteger(row) || row <= this.#row) throw brokenSheet(this.#file)
    this.#row = row
    this.#cells = []
  }

  /**
   * @param down the number of rows below that have the value, too, as those of a merged cell do
   * @throws Fault `sheet-broken` if it is not behind the cell before, `sheet-too-large`
   */
  put(column: number, value: string, down = 0): void {
    if (column >= mostCells) throw hugeSheet(this.#file)
    if (!Number.isInteger(column) || column < this.#cells.length) throw brokenSheet(this.#file)
    while (this.#cells.length < column) this.#cells.push('')
    this.#cells.push(value)
    if (down <= 0 || value.trim() === '') return
    this.merged += 1
    this.#covered.set(column, { until: this.#row + down, value })
  }

  end(): void {
    this.write(this.#row, this.#cells)
  }

  /**
   * @param line the row's number in the sheet; rows that it leaves out are blank
   * @throws Fault `sheet-too-large` if the sheet has more rows or characters than a spreadsheet can, `line-too-long`
   */
  write(line: number, cells: readonly string[]): void {
    if (line > mostRows) throw hugeSheet(this.#file)
    while (this.#line < line - 1) this.#put([])
    this.#put(cells)
  }

  /**
   * Counts cells that take work, written or not. What is read twice counts twice.
   * @throws Fault `sheet-too-large` past what a table of cars has
   */
  count(cells: number): void {
    this.#total += cells
    if (this.#total > mostTotal) throw hugeSheet(this.#file)
  }

  /** Forgets all rows: they are written again. */
  restart(): void {
    ftruncateSync(this.#fd)
    this.#covered.clear()
    this.#line = 0
    this.#row = 0
    this.#text = ''
    this.#bytes = 0
    this.head.length = 0
    this.merged = 0
  }

  close(): void {
    this.#flush()
    closeSync(this.#fd)
  }

  #put(given: readonly string[]): void {
    this.#line += 1
    // A row without cells stays blank.
    const cells =
      this.#covered.size > 0 && given.some((cell) => cell !== '') ? this.#withCovered(given) : given
    this.count(cells.length + 1)
    if (this.head.length < searchedRecords && cells.some((cell) => cell.trim() !== ''))
      this.head.push([...cells])
    let length = cells.length
    while (length > 0 && cells[length - 1] === '') length -= 1
    let record = ''
    for (let at = 0; at < length; at += 1) {
      if (at > 0) record += tableDelimiter
      record += quoted(cells[at] ?? '')
    }
    // A character has three bytes at most.
    if (record.length * 3 > longestRecord && Buffer.byteLength(record) > longestRecord)
      throw longRecord(this.#file, this.#line)
    this.#text += `${record}\n`
    if (this.#text.length > flushAt) this.#flush()
  }

  #withCovered(given: readonly string[]): readonly string[] {
    const cells = [...given]
    for (const [column, { until, value }] of this.#covered) {
      if (until < this.#line) this.#covered.delete(column)
      else if ((cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('')
        cells[column] = value
      }
    }
    return cells
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text.toWellFormed())
    if (this.#bytes + bytes.length > mostBytes) throw hugeSheet(this.#file)
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#fd, bytes, done, null, this.#bytes + done)
    this.#bytes += bytes.length
    this.#text = ''
  }
}
