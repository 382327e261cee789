import { type ColumnName, columnNames, fileColumns } from '#shared/import/file-columns.ts'
import { foldName } from './name-folding.ts'

/** Every name that a header may have for a column, in all three languages. */
export const headerNames = (column: ColumnName): readonly string[] => [
  column,
  ...Object.values(fileColumns[column].names).flatMap((names) => names.split(', ')),
]

const byName: ReadonlyMap<string, ColumnName> = new Map(
  columnNames.flatMap((column) => headerNames(column).map((name) => [foldName(name), column] as const)),
)

/** The column that a header names in any of the three languages; null if it names none. */
export const columnOfHeader = (header: string): ColumnName | null => byName.get(foldName(header)) ?? null
