import { guardText } from '#shared/files/spreadsheet-text.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { fieldKinds } from '../../writes/field-kinds.ts'
import { Row } from './row.ts'

/** A cell that the app fills itself: a number, a text as it is meant, or null for an empty one. */
export type CellValue = number | string | null

/** A row of values that the app has, as a file would hold them. @param columns the contract's names of the cells */
export const rowOfValues = (
  columns: readonly (string | null)[],
  values: readonly CellValue[],
  line = 1,
): Row =>
  new Row(
    line,
    values.map((value, at) => cellOf(columns[at] ?? '', value)),
  )

/**
 * Value in the words of a file: a currency by its code, a text that no spreadsheet takes for a formula, one kind of
 * line end.
 */
function cellOf(column: string, value: CellValue): string {
  const kind = fieldNamed(column)?.kind
  if (typeof value === 'number') return String(kind === undefined ? value : fieldKinds[kind].cell(value))
  const text = (value ?? '').toWellFormed().replaceAll(/\r\n?/g, '\n')
  return kind === 'text' ? guardText(text) : text
}
