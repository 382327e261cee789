import { unguardText } from '#shared/files/spreadsheet-text.ts'
import type { MisplacedQuote, RecordView, TextSum } from '../records/record-view.ts'

const quoteMark = 0x22
const zero = 0x30
const point = 0x2e
const comma = 0x2c
/** A space or a tab, or the beginning of a character that isn't ASCII, such as a no-break space. */
const isBlankByte = (byte = 0): boolean => byte === 0x20 || byte === 0x09 || byte > 0x7f
/** Fifteen digits never lose precision. */
const safeDigits = 15

/** The bytes of a chunk (UTF-8) and where its cells are in them, without their quotation marks. */
export interface CellTable {
  readonly bytes: Buffer
  readonly view: DataView
  readonly from: number[]
  readonly to: number[]
  /** Whether the bytes hold the sign with which DOS programs end a file. */
  readonly endMark: boolean
  /** Whether they hold U+FFFD, which decoders put in the place of what they can't read. */
  readonly lostLetter: boolean
}

/** Ctrl+Z. */
export const endMark = 0x1a
/** U+FFFD in UTF-8. */
export const lostLetter = Buffer.of(0xef, 0xbf, 0xbd)

/** The digits that the formula `="320"` keeps as text; null if the cell is none. */
export const digitsOfFormula = (cell: string): string | null => /^="(\d+)"$/.exec(cell.trim())?.[1] ?? null

export interface RecordPlace {
  /** The line of the file where the record begins; the first line is 1. */
  readonly line: number
  /** Where the record is in the chunk's bytes, without its line end. */
  readonly start: number
  readonly end: number
  /** Its first cell's place in the table. */
  readonly first: number
  readonly length: number
  /** A quotation mark in a place where none is allowed, or null. */
  readonly quote: MisplacedQuote | null
  /** Whether the record holds a NUL byte. */
  readonly nul: boolean
  /** Line ends inside its quoted cells. */
  readonly lineEnds: number
}

/**
 * One record of a file, as read: a view of its chunk's bytes. A file has millions of cells, most of them short numbers:
 * a plain number can be read without making a text of it. An index without a cell is an empty one.
 */
export class CsvRecord implements RecordView {
  readonly table: CellTable
  readonly line: number
  readonly start: number
  readonly end: number
  readonly length: number
  readonly quote: MisplacedQuote | null
  readonly nul: boolean
  readonly lineEnds: number
  readonly #first: number

  constructor(table: CellTable, { line, start, end, first, length, quote, nul, lineEnds }: RecordPlace) {
    this.table = table
    this.line = line
    this.start = start
    this.end = end
    this.length = length
    this.quote = quote
    this.nul = nul
    this.lineEnds = lineEnds
    this.#first = first
  }

  /** The record as it is in the file, without its line end. */
  get raw(): string {
    return this.table.bytes.toString('utf8', this.start, this.end)
  }

  get cells(): string[] {
    return Array.from({ length: this.length }, (_, index) => this.text(index))
  }

  /**
   * Whether the record holds nothing but delimiters and blanks, as spreadsheets leave them behind. One with a quotation
   * mark in the wrong place is never blank: what follows the mark may be lost in it.
   */
  get isBlank(): boolean {
    if (this.quote) return false
    for (let index = 0; index < this.length; index++) if (!this.#isBlankCell(index)) return false
    return true
  }

  #isBlankCell(index: number): boolean {
    if (this.bytes(index) === 0) return true
    return isBlankByte(this.table.bytes[this.from(index)]) && /^[^\S\r\n]+$/.test(this.text(index))
  }

  /** Whether the record holds the sign with which DOS programs end a file. */
  get hasEndMark(): boolean {
    return this.table.endMark && this.table.bytes.subarray(this.start, this.end).includes(endMark)
  }

  /** Whether a cell holds a letter that a decoder could not read. */
  hasLostLetter(index: number): boolean {
    return (
      this.table.lostLetter &&
      this.table.bytes.subarray(this.from(index), this.to(index)).includes(lostLetter)
    )
  }

  /** The text of a cell, without its quotation marks. */
  text(index: number): string {
    const from = this.from(index)
    const to = this.to(index)
    if (from === to) return ''
    const text = this.table.bytes.toString('utf8', from, to)
    const quoted = from > this.start && this.table.bytes[from - 1] === quoteMark
    return quoted ? text.replaceAll('""', '"').replace(/\r\n?/g, '\n') : text
  }

  meantText(index: number): string {
    const cell = this.text(index)
    return digitsOfFormula(cell) ?? unguardText(cell)
  }

  /** The value of a cell of 1 to 15 digits and nothing else, or -1. */
  digits(index: number): number {
    if (!this.#has(index)) return -1
    const at = this.#first + index
    return this.#digitsBetween(this.table.from[at] ?? 0, this.table.to[at] ?? 0)
  }

  /** The same with one or two decimals after a point or a comma, either of which can then only be the decimal mark. */
  decimal(index: number): number {
    const from = this.from(index)
    const to = this.to(index)
    for (let decimals = 1; decimals <= 2 && to - decimals - 1 > from; decimals++) {
      const mark = to - decimals - 1
      const byte = this.table.bytes[mark]
      if (byte !== point && byte !== comma) continue
      const whole = this.#digitsBetween(from, mark)
      const part = this.#digitsBetween(mark + 1, to)
      const scale = decimals === 1 ? 10 : 100
      // One division keeps the nearest number: 12345.1 is 123451 / 10.
      return whole < 0 || part < 0 ? -1 : (whole * scale + part) / scale
    }
    return this.#digitsBetween(from, to)
  }

  addText(index: number, sum: TextSum): void {
    sum.addBytes(this.table.view, this.from(index), this.to(index))
  }

  /** Bytes that the cell's text takes in UTF-8, at most. */
  bytes(index: number): number {
    return this.to(index) - this.from(index)
  }

  /** Where a cell's text begins in the chunk. */
  from(index: number): number {
    return this.#has(index) ? (this.table.from[this.#first + index] ?? 0) : 0
  }

  /** Where a cell's text ends in the chunk. */
  to(index: number): number {
    return this.#has(index) ? (this.table.to[this.#first + index] ?? 0) : 0
  }

  #has(index: number): boolean {
    return index >= 0 && index < this.length
  }

  #digitsBetween(from: number, to: number): number {
    if (from >= to || to - from > safeDigits) return -1
    const { bytes } = this.table
    let value = 0
    for (let at = from; at < to; at++) {
      const digit = (bytes[at] ?? 0) - zero
      if (digit < 0 || digit > 9) return -1
      value = value * 10 + digit
    }
    return value
  }
}
