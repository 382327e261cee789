import Papa from 'papaparse'
import { Fault } from '#shared/bridge/failure.ts'
import {
  type Delimiter,
  delimiters,
  type Encoding,
  type FileShape,
  type FileShapeChoice,
} from '#shared/import/draft.ts'
import type { FileFacts } from '#shared/import/file-facts.ts'
import { decodeText } from '../../files/text-decoder.ts'
import { columnNamed, columnOfHeader } from './column-names.ts'
import { findHeader, knownNames, searchedRecords } from './find-header.ts'
import { beginningMarks } from '../csv/source-text.ts'
import { type ReadOptions, readTable, type Table } from '../csv/read-table.ts'
import { type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { detectEncoding, hasBom, sampleBytes } from '../encoding/detect-encoding.ts'
import { repairedText } from '../encoding/spoilt-letters.ts'
import type { Row } from '../rows/row.ts'

const sampleRecords = 20
/** A share of the rows that is nearly all of them. */
const nearlyAll = 0.9

/** Reads the rows of a file, or has them already. */
type ReadTable = (source: SourceFile, options: ReadOptions) => Table

/** A file's first look: how its bytes become cells, its header and its first records. */
export type FileLook = Readonly<ReturnType<typeof lookAtFile>>

/**
 * Finds what the dealer did not choose of a file's shape and reads its header and first records.
 * @throws Fault `file-binary`, `file-encoding`, `file-delimiter`, `file-empty`, `file-header-only`, `quote-unclosed`, `header-quote`,
 * `header-line`
 */
export function lookAtFile(source: SourceFile, choice: FileShapeChoice, read: ReadTable = readTable) {
  const { encoding, bom, guessed } = choice.encoding
    ? { encoding: choice.encoding, bom: hasBom(source, choice.encoding), guessed: false }
    : detectEncoding(source)
  const delimiter = choice.delimiter ?? findDelimiter(source, encoding)
  const table = withoutSepLine(read(source, { encoding, delimiter }), delimiter)
  const { rows: records, lineEnd } = table
  const { above, headerRecords, cells, rows } = divide(source.name, records, choice.headerLine)
  const [header = rows[0], headerEnd] = headerRecords
  const sample = rows.slice(0, sampleRecords)
  if (!header) throw new Fault('file-empty', { file: source.name })
  refuseUnclosed(source.name, header, [...above, ...sample])
  for (const record of headerRecords) refuseHeaderQuote(source.name, record, delimiter)
  if (sample.length === 0) throw new Fault('file-header-only', { file: source.name, line: header.line })
  const headerLine = headerRecords.length === 0 ? 0 : header.line
  const decimalMark = choice.decimalMark ?? findDecimalMark(cells, sample, delimiter)
  const shape: FileShape = { encoding, delimiter, decimalMark }
  const file: FileFacts = {
    ...shape,
    guessed,
    quote: '"',
    headerLine,
    lineEnd,
    ...(headerEnd && { headerEnd: headerEnd.line }),
  }
  return {
    shape,
    bom,
    /** Blank cells that nearly all rows have behind those of the header. */
    extraCells: usualExtraCells(cells.length, rows),
    file,
    header: { line: header.line, cells },
    /** The records of the header: two if merged cells stand over its columns. */
    headerRecords,
    /** Titles and the like, which are no rows. */
    above,
    sample,
    table,
  }
}

/** @throws Fault `header-line` if no record is in the line that was chosen */
function divide(file: string, records: readonly Row[], chosen?: number) {
  const at =
    chosen === undefined
      ? null
      : records.findLastIndex(({ line, lineEnds }) => line <= chosen && chosen <= line + lineEnds)
  if (at === -1) throw new Fault('header-line', { file, line: chosen ?? 1 })
  const searched = records.slice(0, (at ?? 0) + searchedRecords).map(({ cells }) => cells)
  const header = findHeader(searched, at)
  const end = header.at + header.records
  return {
    above: records.slice(0, header.at),
    headerRecords: records.slice(header.at, end),
    cells: header.cells.map(repairedName),
    rows: records.slice(end),
  }
}

/** The name of a column whose letters were read in a wrong encoding, if it is one that is known. */
function repairedName(name: string): string {
  const repaired = columnOfHeader(name) === null ? repairedText(name) : null
  return repaired !== null && columnOfHeader(repaired) !== null ? repaired : name
}

/** A quotation mark that makes other lines part of the header. */
function refuseHeaderQuote(file: string, header: Row, delimiter: Delimiter): void {
  const holdsLines = header.cells.some((cell) =>
    cell
      .split('\n')
      .slice(1)
      .some((line) => line.includes(delimiter)),
  )
  const hidesName = header.cells.some(
    (cell) =>
      cell.includes('"') && columnNamed(cell) === null && columnNamed(cell.replaceAll('"', '')) !== null,
  )
  if (holdsLines || hidesName || header.quote?.broken)
    throw new Fault('header-quote', { file, line: header.line })
}

/** A quote that never closes is the problem of its row, unless there is no row before it that could be used. */
function refuseUnclosed(file: string, header: Row, [first]: readonly Row[]): void {
  const line = header.quote?.openedIn ?? first?.quote?.openedIn
  if (line !== undefined) throw new Fault('quote-unclosed', { file, line })
}

/** From two rows on: a single one may be shifted by a delimiter in a text. */
function usualExtraCells(columns: number, rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  for (const [length, count] of counts)
    if (length > columns && count > 1 && count >= rows.length * nearlyAll) return length - columns
  return 0
}

/** The rows of a file without a line by which it names its delimiter. */
const withoutSepLine = (table: Table, delimiter: Delimiter): Table => ({
  ...table,
  rows: table.rows.filter((row) => !isSepLine(row, delimiter)),
})

/** @throws Fault `file-delimiter` if no delimiter makes columns and the only header is none of our names */
function findDelimiter(source: SourceFile, encoding: Encoding): Delimiter {
  const text = sampleText(source, encoding)
  if (text.trim() === '') throw new Fault('file-empty', { file: source.name })
  const given = delimiterOfSepLine(text.slice(0, text.indexOf('\n')).trim())
  const named = delimiters.find((delimiter) => delimiter === given)
  if (named) return named
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, score: delimiterScore(text, delimiter) }))
    .sort((one, other) => other.score - one.score)
  if (!best || best.score === 0) throw new Fault('file-delimiter', { file: source.name, line: 1 })
  return best.delimiter
}

