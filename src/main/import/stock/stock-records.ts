import type { Delimiter } from '#shared/import/draft.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { writeRecord } from '../csv/one-record.ts'
import { TextFormat } from '../csv/text-format.ts'
import { type RecordPage, RecordPageWriter } from '../records/record-page.ts'
import type { StockColumns } from './stock-columns.ts'

/** What is put in front of a car: what its row does, with which advert, and whether that is told to be in stock. */
export interface RowOpening {
  readonly operation: Operation
  readonly autoId: number | null
  /** `1`, `0` or '' for nothing to say, if the file has no column for it. */
  readonly inStock: '' | '0' | '1'
  /** The currency's code for an edit of a file without prices, which the service wants all the same; '' for none. */
  readonly currency: string
}

/** A car that the file lacks, as a row of its own. */
export interface MissingRow {
  readonly key: string
  readonly operation: 'edit' | 'delete'
  readonly autoId: number
  readonly inStock: '' | '0'
  readonly currency: string
}

/** Records with the added cells in front, and the bytes that hold them. */
export interface StockPage {
  readonly records: readonly CsvRecord[]
  readonly bytes: Buffer
}

/** Writes the rows of a stock file as rows of an import that says itself what each of them does. */
export class StockRecords {
  readonly #columns: StockColumns
  readonly #delimiter: Delimiter
  readonly #format: TextFormat

  constructor(columns: StockColumns, delimiter: Delimiter) {
    this.#columns = columns
    this.#delimiter = delimiter
    this.#format = new TextFormat(delimiter)
  }

  /** Puts the added cells in front of records of the file, whose own bytes stay as they are. */
  opened(records: readonly CsvRecord[], opening: (record: CsvRecord) => RowOpening): StockPage {
    const page = new RecordPageWriter()
    for (const record of records) {
      page.begin()
      page.write(this.#front(opening(record)))
      page.copy(record.table.bytes, record.start, record.end)
      page.end()
    }
    return this.#pageOf(page.page)
  }

  /** The same records without the texts of some of their cells. */
  emptied(rows: readonly { readonly record: CsvRecord; readonly columns: readonly number[] }[]): StockPage {
    const page = new RecordPageWriter()
    for (const { record, columns } of rows) {
      const cells = record.cells.map((cell, index) => (columns.includes(index) ? '' : cell))
      this.#write(page, cells)
    }
    return this.#pageOf(page.page)
  }

  missing(rows: readonly MissingRow[]): StockPage {
    const page = new RecordPageWriter()
    for (const row of rows) {
      this.#write(page, this.#missingCells(row))
    }
    return this.#pageOf(page.page)
  }

  /** Reads staged records. */
  read(page: RecordPage): readonly CsvRecord[] {
    return this.#format.readPage(page)
  }

  #pageOf(page: RecordPage): StockPage {
    return { records: this.read(page), bytes: page.bytes }
  }

  #write(page: RecordPageWriter, cells: readonly string[]): void {
    const bytes = writeRecord(cells, this.#delimiter)
    page.begin()
    page.copy(bytes, 0, bytes.length - 1)
    page.end()
  }

  #front({ operation, autoId, inStock, currency }: RowOpening): string {
    const cells = this.#columns.added.map(({ column, text }) => {
      if (column === 'action') return operation
      if (column === 'auto_id') return autoId === null ? '' : String(autoId)
      if (column === 'currency_id' && text === '') return currency
      return column === 'in_stock' && text === '' ? inStock : this.#quoted(text)
    })
    return `${cells.join(this.#delimiter)}${this.#delimiter}`
  }

  #quoted(text: string): string {
    return text.includes(this.#delimiter) || /["\r\n]|^\s|\s$/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  }

  #missingCells({ key, operation, autoId, inStock, currency }: MissingRow): string[] {
    const { header, keyIndex, stockIndex, currencyIndex } = this.#columns
    const cells = Array<string>(header.length).fill('')
    cells[0] = operation
    cells[1] = String(autoId)
    cells[keyIndex] = key
    if (stockIndex >= 0) cells[stockIndex] = inStock
    if (currencyIndex >= 0 && operation === 'edit') cells[currencyIndex] = currency
    return cells
  }
}
