import { columnRow, type SortedColumn, sortedColumns } from '#shared/inventory/column-lists.ts'

/** A name of our code as SQL has it. */
export const sqlName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The column that holds a text's place in a dictionary. */
export const keyName = (name: string): string => `${sqlName(name)}_key`

/** The column that lists are sorted by. */
export const sortNames = Object.fromEntries(
  sortedColumns.map((name) => [name, columnRow(name).sort === 'dictionary' ? keyName(name) : sqlName(name)]),
) as Readonly<Record<SortedColumn, string>>

/** Columns of a SELECT by the names of our code. */
export const selected = (names: readonly string[]): string =>
  names.map((name) => (sqlName(name) === name ? name : `${sqlName(name)} AS ${name}`)).join(', ')
