import type { Delimiter, LineEnd } from '#shared/import/file-facts.ts'
import { type CellTable, CsvRecord, endMark, lostLetter } from './csv-record.ts'
import { marksOf } from './next-marks.ts'
import { misplacedQuote } from './quote-check.ts'

const quoteMark = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The end of a cell that continues after the chunk. */
const cut = -1

/** A cell of so few bytes is read byte by byte: to search for five marks costs more. */
const shortCell = 16
/** No cell of a table is longer: the service takes no such text. */
const longestCell = 8_192
const endsCell = 1
const needsSearch = 2

export interface ScannedChunk {
  /** With blank ones. */
  readonly records: CsvRecord[]
  /** Bytes of the records; what follows in the chunk is the beginning of a record that isn't whole yet. */
  readonly consumed: number
}

/**
 * Finds records and cells in a file's bytes, by the rules of RFC 4180 and, beyond them, of Papa Parse: a quotation mark
 * opens a cell only at its start and closes it only before blanks and a delimiter or a line end; any other is text (and
 * reported in `quote`). Lines end with `\n`, `\r\n` or `\r`, mixed as they may be. A quote that never closes makes its
 * record the last one, which ends with the line of the quote.
 *
 * Works on UTF-8, in which the bytes of these marks are never part of another character.
 */
export class RecordScanner {
  readonly #delimiter: Delimiter
  readonly #mark: number
  readonly #rowsAreLines: boolean
  /** What a byte means inside a plain cell: 0 for most. */
  readonly #meanings: Uint8Array
  /** The line where the next record begins. */
  #line = 1

  #table: CellTable = tableOf(Buffer.alloc(0))
  #marks = marksOf(Buffer.alloc(0), ',')
  #last = false
  #lineEnd: LineEnd | null = null
  #feeds = 0
  #odd = false
  #nul = false
  /** Place of the quote that never closes, or -1. */
  #opened = -1

  /** @param rowsAreLines whether a record counts as one line, whatever its cells hold */
  constructor(delimiter: Delimiter, rowsAreLines = false) {
    this.#delimiter = delimiter
    this.#rowsAreLines = rowsAreLines
    this.#mark = delimiter.charCodeAt(0)
    this.#meanings = meaningsOf(this.#mark)
  }

  /** What ended the records so far; `lf` if nothing did. */
  get lineEnd(): LineEnd {
    return this.#lineEnd ?? 'lf'
  }

