import { Row } from '../../../../src/main/import/rows/row.ts'

/** Cells as they come from a file. */
export const recordOf = (cells: readonly string[]): Row => new Row(1, cells)
