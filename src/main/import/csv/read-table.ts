import Papa from 'papaparse'
import { Fault } from '#shared/bridge/failure.ts'
import type { Delimiter, Encoding, LineEnd } from '#shared/import/file-facts.ts'
import { readOddRow } from './odd-row.ts'
import type { SourceFile } from './source-file.ts'
import { readText } from './source-text.ts'
import { endMark, lineEndsIn, Row } from '../rows/row.ts'

/** A file's text as rows. */
export interface Table {
  /** Without blank ones. */
  readonly rows: readonly Row[]
  /** The line end of the rows. */
  readonly lineEnd: LineEnd
  /** Blank rows that were left out. */
  readonly blank: number
  /** True if the file ends with the sign of DOS programs, which is no part of the table. */
  readonly endMark: boolean
  /** The last row, if nothing says that it is whole: no line end follows it, and no quotation mark closes it. */
  readonly open: Row | null
}

export interface ReadOptions {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
}

/** A row longer than this has a quote that never closes: a URL takes 8 kB. */
export const longestRecord = 1_048_576
/** As many as a spreadsheet has. */
export const mostCells = 16_384
/** 300,000 rows, and the lines above them: all are kept in memory. */
const mostRows = 300_100
/** With blank ones, of which a sheet may have a million. */
const mostLines = 2_097_152

export const longRecord = (file: string, line: number): Fault => new Fault('line-too-long', { file, line })

/**
 * Reads all rows of a file.
 * @throws Fault `line-too-long` if a line is too long, has too many cells, or is a row without an unclosed quote to
 * explain it; `file-too-long` for too many rows; `file-encoding`
 */
export function readTable(source: SourceFile, { encoding, delimiter }: ReadOptions): Table {
  const whole = readText(source, encoding)
  const bare = whole.endsWith(endMark) ? whole.slice(0, wholeEnd(whole)) : whole
  const text = bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare
  refuseLongLines(text, source.name)
  const all = rowsIn(text, delimiter, source.rowsAreLines)
  const rows = all.filter((row) => !row.isBlank)
  for (const row of rows) refuseLong(row, source.name)
  if (rows.length > mostRows || all.length > mostLines)
    throw new Fault('file-too-long', { file: source.name })
  const last = all.at(-1)
  return {
    rows,
    lineEnd: text === bare ? 'lf' : lineEndOf(bare, all),
    blank: all.length - rows.length,
    endMark: bare.length < whole.length,
    open: last && !/[\n"]$/.test(text) ? last : null,
  }
}

function wholeEnd(text: string): number {
  let end = text.length
  while (text[end - 1] === endMark) end -= 1
  return end
}

/** Before anything is parsed: a line of millions of cells would fill the memory. */
function refuseLongLines(text: string, file: string): void {
  for (let start = 0, line = 1; text.length - start > longestRecord; line++) {
    const end = text.indexOf('\n', start)
    if ((end < 0 ? text.length : end) - start > longestRecord) throw longRecord(file, line)
    start = end + 1
  }
}

/** No line is too long by now: only a row of several can be. */
function refuseLong({ line, cells, quote, lineEnds }: Row, file: string): void {
  const isClosed = lineEnds > 0 && quote?.openedIn === undefined
  const length = isClosed ? cells.reduce((sum, cell) => sum + cell.length, 0) : 0
  if (cells.length > mostCells || length > longestRecord) throw longRecord(file, line)
}

/**
 * Signs that are parsed together, up to the end of a line; one line after a row that the parser can't read, as the next
 * may be alike.
 */
const mostSigns = 1_048_576

/**
 * The rows of a text whose lines end with `\n`, or as many as show that there are too many. Papa Parse reads them up to
 * the first with a quotation mark that it can't place: it would take the lines after it into the cell.
 * @param rowsAreLines whether a row counts as one line, whatever its cells hold
 */
export function rowsIn(text: string, delimiter: Delimiter, rowsAreLines = false): Row[] {
  const rows: Row[] = []
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  const mayHoldSigns = text.includes('\0') || text.includes(endMark)
  let line = 1
  const add = (row: Row): void => {
    rows.push(row)
    line += rowsAreLines ? 1 : 1 + row.lineEnds
  }
  let signs = mostSigns
  for (let start = 0; start <= end && text !== '' && rows.length <= mostLines;) {
    const pieceEnd = endOfLine(text, start + signs, end)
    const next = parsePiece(text.slice(start, pieceEnd), delimiter, (cells, raw) => {
      const hasQuote = raw !== null && cells.some((cell) => cell.includes('"'))
      const lineEnds = raw === null ? 0 : cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
      add(
        new Row(line, cells, {
          quote: hasQuote ? readOddRow(raw, 0, delimiter, line).row.quote : null,
          lineEnds,
          mayHoldSigns,
        }),
      )
    })
    signs = next === null ? Math.min(signs * 4, mostSigns) : 1
    const odd = next === null ? null : readOddRow(text.slice(0, end), start + next, delimiter, line)
    if (odd) add(odd.row)
    start = (odd?.end ?? pieceEnd) + 1
  }
  return rows
}

function endOfLine(text: string, from: number, end: number): number {
  const at = from < end ? text.indexOf('\n', from) : end
  return at < 0 ? end : Math.min(at, end)
}

/**
 * Parses lines.
 * @param add is called with each row and its text, which is null without a quotation mark
 * @returns the place of the first row that can't be read; null if all are
 */
function parsePiece(
  text: string,
  delimiter: Delimiter,
  add: (cells: string[], raw: string | null) => void,
): number | null {
  const options = { delimiter, newline: '\n' } as const
  if (!text.includes('"')) {
    const { data } = new Papa.Parser(options).parse(text, 0, false) as { data: string[][] }
    // An empty text is an empty row, of which the parser says nothing.
    for (const cells of text === '' ? [['']] : data) add(cells, null)
    return null
  }
  let start = 0
  let odd: number | null = null
  const parser = new Papa.Parser({
    ...options,
    step: ({ data: [cells], errors, meta: { cursor } }: Papa.ParseStepResult<string[][]>) => {
      if (errors.length > 0 || !cells) {
        odd = start
        parser.abort()
        return
      }
      const raw = text.slice(start, text[cursor - 1] === '\n' ? cursor - 1 : cursor)
      // A copy is as long as the row; what the parser filled is longer.
      add(cells.slice(), raw.includes('"') ? raw : null)
      start = cursor
    },
  })
  parser.parse(text, 0, false)
  return odd
}

/** The ends of the rows in a text that has carriage returns; those inside of cells are none. */
function lineEndOf(text: string, rows: readonly Row[]): LineEnd {
  const ends = text.matchAll(/\r\n?|\n/g)
  const found = new Set<LineEnd>()
  for (const { lineEnds } of rows) {
    for (let inner = 0; inner < lineEnds; inner++) ends.next()
    const { value } = ends.next() as { value?: RegExpExecArray }
    if (value) found.add(value[0] === '\n' ? 'lf' : value[0] === '\r' ? 'cr' : 'crlf')
  }
  const [only = 'lf', other] = found
  return other === undefined ? only : 'mixed'
}