  /** @param last whether the file ends with these bytes: its last record needs no line end */
  scan(bytes: Buffer, last: boolean): ScannedChunk {
    this.#table = tableOf(bytes)
    this.#marks = marksOf(bytes, this.#delimiter)
    this.#last = last
    const records: CsvRecord[] = []
    let start = 0
    while (start < bytes.length) {
      const first = this.#table.from.length
      const end = this.#findEnd(start)
      if (end === cut) break
      const length = this.#table.from.length - first
      records.push(this.#record(start, end, first, length))
      this.#line += this.#rowsAreLines ? 1 : 1 + this.#feeds
      start = this.#opened >= 0 ? bytes.length : this.#afterLineEnd(end)
    }
    return { records, consumed: start }
  }

  #record(start: number, end: number, first: number, length: number): CsvRecord {
    const place = {
      line: this.#line,
      start,
      end,
      first,
      length,
      quote: null,
      nul: this.#nul,
      lineEnds: this.#feeds,
    }
    if (!this.#odd && this.#opened < 0) return new CsvRecord(this.#table, place)
    if (this.#opened < 0) {
      const quote = misplacedQuote(this.#table.bytes.toString('utf8', start, end), this.#delimiter)
      return new CsvRecord(this.#table, { ...place, quote })
    }
    const openedIn = this.#line + lineEndsBetween(this.#table.bytes, start, this.#opened)
    return new CsvRecord(this.#table, { ...place, quote: { column: length - 1, broken: true, openedIn } })
  }

  /** Adds the cells of the record that begins at `start`. @returns the place of its line end, or `cut` */
  #findEnd(start: number): number {
    const { bytes } = this.#table
    this.#feeds = 0
    this.#odd = false
    this.#nul = false
    for (let at = start; ; at++) {
      at = bytes[at] === quoteMark ? this.#quotedCell(at) : this.#plainCell(at)
      if (at === cut) return cut
      if (at >= bytes.length || bytes[at] !== this.#mark || this.#opened >= 0) return at
    }
  }

  /** @returns the place of the delimiter or line end after the cell, or `cut` */
  #plainCell(from: number): number {
    const end = this.#shortEnd(from) ?? this.#searchedEnd(from)
    if (this.#isCut(end)) return cut
    this.#addCell(from, end)
    return end
  }

  /** The end of a short cell without any mark inside; null for all other cells. */
  #shortEnd(from: number): number | null {
    const { bytes } = this.#table
    const meanings = this.#meanings
    const limit = Math.min(from + shortCell, bytes.length)
    for (let at = from; at < limit; at++) {
      const meaning = meanings[bytes[at] ?? 0]
      if (meaning !== 0) return meaning === endsCell ? at : null
    }
    return null
  }

  #searchedEnd(from: number): number {
    const { quote, nul } = this.#marks
    const end = this.#nextEnd(from)
    if (quote.from(from) < end) this.#odd = true
    if (nul.from(from) < end) this.#nul = true
    return end
  }

  #quotedCell(open: number): number {
    const { bytes } = this.#table
    const { quote } = this.#marks
    // Asked for before the search for the cell's end moves the marks past it.
    const lineEnd = this.#nextLineEnd(open)
    let isFirst = true
    for (let at = quote.from(open + 1); at < bytes.length; at = quote.from(at + 1)) {
      if (bytes[at + 1] === quoteMark) {
        at += 1
        continue
      }
      const end = this.#afterBlanks(at + 1)
      if (this.#isCut(end)) return cut
      if (this.#endsCell(end)) {
        if (lineEnd < at) this.#feeds += lineEndsBetween(bytes, lineEnd, at)
        if (this.#marks.nul.from(open) < at) this.#nul = true
        this.#addCell(open + 1, at)
        return end
      }
      // Lines before this mark belong to the cell in any case.
      if (isFirst && lineEnd > at) {
        if (lineEnd >= bytes.length && !this.#last) return cut
        if (!this.#closesBefore(lineEnd, at + 1)) return this.#quotedWord(open, at)
      }
      isFirst = false
      this.#odd = true
    }
    return this.#last ? this.#unclosedCell(open) : cut
  }

  /** True if a quotation mark from `from` on ends a cell before the line ends. */
  #closesBefore(lineEnd: number, from: number): boolean {
    const { bytes } = this.#table
    const line = bytes.subarray(from, Math.min(lineEnd, from + longestCell))
    for (let at = line.indexOf(quoteMark); at >= 0; at = line.indexOf(quoteMark, at + 1)) {
      let next = at + 1
      while (line[next] === 0x20 || line[next] === 0x09) next += 1
      if (next >= line.length || line[next] === this.#mark) return true
    }
    return false
  }

  /** A cell that begins with a word in quotes, `"Lux" in stock`: the next cell that is quoted may be lines below. */
  #quotedWord(open: number, close: number): number {
    const end = this.#nextEnd(close + 1)
    if (this.#isCut(end)) return cut
    this.#odd = true
    this.#addCell(open, end)
    return end
  }

  /** What follows the line of the quote is no part of the record: the end of its cell is unknown. */
  #unclosedCell(open: number): number {
    const { bytes } = this.#table
    let end = open
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1
    this.#opened = open
    this.#addCell(open + 1, end)
    return end
  }

  #addCell(from: number, to: number): void {
    this.#table.from.push(from)
    this.#table.to.push(to)
  }

  /** Blanks of any kind are accepted between a closing quote and what ends the cell. */
  #afterBlanks(from: number): number {
    if (this.#endsCell(from)) return from
    const end = this.#nextEnd(from)
    return this.#table.bytes.toString('utf8', from, end).trim() === '' ? end : from
  }

  /** The place of the next delimiter or line end. */
  #nextEnd(from: number): number {
    return Math.min(this.#marks.delimiter.from(from), this.#nextLineEnd(from))
  }

  #nextLineEnd(from: number): number {
    return Math.min(this.#marks.feed.from(from), this.#marks.return.from(from))
  }

  #endsCell(at: number): boolean {
    const { bytes } = this.#table
    if (at >= bytes.length) return true
    return bytes[at] === this.#mark || bytes[at] === lineFeed || bytes[at] === carriageReturn
  }

  /** Whether more bytes are needed to know what is at `at`: a `\r` may be half of a `\r\n`. */
  #isCut(at: number): boolean {
    const { bytes } = this.#table
    return !this.#last && (at >= bytes.length || (bytes[at] === carriageReturn && at + 1 >= bytes.length))
  }

  #afterLineEnd(at: number): number {
    const { bytes } = this.#table
    const crlf = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed
    if (at < bytes.length) this.#noteLineEnd(crlf ? 'crlf' : bytes[at] === lineFeed ? 'lf' : 'cr')
    return crlf ? at + 2 : at + 1
  }

  #noteLineEnd(found: LineEnd): void {
    if (this.#lineEnd !== found) this.#lineEnd = this.#lineEnd === null ? found : 'mixed'
  }
}

function meaningsOf(delimiter: number): Uint8Array {
  const meanings = new Uint8Array(256)
  for (const byte of [delimiter, lineFeed, carriageReturn]) meanings[byte] = endsCell
  for (const byte of [quoteMark, 0]) meanings[byte] = needsSearch
  return meanings
}

const tableOf = (bytes: Buffer): CellTable => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  from: [],
  to: [],
  endMark: bytes.includes(endMark),
  lostLetter: bytes.includes(lostLetter),
})

/** Line ends of any of the three kinds. */
export function lineEndsBetween(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte === lineFeed || (byte === carriageReturn && (at + 1 >= to || bytes[at + 1] !== lineFeed)))
      count += 1
  }
  return count
}
