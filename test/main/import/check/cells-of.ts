import type { Cells } from '../../../../src/main/import/csv/cells.ts'
import { readRecord, writeRecord } from '../../../../src/main/import/csv/one-record.ts'

/** Cells as they come from a file. */
export const cellsOf = (cells: readonly string[]): Cells => readRecord(writeRecord(cells, ','), ',')
