import type { Delimiter } from '#shared/import/file-facts.ts'
import { lineEndsIn, type MisplacedQuote, Row } from '../rows/row.ts'

/** No cell of a table is longer: the service takes no such text. */
const longestCell = 8_192

interface Cell {
  readonly text: string
  /** The place of the delimiter or line end behind it. */
  readonly end: number
  /** A quotation mark that RFC 4180 doesn't allow: in an unquoted cell, or before the end of a quoted one. */
  readonly mark?: 'inside' | 'broken' | undefined
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
 * quotes at a cell's beginning (`"Lux" in stock`). One that never closes ends the table, with the line of the mark. Of several
 * marks that of the first broken cell counts, which may hold the rest of its row.
 * @param text lines that end with `\n`
 * @param start where the row begins in it
 */
export function readOddRow(text: string, start: number, delimiter: Delimiter, line: number): OddRow {
  const cells: string[] = []
  let quote: MisplacedQuote | null = null
  for (let at = start; ;) {
    const column = cells.length
    const { mark, opened, end, ...cell } =
      text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
    cells.push(cell.text)
    if (opened !== undefined) {
      const openedIn = line + lineEndsIn(text.slice(start, opened))
      return { row: new Row(line, cells, { quote: { column, broken: true, openedIn } }), end }
    }
    if (mark === 'broken' && !quote?.broken) quote = { column, broken: true }
    else if (mark === 'inside') quote ??= { column, broken: false }
    if (text[end] !== delimiter) return { row: new Row(line, cells, { quote }), end }
    at = end + 1
  }
}

/** Digits that a spreadsheet's formula keeps as text, whose marks are in their places. */
const digitsFormula = /^="\d+"\s*$/

function plainCell(text: string, from: number, delimiter: Delimiter): Cell {
  const end = nextEnd(text, from, delimiter)
  const cell = text.slice(from, end)
  return { text: cell, end, mark: cell.includes('"') && !digitsFormula.test(cell) ? 'inside' : undefined }
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
      return {
        text: text.slice(open + 1, at).replaceAll('""', '"'),
        end,
        mark: isFirst ? undefined : 'broken',
      }
    // A cell that begins with a word in quotes: the next cell that is quoted may be lines below.
    if (isFirst && lineEnd > at && !closesBefore(text, lineEnd, at + 1, delimiter)) {
      const wordEnd = nextEnd(text, at + 1, delimiter)
      return { text: text.slice(open, wordEnd), end: wordEnd, mark: 'broken' }
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
