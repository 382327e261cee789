import Papa from 'papaparse'
import { guardText } from '#shared/files/spreadsheet-text.ts'

export type Cell = string | number

export interface CsvOptions {
  readonly delimiter?: string
  /** CRLF unless something else is asked for. */
  readonly lineEnd?: string
  /** Makes a text safe for a spreadsheet; another one is for cells that came from a file. */
  readonly guard?: (text: string) => string
}

/**
 * The rows as CSV. Every text passes the guard, so no export can forget it: a spreadsheet runs none
 * of them as a formula.
 */
export function csvText(
  rows: readonly (readonly Cell[])[],
  { delimiter = ',', lineEnd = '\r\n', guard = guardText }: CsvOptions = {},
): string {
  const guarded = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guard(cell) : cell)))
  return `${Papa.unparse(guarded, { delimiter, newline: lineEnd })}${lineEnd}`
}
