import type { Delimiter } from '#shared/import/draft.ts'
import type { MisplacedQuote } from '../records/record-view.ts'

/**
 * Finds a quotation mark that RFC 4180 doesn't allow: inside an unquoted cell, or before the end of a quoted one. The
 * scanner takes both as text; this tells the column. Digits that a spreadsheet's formula keeps as text (`="39099974"`)
 * are none of these.
 */
export function misplacedQuote(raw: string, delimiter: Delimiter): MisplacedQuote | null {
  let column = 0
  let start = 0
  for (let quote = raw.indexOf('"'); quote >= 0; quote = raw.indexOf('"', start)) {
    for (
      let mark = raw.indexOf(delimiter, start);
      mark >= 0 && mark < quote;
      mark = raw.indexOf(delimiter, start)
    ) {
      column += 1
      start = mark + 1
    }
    if (quote !== start && !isDigitsFormula(raw, start, quote)) return { column, broken: false }
    const close = closingQuote(raw, quote)
    const end = skipBlanks(raw, close + 1, delimiter)
    if (quote !== start && end < raw.length && raw[end] !== delimiter) return { column, broken: false }
    if (close < 0 || (end < raw.length && raw[end] !== delimiter)) return { column, broken: true }
    if (end >= raw.length) return null
    column += 1
    start = end + 1
  }
  return null
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
