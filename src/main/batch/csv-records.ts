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
 * @throws Fault `quote-unclosed` with the line of the quote; whatever readText throws
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
    if (last) refuseUnclosed(errors, input, walker.line, source.name)
    const records = walker.walk(data, input)
    tail = last ? '' : input.slice(meta.cursor)
    if (tail.length > longestRecord)
      throw new Fault('quote-unclosed', { file: source.name, line: walker.line })
    yield { records, position }
  }
}

const withoutLoneReturns = (text: string): string =>
  text.includes('\r') && /\r(?!\n)/.test(text) ? text.replace(/\r(?!\n)/g, '\n') : text

function refuseUnclosed(errors: Parsed['errors'], input: string, firstLine: number, file: string): void {
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
  if (!unclosed) return
  const before = input.slice(0, unclosed.index).split('\n')
  throw new Fault('quote-unclosed', {
    file,
    line: firstLine + before.length - 1,
    position: before.at(-1)?.length ?? 1,
  })
}

/** Gives each record its line and its raw text by following the line feeds, which are ends of records or in cells. */
class RecordWalker {
  /** The line where the next record begins. */
  line = 1
  readonly #delimiter: Delimiter

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter
  }

  walk(rows: readonly string[][], input: string): CsvRecord[] {
    const records: CsvRecord[] = []
    let start = 0
    // Looked for in the whole piece at once: nearly every record has neither.
    let nextQuote = indexOrEnd(input, '"', 0)
    let nextNul = indexOrEnd(input, '\0', 0)
    for (const cells of rows) {
      const feed = indexOrEnd(input, '\n', start)
      if (nextQuote < start) nextQuote = indexOrEnd(input, '"', start)
      const plain = nextQuote >= feed
      const { end, odd } = plain ? { end: feed, odd: false } : walkQuotes(input, start, this.#delimiter)
      if (nextNul < start) nextNul = indexOrEnd(input, '\0', start)
      takeReturns(cells, end > feed)
      if (!isBlank(cells)) {
        const raw = input.slice(start, input.charCodeAt(end - 1) === carriageReturn ? end - 1 : end)
        const quote = odd ? misplacedQuote(raw, this.#delimiter) : null
        records.push({ cells, line: this.line, raw, quote, nul: nextNul < end })
      }
      this.line += end === feed ? 1 : 1 + feedsBetween(input, feed, end)
      start = end + 1
    }
    return records
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
