import type { ColumnChange } from '#shared/import/column-change.ts'

/** Cells of a column that change: those that are a text, or hold it, those from a line down, or all. */
export type ChangeWay = 'same' | 'part' | 'down' | 'all'

/** Start of a change of a column: the cell where it was asked for. */
export interface ChangeStart {
  readonly column: number
  readonly way: ChangeWay
  /** The text of the cell. */
  readonly text: string
  readonly value: string
  readonly line: number
}

/** The change that the dialog's fields name. */
export const changeFrom = ({
  column,
  way,
  find,
  value,
}: {
  column: number
  way: ChangeWay
  find: string
  value: string
}): ColumnChange => ({
  column,
  match: way === 'same' || way === 'part' ? { text: find, whole: way === 'same' } : null,
  value,
})
