import type { Cells } from '#shared/batch/cells.ts'
import { readRecord, writeRecord } from '../../../src/main/batch/csv/one-record.ts'

/** Cells as they come from a file. */
export const cellsOf = (cells: readonly string[]): Cells => readRecord(writeRecord(cells, ','), ',')
