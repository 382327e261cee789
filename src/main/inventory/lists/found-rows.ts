import type { ListedColumn } from '#shared/inventory/advert.ts'
import type { RowTest } from './filter-rows.ts'
import { beginsWith } from './number-column.ts'
import type { RankedColumn } from './ranked-column.ts'

/** Marks by row number: what a search for words found, and the id, or the beginning of ids, that was typed. */
export interface Found {
  readonly rows: Uint8Array
  readonly id: number | null
  /** Typed text: it may be a stock number, or the beginning of some. */
  readonly text: string
}

/**
 * Test for rows that were found: by their words, by what their id begins with, or by what their stock number begins
 * with.
 */
export function foundTest(found: Found, columnOf: (name: ListedColumn) => RankedColumn): RowTest {
  const ids = columnOf('id')
  const numbers = columnOf('stockNumber')
  const isTyped = idTest(found.id)
  const marks = numbers.marks(beginsWith(found.text))
  return (row) =>
    found.rows[row] === 1 || isTyped(Number(ids.at(row))) || marks[numbers.codes[row] ?? 0] === 1
}

/** Fewer digits begin too many ids, and are years and sizes of engines. */
const leastIdDigits = 4

/** Test for the typed id, or one that begins with it. */
function idTest(typed: number | null): (id: number) => boolean {
  if (typed === null) return () => false
  if (String(typed).length < leastIdDigits) return (id) => id === typed
  const spans = Array.from({ length: 12 }, (_, digits) => 10 ** digits)
  return (id) => spans.some((span) => id >= typed * span && id < (typed + 1) * span)
}
