import type { ListedColumn } from '#shared/inventory/advert.ts'
import { listedNumber } from './number-column.ts'
import type { ColumnValue } from './ranked-column.ts'

/** Reads the positions of prices, 0 to 100, by the adverts' ids. */
export interface Positions {
  shares(accountId: string, ids: readonly number[]): ReadonlyMap<number, number>
}

/** Which state of the links something was read at. It means something only to the numbers that made it. */
export interface NumbersMark {
  readonly journal: unknown
  readonly step: number
}

/** The dealer's own numbers of adverts, which the journal keeps. */
export interface Numbers {
  of(accountId: string, ids: readonly number[]): ReadonlyMap<number, string>
  mark(): NumbersMark
  /** Adverts whose number may be another one since the mark; null if that may be any. */
  changedSince(accountId: string, mark: NumbersMark): readonly number[] | null
}

/** Columns that are no part of a cached advert: a list holds what is looked up by the advert's id. */
export const apartColumns = ['position', 'stockNumber'] as const
export type ApartColumn = (typeof apartColumns)[number]

export const isApart = (column: ListedColumn): column is ApartColumn =>
  apartColumns.some((each) => each === column)

export interface Apart {
  readonly positions: Positions
  readonly numbers: Numbers
}

const noMark: NumbersMark = { journal: null, step: 0 }

/** Nothing is kept apart of any advert. */
export const nothingApart: Apart = {
  positions: { shares: () => new Map() },
  numbers: { of: () => new Map(), mark: () => noMark, changedSince: () => [] },
}

const readers: Readonly<
  Record<
    ApartColumn,
    (apart: Apart, accountId: string, ids: readonly number[]) => ReadonlyMap<number, ColumnValue>
  >
> = {
  position: ({ positions }, accountId, ids) => positions.shares(accountId, ids),
  stockNumber: ({ numbers }, accountId, ids) =>
    new Map([...numbers.of(accountId, ids)].map(([id, key]) => [id, listedNumber(key)])),
}

/** What a list holds of such a column, by the adverts' ids; an advert without a value is absent. */
export const apartValues = (
  apart: Apart,
  column: ApartColumn,
  accountId: string,
  ids: readonly number[],
): ReadonlyMap<number, ColumnValue> => readers[column](apart, accountId, ids)

/** The same of one advert; null if it has none. */
export const apartValue = (apart: Apart, column: ApartColumn, accountId: string, id: number): ColumnValue =>
  apartValues(apart, column, accountId, [id]).get(id) ?? null
