import type { Delimiter } from '#shared/import/file-facts.ts'
import { lineEndsIn, type MisplacedQuote, Row } from '../rows/row.ts'

/** No cell of a table is longer: the service takes no such text. */
const longestCell = 8_192

interface Cell {
  readonly text: string
  /** The place of the delimiter or line end behind it. */
  readonly end: number
  /** The place of its quotation mark, if this never closes. */
  readonly opened?: number
}

/** A row of which a quotation mark is in the wrong place, and the place of the line end behind it. */
interface OddRow {
  readonly row: Row
  readonly end: number
}

/**
 * Reads a row that a parser can't: with a quotation mark inside a quoted cell, one that never closes, or a word in
 * quotes at a cell's beginning (`"Lux" in stock`). The last ends its row, and the table, with the line of the mark.
 * @param text lines that end with `\n`
 * @param start where the row begins in it
 */
export function readOddRow(text: string, start: number, delimiter: Delimiter, line: number): OddRow {
  const cells: string[] = []
  let at = start
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
    cells.push(cell.text)
    if (cell.opened !== undefined) {
      const openedIn = line + lineEndsIn(text.slice(start, cell.opened))
      const quote = { column: cells.length - 1, broken: true, openedIn }
      return { row: new Row(line, cells, { quote }), end: text.length }
    }
    if (text[cell.end] !== delimiter) {
      const quote = misplacedQuote(text.slice(start, cell.end), delimiter)
      return { row: new Row(line, cells, { quote }), end: cell.end }
    }
    at = cell.end + 1
  }
}

function plainCell(text: string, from: number, delimiter: Delimiter): Cell {
  const end = nextEnd(text, from, delimiter)
  return { text: text.slice(from, end), end }
}

function quotedCell(text: string, open: number, delimiter: Delimiter): Cell {
  const lineEnd = placeOf(text, '\n', open)
  let isFirst = true
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    const end = afterBlanks(text, at + 1, delimiter)
    if (end >= text.length || text[end] === delimiter || text[end] === '\n')
      return { text: text.slice(open + 1, at).replaceAll('""', '"'), end }
    // A cell that begins with a word in quotes: the next cell that is quoted may be lines below.
    if (isFirst && lineEnd > at && !closesBefore(text, lineEnd, at + 1, delimiter)) {
      const wordEnd = nextEnd(text, at + 1, delimiter)
      return { text: text.slice(open, wordEnd), end: wordEnd }
    }
    isFirst = false
  }
  return { text: text.slice(open + 1, lineEnd).replaceAll('""', '"'), end: text.length, opened: open }
}

/** True if a quotation mark from `from` on ends a cell before the line ends. */
function closesBefore(text: string, lineEnd: number, from: number, delimiter: Delimiter): boolean {
  const line = text.slice(from, Math.min(lineEnd, from + longestCell))
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
    const rest = line.slice(at + 1).trimStart()
    if (rest === '' || rest.startsWith(delimiter) || line.slice(at + 1).startsWith(delimiter)) return true
  }
  return false
}

/** Blanks of any kind are accepted between a closing quote and what ends the cell. */
function afterBlanks(text: string, from: number, delimiter: Delimiter): number {
  const end = nextEnd(text, from, delimiter)
  return text.slice(from, end).trim() === '' ? end : from
}

const nextEnd = (text: string, from: number, delimiter: Delimiter): number =>
  Math.min(placeOf(text, delimiter, from), placeOf(text, '\n', from))

function placeOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

/**
 * Finds a quotation mark that RFC 4180 doesn't allow: inside an unquoted cell, or before the end of a quoted one. The
 * scanner takes both as text; this finds the column, of the second kind if there is one, whose cell may hold the rest.
 * Digits that a spreadsheet's formula keeps as text (`="39099974"`) are none of these.
 */
export function misplacedQuote(raw: string, delimiter: Delimiter): MisplacedQuote | null {
  let column = 0
  let start = 0
  let inCell: MisplacedQuote | null = null
  for (let quote = raw.indexOf('"'); quote >= 0; quote = raw.indexOf('"', start)) {
    for (
      let mark = raw.indexOf(delimiter, start);
      mark >= 0 && mark < quote;
      mark = raw.indexOf(delimiter, start)
    ) {
      column += 1
      start = mark + 1
    }
    const isFormula = quote !== start && isDigitsFormula(raw, start, quote)
    const close = closingQuote(raw, quote)
    const end = skipBlanks(raw, close + 1, delimiter)
    if (quote !== start && !(isFormula && (end >= raw.length || raw[end] === delimiter))) {
      inCell ??= { column, broken: false }
      const next = raw.indexOf(delimiter, quote)
      if (next < 0) return inCell
      column += 1
      start = next + 1
      continue
    }
    if (close < 0 || (end < raw.length && raw[end] !== delimiter)) return { column, broken: true }
    if (end >= raw.length) return inCell
    column += 1
    start = end + 1
  }
  return inCell
}

const digitsFormula = /="\d+"/y

function isDigitsFormula(raw: string, start: number, quote: number): boolean {
  digitsFormula.lastIndex = start
  return quote === start + 1 && digitsFormula.test(raw)
}

function closingQuote(raw: string, open: number): number {
  let close = raw.indexOf('"', open + 1)
  while (close >= 0 && raw[close + 1] === '"') close = raw.indexOf('"', close + 2)
  return close
}

/** The scanner accepts blanks between a closing quote and the delimiter. */
function skipBlanks(raw: string, from: number, delimiter: Delimiter): number {
  let at = from
  while (at < raw.length && raw[at] !== delimiter && /\s/.test(raw[at] ?? '')) at += 1
  return at
}
