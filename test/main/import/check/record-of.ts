import type { CsvRecord } from '../../../../src/main/import/csv/csv-record.ts'
import { readRecord, writeRecord } from '../../../../src/main/import/csv/one-record.ts'

/** Cells as they come from a file. */
export const recordOf = (cells: readonly string[]): CsvRecord => readRecord(writeRecord(cells, ','), ',')
