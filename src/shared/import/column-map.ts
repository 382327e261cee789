import { fieldNames } from '../batch/field-names.ts'
import type { ColumnMapping, ColumnMatch } from './draft.ts'
import type { FieldName } from '../batch/write-fields.ts'
import { areTheSame, type ColumnName } from './file-columns.ts'

/** Fields that every row may have alike: each row needs an id of its own. */
export const constantFields: readonly ConstantField[] = fieldNames.filter(
  (field): field is ConstantField => field !== 'auto_id',
)
export type ConstantField = Exclude<FieldName, 'auto_id'>

/** Values that every row of a file has, by field, as they would be written in a cell. */
export type Constants = Readonly<Partial<Record<ConstantField, string>>>

/** Which of our columns each column of a file is: the file that the window saves and `--map` takes. */
export interface ColumnMap {
  readonly name?: string | undefined
  /** By the file's own headers; null is not used. A header that isn't here is matched by its name. */
  readonly columns: Readonly<Record<string, ColumnName | null>>
  readonly set?: Constants | undefined
}

const keyOf = (header: string): string => header.trim().toLowerCase()

/** A mapping as a file. */
export function columnMapOf(
  name: string,
  header: readonly string[],
  mapping: ColumnMapping,
  set: Constants,
): ColumnMap {
  const columns = header
    .map((title, index) => [title.trim(), mapping[index] ?? null] as const)
    .filter(([title]) => title !== '')
  // Of columns with the same title, the one that is used counts.
  const used = columns.filter(([, field]) => field !== null)
  return { name, columns: Object.fromEntries([...columns, ...used]), set }
}

export interface MappedColumns {
  readonly mapping: ColumnMapping
  /** Headers that the map gives a meaning and the file lacks. */
  readonly missing: readonly string[]
}

/** The columns that were matched by their headers' names, which a map of the dealer's completes. */
export const matchedByName = ({
  mapping,
  matches,
}: {
  readonly mapping: ColumnMapping
  readonly matches: readonly (ColumnMatch | null)[]
}): ColumnMapping => mapping.map((field, index) => (matches[index] === 'name' ? field : null))

/** The map's columns for a file with this header; columns that it doesn't name stay as they were matched, unless the map or a constant has their field. */
export function applyColumnMap(
  { columns, set = {} }: ColumnMap,
  header: readonly string[],
  matched: ColumnMapping,
): MappedColumns {
  const named = new Map(Object.entries(columns).map(([title, field]) => [keyOf(title), field]))
  const taken = [...named.values(), ...(Object.keys(set) as ConstantField[])]
  const isTaken = (column: ColumnName): boolean =>
    taken.some((other) => other !== null && areTheSame(column, other))
  const mapping = header.map((title, index) => {
    const field = Object.hasOwn(columns, title.trim()) ? columns[title.trim()] : named.get(keyOf(title))
    if (field !== undefined) return field
    const found = matched[index] ?? null
    return found !== null && isTaken(found) ? null : found
  })
  const known = new Set(header.map(keyOf))
  const missing = Object.entries(columns).filter(
    ([title, field]) => field !== null && !known.has(keyOf(title)),
  )
  return { mapping, missing: missing.map(([title]) => title) }
}
