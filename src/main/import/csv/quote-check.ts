import type { Delimiter } from '#shared/import/draft.ts'
import type { MisplacedQuote } from '../rows/row.ts'

/**
 * Finds a quotation mark that RFC 4180 doesn't allow: inside an unquoted cell, or before the end of a quoted one. The
 * scanner takes both as text; this tells the column, of the second kind if there is one, whose cell may hold what follows it.
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
