import { fieldNames } from '../batch/field-lists.ts'
import { operations } from '../batch/operation.ts'
import type { ColumnMapping, ColumnMatch } from './draft.ts'
import type { FieldName } from '../batch/write-fields.ts'
import {
  type ColumnJoin,
  type ColumnJoins,
  findJoins,
  headerKey,
  livingJoins,
  nameJoins,
  type NamedJoins,
} from './column-joins.ts'
import { type NamedValues, nameValues, type TaughtColumn } from './column-values.ts'
import { areTheSame, type ColumnName } from './file-columns.ts'

/** Fields that every row may have alike: each row needs its own id. */
export const constantFields: readonly ConstantField[] = fieldNames.filter(
  (field): field is ConstantField => field !== 'auto_id',
)
export type ConstantField = Exclude<FieldName, 'auto_id'>

/** Values that every row of a file has, by field, as they would be written in a cell. */
export type Constants = Readonly<Partial<Record<ConstantField, string>>>

/** Contents that a file may have, as a person says it: rows that do one thing, or the whole stock of a source. */
export const fileContents = [...operations, 'stock'] as const
export type FileContent = (typeof fileContents)[number]

/** Column of ours for each column of a file: the file that the window saves and `--map` takes. */
export interface ColumnMap {
  readonly name?: string | undefined
  /** By the file's own headers; null is not used. A header that isn't here is matched by its name. */
  readonly columns: Readonly<Record<string, ColumnName | null>>
  readonly set?: Constants | undefined
  /** Fields that several columns give together, with what separates their texts. */
  readonly join?: NamedJoins | undefined
  /** Meanings of words, by column. */
  readonly values?: NamedValues | undefined
  /** Contents of files with these columns, if a person said so. */
  readonly holds?: FileContent | undefined
  /** The source whose whole stock they are. */
  readonly source?: string | undefined
  /** The sheet that they were on, and all sheets of its workbook. */
  readonly sheet?: { readonly name: string; readonly of: readonly string[] } | undefined
}

/** A mapping as a file. */
export function columnMapOf(
  name: string,
  header: readonly string[],
  mapping: ColumnMapping,
  set: Constants,
  joins: ColumnJoins = {},
  taught: readonly TaughtColumn[] = [],
): ColumnMap {
  const columns = header
    .map((title, index) => [title.trim(), mapping[index] ?? null] as const)
    .filter(([title]) => title !== '')
  // Of columns with the same title, the one that is used counts.
  const used = columns.filter(([, field]) => field !== null)
  const join = nameJoins(livingJoins(mapping, joins), header)
  const values = nameValues(taught, header)
  return {
    name,
    columns: Object.fromEntries([...columns, ...used]),
    set,
    ...(Object.keys(join).length > 0 && { join }),
    ...(Object.keys(values).length > 0 && { values }),
  }
}

export interface MappedColumns {
  readonly mapping: ColumnMapping
  readonly joins: ColumnJoins
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

/**
 * Columns of the map for a file with this header; unnamed columns stay as they were matched, unless the map or a
 * constant has their field.
 */
export function applyColumnMap(
  { columns, set = {}, join = {} }: ColumnMap,
  header: readonly string[],
  matched: ColumnMapping,
): MappedColumns {
  const { joins, missing } = findJoins(join, header)
  const named = new Map(Object.entries(columns).map(([title, field]) => [headerKey(title), field]))
  const joined = fieldsByPlace(joins)
  const taken = [...named.values(), ...joined.values(), ...(Object.keys(set) as ConstantField[])]
  const isTaken = (column: ColumnName): boolean =>
    taken.some((other) => other !== null && areTheSame(column, other))
  const mapping = header.map((title, index) => {
    const part = joined.get(index)
    if (part !== undefined) return part
    const field = Object.hasOwn(columns, title.trim()) ? columns[title.trim()] : named.get(headerKey(title))
    // Of columns with the same header, a join takes as many as it names.
    if (field !== undefined) return field !== null && joins[field] ? null : field
    const found = matched[index] ?? null
    return found !== null && isTaken(found) ? null : found
  })
  const known = new Set(header.map(headerKey))
  const lacking = Object.entries(columns).filter(
    ([title, field]) => field !== null && !known.has(headerKey(title)),
  )
  return { mapping, joins, missing: [...new Set([...lacking.map(([title]) => title), ...missing])] }
}

/** The field of each column (counted from 0) that is joined with others. */
const fieldsByPlace = (joins: ColumnJoins): ReadonlyMap<number, ColumnName> =>
  new Map(
    (Object.entries(joins) as [ColumnName, ColumnJoin][]).flatMap(([field, { columns }]) =>
      columns.map((index) => [index, field] as const),
    ),
  )

/**
 * True if each header of a map's joins is a part of one field alone. Every column of a joined field has to be such a
 * part.
 */
export function joinsFit({ columns, join = {} }: ColumnMap): boolean {
  const fields = Object.keys(join) as ColumnName[]
  const partsOf = (field: ColumnName): readonly string[] => (join[field]?.columns ?? []).map(headerKey)
  const apart = fields.every((field) =>
    fields.every(
      (other) =>
        other === field ||
        (!areTheSame(field, other) && !partsOf(field).some((title) => partsOf(other).includes(title))),
    ),
  )
  const given = Object.entries(columns).every(([title, field]) =>
    fields.every((joined) => partsOf(joined).includes(headerKey(title)) === (field === joined)),
  )
  return apart && given
}
