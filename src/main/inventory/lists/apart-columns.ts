import type { Prices } from '#shared/batch/currency.ts'
import type { ListedColumn, ShownViews } from '#shared/inventory/advert.ts'
import { overMedian, type Position } from '#shared/search/position.ts'
import { listedNumber } from './number-column.ts'
import type { ColumnValue } from './ranked-column.ts'

/** The median of an advert's likes, as it was read. */
export type KnownMedian = Pick<Position, 'median' | 'of' | 'currency'>

/** Reads the positions of prices, 0 to 100, and the medians of their likes, by the adverts' ids. */
export interface Positions {
  shares(accountId: string, ids: readonly number[]): ReadonlyMap<number, number>
  medians(accountId: string, ids: readonly number[]): ReadonlyMap<number, KnownMedian>
  /** Those of which any position was read. */
  compared(accountId: string, ids: readonly number[]): ReadonlySet<number>
}

/** State of the links at which something was read. It means something only to the numbers that made it. */
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

/** Views of adverts, which is something else on another day. */
export interface KnownViews {
  /** Asked by the same array again, it answers the same: each column of a list asks by the ids of its rows. */
  of(accountId: string, ids: readonly number[]): ReadonlyMap<number, ShownViews>
  today(): string
}

/** Columns about the views of an advert. */
export const viewColumns = ['views', 'viewsTrend', 'phones', 'phoneRate', 'noViews', 'viewsFell'] as const
/** Columns that are no part of a cached advert: a list holds what is looked up by the advert's id. */
export const apartColumns = ['position', 'overMedian', 'compared', 'stockNumber', ...viewColumns] as const
export type ApartColumn = (typeof apartColumns)[number]

export const isApart = (column: ListedColumn): column is ApartColumn =>
  apartColumns.some((each) => each === column)

export interface Apart {
  readonly positions: Positions
  readonly numbers: Numbers
  readonly views: KnownViews
  /** Prices of adverts now. */
  readonly prices: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, Prices>
}

const noMark: NumbersMark = { journal: null, step: 0 }

/** Nothing is kept apart of any advert. */
export const nothingApart: Apart = {
  positions: { shares: () => new Map(), medians: () => new Map(), compared: () => new Set() },
  numbers: { of: () => new Map(), mark: () => noMark, changedSince: () => [] },
  views: { of: () => new Map(), today: () => '' },
  prices: () => new Map(),
}

const overOf = (prices: Prices, median: KnownMedian | undefined): number | null =>
  median ? overMedian(prices, median) : null

const viewed =
  (value: (views: ShownViews) => ColumnValue): Reader =>
  ({ views }, accountId, ids) =>
    new Map([...views.of(accountId, ids)].map(([id, known]) => [id, value(known)]))

/** Values in lists about views of an advert. */
export const viewValues = {
  views: ({ views }) => views,
  viewsTrend: ({ trend }) => trend,
  phones: ({ phones }) => phones,
  phoneRate: ({ rate }) => rate,
  noViews: ({ none }) => Number(none),
  viewsFell: ({ fell }) => Number(fell),
} as const satisfies Partial<Readonly<Record<ApartColumn, (views: ShownViews) => ColumnValue>>>

type Reader = (apart: Apart, accountId: string, ids: readonly number[]) => ReadonlyMap<number, ColumnValue>

const readers: Readonly<Record<ApartColumn, Reader>> = {
  views: viewed(viewValues.views),
  viewsTrend: viewed(viewValues.viewsTrend),
  phones: viewed(viewValues.phones),
  phoneRate: viewed(viewValues.phoneRate),
  noViews: viewed(viewValues.noViews),
  viewsFell: viewed(viewValues.viewsFell),
  position: ({ positions }, accountId, ids) => positions.shares(accountId, ids),
  overMedian: ({ positions, prices }, accountId, ids) => {
    const medians = positions.medians(accountId, ids)
    const known = medians.size === 0 ? new Map<number, Prices>() : prices(accountId, [...medians.keys()])
    return new Map([...known].map(([id, cost]) => [id, overOf(cost, medians.get(id))]))
  },
  compared: ({ positions }, accountId, ids) =>
    new Map([...positions.compared(accountId, ids)].map((id) => [id, 1])),
  stockNumber: ({ numbers }, accountId, ids) =>
    new Map([...numbers.of(accountId, ids)].map(([id, key]) => [id, listedNumber(key)])),
}

/** Values in a list of such a column, by the adverts' ids; an advert without a value is absent. */
export const apartValues = (
  apart: Apart,
  column: ApartColumn,
  accountId: string,
  ids: readonly number[],
): ReadonlyMap<number, ColumnValue> => readers[column](apart, accountId, ids)

/** The same of one advert, by the one id; null if it has none. */
export const apartValue = (
  apart: Apart,
  column: ApartColumn,
  accountId: string,
  one: readonly [number],
): ColumnValue => apartValues(apart, column, accountId, one).get(one[0]) ?? null
