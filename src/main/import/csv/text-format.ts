import type { Delimiter } from '#shared/import/draft.ts'
import type { CellChange, RecordFormat } from '../records/record-format.ts'
import { type RecordPage, type RecordPageWriter, sizeIn } from '../records/record-page.ts'
import { writeChanged } from './changed-record.ts'
import type { CsvRecord } from './csv-record.ts'
import { readRecord } from './one-record.ts'
import { RecordScanner } from './record-scanner.ts'

/** Rows of a file as bytes: each as it is in its file. */
export class TextFormat implements RecordFormat<CsvRecord> {
  readonly #delimiter: Delimiter

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter
  }

  read(bytes: Buffer): CsvRecord {
    return readRecord(bytes, this.#delimiter)
  }

  /** Each row on its own takes several times as long. */
  readPage(page: RecordPage): readonly CsvRecord[] {
    const { bytes, starts } = page
    const { records } = new RecordScanner(this.#delimiter).scan(bytes, true)
    // A quotation mark that never closes would take the records after it into its own.
    return records.length === starts.length
      ? records
      : starts.map((start, at) => this.read(bytes.subarray(start, start + sizeIn(page, at))))
  }

  writeChanged(page: RecordPageWriter, record: CsvRecord, change: CellChange): void {
    writeChanged(page, record, { ...change, delimiter: this.#delimiter })
  }
}
