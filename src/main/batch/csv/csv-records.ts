import Papa from 'papaparse'
import { Fault } from '#shared/bridge/failure.ts'
import type { Delimiter, Encoding } from '#shared/batch/draft.ts'
import { misplacedQuote, type MisplacedQuote } from './quote-check.ts'
import { walkQuotes } from './quote-walk.ts'
import type { SourceFile } from './source-file.ts'
import { readText } from './text-pieces.ts'

/** One record of a file. */
export interface CsvRecord {
  readonly cells: string[]
  /** The line of the file where the record begins; the first line is 1. */
  readonly line: number
  /** The record as it stands in the file, without its line end. */
  readonly raw: string
  /** A quotation mark where none can be, or null. */
  readonly quote: MisplacedQuote | null
  /** True where the record holds a NUL byte. */
  readonly nul: boolean
}

export interface RecordPiece {
  readonly records: readonly CsvRecord[]
  /** Bytes of the file read so far. */
  readonly position: number
}

interface Parsed {
  readonly data: string[][]
  readonly errors: readonly { code: string; index: number }[]
  readonly meta: { readonly cursor: number }
}

export interface ReadOptions {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
}

/** A record longer than this has a quote that never closes: a URL takes 8 kB, and a piece is parsed again as it grows. */
const longestRecord = 1_048_576

/**
 * Reads a file's records, blank ones left out, in pieces that are not kept. Built on Papa's low-level parser: its
 * streams break Cyrillic at piece borders and keep the BOM, its header mode loses a column named `__proto__`.
 * A quote that never closes makes its record the last one, with no more than the line where it was opened.
 * @throws Fault `quote-unclosed` where a record is too long without one; whatever readText throws
 */
export function* readRecords(
  source: SourceFile,
  { encoding, delimiter }: ReadOptions,
): Generator<RecordPiece> {
  // Every line end is read as `\n`: the `\r` of `\r\n` is taken off the last cell, a lone `\r` is replaced.
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  const walker = new RecordWalker(delimiter)
  let tail = ''
  let held = ''
  for (const { text, position, last } of readText(source, encoding)) {
    // The second half of a `\r\n` may come with the next piece.
    const cut = !last && text.endsWith('\r') ? text.length - 1 : text.length
    const piece = withoutLoneReturns(held + text.slice(0, cut))
    held = text.slice(cut)
    // With a line end at the end, a quote before the end of the file is closed like any other.
    const input = tail + (last && !piece.endsWith('\n') ? `${piece}\n` : piece)
    const { data, errors, meta } = parser.parse(input, 0, !last) as Parsed
    if (!last && input.length - meta.cursor > longestRecord) {
      yield { records: walkToTheEnd(parser, walker, input, source.name), position: source.bytes }
      return
    }
    tail = last ? '' : input.slice(meta.cursor)
    yield { records: walker.walk(data, input, openedAt(errors)), position }
  }
}

/** The records of a piece whose last one is taken for unclosed, though the file goes on. */
function walkToTheEnd(parser: Papa.Parser, walker: RecordWalker, input: string, file: string): CsvRecord[] {
  const { data, errors } = parser.parse(input, 0, false) as Parsed
  const records = walker.walk(data, input, openedAt(errors))
  if (openedAt(errors) < 0) throw new Fault('quote-unclosed', { file, line: records.at(-1)?.line ?? 1 })
  return records
}

/** Where the text of a cell begins whose quote never closes, or -1. */
const openedAt = (errors: Parsed['errors']): number =>
  errors.find(({ code }) => code === 'MissingQuotes')?.index ?? -1

const withoutLoneReturns = (text: string): string =>
  text.includes('\r') && /\r(?!\n)/.test(text) ? text.replace(/\r(?!\n)/g, '\n') : text

/** Gives each record its line and its raw text by following the line feeds, which are ends of records or in cells. */
class RecordWalker {
  /** The line where the next record begins. */
  #line = 1
  readonly #delimiter: Delimiter

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter
  }

  /** @param opened where the text of the last row's unclosed cell begins, or -1 */
  walk(rows: readonly string[][], input: string, opened: number): CsvRecord[] {
    const whole = opened < 0 ? rows : rows.slice(0, -1)
    const records: CsvRecord[] = []
    let start = 0
    // Looked for in the whole piece at once: nearly every record has neither.
    let nextQuote = indexOrEnd(input, '"', 0)
    let nextNul = indexOrEnd(input, '\0', 0)
    for (const cells of whole) {
      const feed = indexOrEnd(input, '\n', start)
      if (nextQuote < start) nextQuote = indexOrEnd(input, '"', start)
      const plain = nextQuote >= feed
      const { end, odd } = plain ? { end: feed, odd: false } : walkQuotes(input, start, this.#delimiter)
      if (nextNul < start) nextNul = indexOrEnd(input, '\0', start)
      takeReturns(cells, end > feed)
      if (!isBlank(cells)) {
        const raw = input.slice(start, input.charCodeAt(end - 1) === carriageReturn ? end - 1 : end)
        const quote = odd ? misplacedQuote(raw, this.#delimiter) : null
        records.push({ cells, line: this.#line, raw, quote, nul: nextNul < end })
      }
      this.#line += end === feed ? 1 : 1 + feedsBetween(input, feed, end)
      start = end + 1
    }
    const broken = opened < 0 ? undefined : rows.at(-1)
    if (broken) records.push(this.#unclosed(broken, input, start, opened))
    return records
  }

  /** What follows the line of the quote is no part of the record: nobody knows where its cell was to end. */
  #unclosed(cells: string[], input: string, start: number, opened: number): CsvRecord {
    const feed = indexOrEnd(input, '\n', opened)
    const raw = input.slice(start, input.charCodeAt(feed - 1) === carriageReturn ? feed - 1 : feed)
    const column = cells.length - 1
    cells[column] = input.slice(opened, feed)
    takeReturns(cells, true)
    const openedIn = this.#line + feedsBetween(input, input.indexOf('\n', start), opened)
    return {
      cells,
      line: this.#line,
      raw,
      quote: { column, broken: true, openedIn },
      nul: raw.includes('\0'),
    }
  }
}

const carriageReturn = 0x0d

function indexOrEnd(input: string, text: string, from: number): number {
  const at = input.indexOf(text, from)
  return at < 0 ? input.length : at
}

function feedsBetween(input: string, from: number, end: number): number {
  let feeds = 0
  for (let at = from; at >= 0 && at < end; at = input.indexOf('\n', at + 1)) feeds += 1
  return feeds
}

/** Takes the `\r` of a `\r\n` off the record's last cell, and out of cells of several lines. */
function takeReturns(cells: string[], severalLines: boolean): void {
  const last = cells.length - 1
  const cell = cells[last] ?? ''
  if (cell.charCodeAt(cell.length - 1) === carriageReturn) cells[last] = cell.slice(0, -1)
  if (!severalLines) return
  for (const [at, text] of cells.entries()) if (text.includes('\r')) cells[at] = text.replaceAll('\r\n', '\n')
}

/** Spreadsheets leave lines of nothing but delimiters behind. */
const isBlank = (cells: readonly string[]): boolean => cells[0] === '' && cells.every((cell) => cell === '')
