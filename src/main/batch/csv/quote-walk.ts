import type { Delimiter } from '#shared/batch/draft.ts'

const lineFeed = 0x0a

/** Where a record ends and what is odd about its quotation marks. */
export interface RecordEnd {
  /** Index of the line feed that ends the record, or the text's length. */
  readonly end: number
  /** A quotation mark inside an unquoted cell, or text after a closing one: the record deserves a closer look. */
  readonly odd: boolean
}

/**
 * Follows one record that holds a quotation mark, by the parser's own rules: a quote opens a cell only at its start,
 * and closes it only before blanks and a delimiter or a line end; any other is text.
 */
export function walkQuotes(input: string, start: number, delimiter: Delimiter): RecordEnd {
  const mark = delimiter.charCodeAt(0)
  let cell = start
  let odd = false
  for (;;) {
    if (input.charCodeAt(cell) === 0x22) {
      const closed = closeCell(input, cell, mark)
      odd ||= closed.odd
      if (closed.next >= input.length || input.charCodeAt(closed.next) === lineFeed)
        return { end: closed.next, odd }
      cell = closed.next + 1
      continue
    }
    const feed = indexOrEnd(input, '\n', cell)
    const quote = indexOrEnd(input, '"', cell)
    if (quote >= feed) return { end: feed, odd }
    if (quote > cell && input.charCodeAt(quote - 1) === mark) cell = quote
    else {
      odd = true
      const next = indexOrEnd(input, delimiter, quote)
      if (next >= feed) return { end: feed, odd }
      cell = next + 1
    }
  }
}

function indexOrEnd(input: string, text: string, from: number): number {
  const at = input.indexOf(text, from)
  return at < 0 ? input.length : at
}

/** Finds the end of the quoted cell that opens at `open`: the delimiter or line feed after it. */
function closeCell(input: string, open: number, mark: number): { next: number; odd: boolean } {
  let odd = false
  for (let quote = input.indexOf('"', open + 1); quote >= 0; quote = input.indexOf('"', quote + 2)) {
    if (input.charCodeAt(quote + 1) === 0x22) continue
    const next = skipBlanks(input, quote + 1, mark)
    if (next >= input.length || input.charCodeAt(next) === mark || input.charCodeAt(next) === lineFeed)
      return { next, odd }
    odd = true
  }
  return { next: input.length, odd: true }
}

function skipBlanks(input: string, from: number, mark: number): number {
  let at = from
  while (at < input.length && isBlank(input.charCodeAt(at), mark)) at += 1
  return at
}

/** Blanks but for the delimiter and the line feed. */
const isBlank = (code: number, mark: number): boolean =>
  code !== mark && code !== lineFeed && (code === 0x20 || code === 0x0d || code === 0x09 || code === 0xa0)
