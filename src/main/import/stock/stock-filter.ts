import type { StockFilter } from '#shared/stock/stock-check.ts'
import type { FileChunk } from '../check/check-file.ts'
import type { HeaderPlace } from '../columns/header.ts'
import { columnOf } from './stock-columns.ts'

/** Leaves out the rows of a file that are not of the stock, such as used cars. */
export class StockRows {
  /** Rows that were left out so far. */
  filtered = 0
  readonly #column: number
  readonly #values: ReadonlySet<string> | null

  /**
   * @param filter null: all rows are of the stock
   * @throws Fault `key-column-missing` if the file has no such column
   */
  constructor(filter: StockFilter | null, header: readonly string[], place: HeaderPlace) {
    this.#column = filter ? columnOf(filter.column, header, place, 'filter') : -1
    this.#values = filter && new Set(filter.values.map(comparable))
  }

  /**
   * The chunk with those of its rows that are of the stock.
   * @param holdsRows whether other rows may be inside the record of a line, which stays in then: its cells say nothing sure
   */
  of(chunk: FileChunk, holdsRows: (line: number) => boolean): FileChunk {
    const values = this.#values
    if (!values) return chunk
    const kept = chunk.records.flatMap((record, at) => {
      const line = chunk.lines[at] ?? record.line
      const isOfStock = values.has(comparable(record.meantText(this.#column))) || holdsRows(line)
      return isOfStock ? [{ record, line }] : []
    })
    this.filtered += chunk.records.length - kept.length
    return { ...chunk, records: kept.map(({ record }) => record), lines: kept.map(({ line }) => line) }
  }
}

const comparable = (text: string): string => text.normalize('NFC').trim().toLowerCase()
