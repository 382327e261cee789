import { fieldNamed } from '../batch/field-lists.ts'
import type { ColumnMapping } from './draft.ts'
import type { ColumnName } from './file-columns.ts'

/** Columns (counted from 0) that give one field together: in which order, and what separates their texts. */
export interface ColumnJoin {
  readonly columns: readonly number[]
  readonly separator: string
}

/** The joins that the dealer asked for, by field. The mapping says which columns have the field. */
export type ColumnJoins = Readonly<Partial<Record<ColumnName, ColumnJoin>>>

/** The same with the file's own headers in the place of numbers: a mapping as a file, and as it is remembered. */
export type NamedJoins = Readonly<
  Partial<Record<ColumnName, { readonly columns: readonly string[]; readonly separator: string }>>
>

/** Characters of a separator, at most. */
export const longestSeparator = 20

/** Separator of joined texts if nothing else was chosen. */
export const usualSeparator = ' '

/** True if the field is a text of the advert: its columns are joined if several are mapped to it. */
export const isText = (field: ColumnName): boolean => fieldNamed(field)?.kind === 'text'

/** True if several columns may give this field. What a row does and whose it is are no values to put together. */
export const canBeJoined = (field: ColumnName): boolean =>
  field !== 'action' && field !== 'user_id' && field !== 'stock_no'

/** True if columns that are mapped to the same field are joined; otherwise the field has one column. */
export const areJoined = (field: ColumnName, joins: ColumnJoins): boolean =>
  canBeJoined(field) && (isText(field) || joins[field] !== undefined)

/** All columns that give a field, in the order in which they are joined, and what separates them. */
export function joinOf(field: ColumnName, mapping: ColumnMapping, joins: ColumnJoins): ColumnJoin {
  const mapped = mapping.flatMap((column, index) => (column === field ? [index] : []))
  const chosen = (joins[field]?.columns ?? []).filter((index) => mapped.includes(index))
  return {
    columns: [...new Set([...chosen, ...mapped])],
    separator: joins[field]?.separator ?? usualSeparator,
  }
}

/** Joins of at least two columns that the mapping has. */
export function livingJoins(mapping: ColumnMapping, joins: ColumnJoins): ColumnJoins {
  const fields = Object.keys(joins) as ColumnName[]
  const living = fields.flatMap((field) => {
    const join = joinOf(field, mapping, joins)
    return join.columns.length > 1 ? [[field, join] as const] : []
  })
  return Object.fromEntries(living)
}

/** The texts of several columns as the one of their field; blank ones count for nothing. */
export const joinTexts = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text.trim() !== '').join(separator)

/** A header as it is compared. */
export const headerKey = (header: string): string => header.trim().toLowerCase()

/** Joins by the headers of their columns, for a file or a memory of columns. */
export function nameJoins(joins: ColumnJoins, header: readonly string[]): NamedJoins {
  const named = Object.entries(joins).map(([field, { columns, separator }]) => [
    field,
    { columns: columns.map((index) => header[index]?.trim() ?? ''), separator },
  ])
  return Object.fromEntries(named) as NamedJoins
}

export interface FoundJoins {
  readonly joins: ColumnJoins
  /** Headers that the joins name and the file lacks. */
  readonly missing: readonly string[]
}

/** The joins in a file with this header. Of several columns with one header, the first is meant, then the next. */
export function findJoins(named: NamedJoins, header: readonly string[]): FoundJoins {
  const missing: string[] = []
  const joins = Object.entries(named).map(([field, { columns: titles, separator }]) => {
    const columns: number[] = []
    for (const title of titles) {
      const index = placeOf(title, header, columns)
      if (index < 0) missing.push(title)
      else columns.push(index)
    }
    return [field, { columns, separator }] as const
  })
  return { joins: Object.fromEntries(joins), missing }
}

/** The first column with this header that isn't among `taken`; -1 if there is none. Small letters count if no header is the same. */
function placeOf(title: string, header: readonly string[], taken: readonly number[]): number {
  const isFree = (index: number): boolean => !taken.includes(index)
  const exact = header.findIndex((name, index) => name.trim() === title.trim() && isFree(index))
  return exact >= 0
    ? exact
    : header.findIndex((name, index) => headerKey(name) === headerKey(title) && isFree(index))
}
