import { cachedColumns, type CachedColumnRow, type ColumnKind } from './cached-columns.ts'

export type CachedColumns = typeof cachedColumns
export type CachedColumn = keyof CachedColumns

/** The columns whose row has this entry. */
type ColumnWith<Entry> = {
  [Name in CachedColumn]: CachedColumns[Name] extends Entry ? Name : never
}[CachedColumn]

export type SortedColumn = ColumnWith<{ readonly sort: string }>
export type RangeColumn = ColumnWith<{ readonly filter: 'range' }>
/** Columns of names that a list can be filtered by. */
export type NameColumn = ColumnWith<{ readonly filter: 'names' }>

export const cachedColumnNames = Object.keys(cachedColumns) as readonly CachedColumn[]

/** The row of a column, with what it may lack. */
export const columnRow = (name: CachedColumn): CachedColumnRow => cachedColumns[name]

export const sortedColumns = cachedColumnNames.filter(
  (name): name is SortedColumn => columnRow(name).sort !== undefined,
)
export const rangeColumns = cachedColumnNames.filter(
  (name): name is RangeColumn => columnRow(name).filter === 'range',
)
export const nameColumns = cachedColumnNames.filter(
  (name): name is NameColumn => columnRow(name).filter === 'names',
)

/** A part for each column, by what it holds. */
export const byColumn = <Parts extends Readonly<Record<ColumnKind, unknown>>>(parts: Parts) =>
  Object.fromEntries(cachedColumnNames.map((name) => [name, parts[cachedColumns[name].kind]])) as {
    [Name in CachedColumn]: Parts[CachedColumns[Name]['kind']]
  }

/** Cells of an advert of which nothing is known. */
export const unknownCells = byColumn({
  id: 0,
  whole: null,
  number: null,
  text: '',
  state: 'live' as const,
  flag: false,
})
