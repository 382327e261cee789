import type { Row } from '../rows/row.ts'

const sepLine = /^\uFEFF?"?sep=(.)"?$/i

/** The delimiter that a file's first line names the way Excel does (`sep=;`), or null. */
export const delimiterOfSepLine = (line: string): string | null => sepLine.exec(line)?.[1] ?? null

/** True if the record is such a line: it is no record of the table. */
export const isSepLine = ({ line, cells }: Row, delimiter: string): boolean =>
  line === 1 && sepLine.test(cells.join(delimiter))