/** The file's beginning from what is not blank on, with `\n` line ends, without a last line that the sample may have cut. */
function sampleText(source: SourceFile, encoding: Encoding): string {
  const bytes = wholeBytes(source)
  const begin = bytes.findIndex((byte) => byte > 0x20)
  const end = begin + 2 * sampleBytes
  const text = decodeText(bytes.subarray(0, end), encoding, 'lenient')
    .replace(beginningMarks, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
  return end < bytes.length && text.includes('\n') ? text.slice(0, text.lastIndexOf('\n') + 1) : text
}

const scoredRecords = 50

/**
 * Known headers count most, then the number of columns and of records as long as the header: a one-row `;` file with
 * decimal commas has more commas than semicolons.
 */
function delimiterScore(text: string, delimiter: Delimiter): number {
  const parser = new Papa.Parser({ delimiter, newline: '\n', preview: scoredRecords })
  const { data } = parser.parse(text, 0, false) as { data: string[][] }
  const table = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const { at, records, cells: header } = findHeader(table)
  const rows = table.slice(at + records)
  const known = knownNames(header)
  if (header.length < 2) return known
  const agreeing = rows.filter((cells) => cells.length === header.length).length / Math.max(rows.length, 1)
  return known * 1_000 + header.length * (0.1 + agreeing)
}

/** The mark that the first prices are written with; if they have none, the one that goes with the delimiter. */
function findDecimalMark(header: readonly string[], sample: readonly Row[], delimiter: Delimiter): '.' | ',' {
  const column = header.findIndex((name) => columnOfHeader(name) === 'price')
  const prices = sample.map(({ cells }) => (cells[column] ?? '').trim())
  const commas = prices.filter((price) => /\d,\d{1,2}$/.test(price)).length
  const points = prices.filter((price) => /\d\.\d{1,2}$/.test(price)).length
  if (commas !== points) return commas > points ? ',' : '.'
  return delimiter === ';' || delimiter === '\t' ? ',' : '.'
}

const sepLine = /^\uFEFF?"?sep=(.)"?$/i

/** The delimiter that a file's first line names the way Excel does (`sep=;`), or null. */
const delimiterOfSepLine = (line: string): string | null => sepLine.exec(line)?.[1] ?? null

/** True if the record is such a line: it is no record of the table. */
const isSepLine = ({ line, cells }: Row, delimiter: string): boolean =>
  line === 1 && sepLine.test(cells.join(delimiter))
