import type { Row } from '../rows/row.ts'

/**
 * Tells a file that breaks off in its last row: this one alone lacks cells at its end.
 * @param columns cells of the header; 0 if rows of the file may be shorter, as in a sheet
 */
export const breaksOff = (rows: readonly Row[], columns: number): boolean =>
  (rows.at(-1)?.length ?? columns) < columns && rows.slice(0, -1).every(({ length }) => length >= columns)
