import type { StockFilter } from '#shared/stock/stock-check.ts'
import type { FileChunk } from '../check/check-file.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
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
   * @param holdsRows whether other rows may be inside a record, which stays in then: its cells say nothing sure
   */
  of(chunk: FileChunk, holdsRows: (record: CsvRecord) => boolean): FileChunk {
    const values = this.#values
    if (!values) return chunk
    const records = chunk.records.filter(
      (record) => values.has(comparable(record.meantText(this.#column))) || holdsRows(record),
    )
    this.filtered += chunk.records.length - records.length
    return { ...chunk, records, lines: records.map(({ line }) => line) }
  }
}

const comparable = (text: string): string => text.normalize('NFC').trim().toLowerCase()
