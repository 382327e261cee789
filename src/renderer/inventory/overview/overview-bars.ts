import type {
  AdvertColumn,
  AdvertQuery,
  AdvertRow,
  AdvertSort,
  AdvertState,
} from '#shared/inventory/advert.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { StockOverview, StockTotal } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../../ui/format.ts'

/** Adverts of a bar in the inventory. */
export interface Shown {
  readonly filters?: readonly AdvertFilter[]
  readonly states?: readonly AdvertState[]
}

/**
 * Number of adverts, and the filter for just these. `isRest`: those that no other bar of its group has, `isOther`:
 * those of many kinds, drawn apart from the bars of one.
 */
export interface Bar {
  readonly label: string
  readonly count: number
  readonly show: Shown
  readonly isRest?: true
  readonly isOther?: true
}

/** A number of adverts, and what shows just these. */
export interface Counted {
  readonly count: number
  readonly show: Shown
}

/** Bars of which each advert is in one. */
export interface BarGroup {
  readonly id: 'makes' | 'prices' | 'ages'
  readonly title: string
  readonly bars: readonly Bar[]
}

/** Figures of a list of adverts: how many there are, their worth, and the first of them. */
export interface Listed extends Counted {
  readonly totals: readonly StockTotal[]
  /** Null if there is none. */
  readonly first: AdvertRow | null
}

export interface Overview {
  /** Own adverts that the service still has. */
  readonly total: number
  /** Bars, and what was viewed, are of these. */
  readonly live: Counted
  readonly moderation: Counted
  /** Known to have been viewed within seven days. */
  readonly viewed: Counted
  readonly listed: Readonly<Record<ListedKind, Listed>>
  readonly groups: readonly BarGroup[]
}

interface NamedCount {
  readonly value: string
  readonly count: number
}

type Bounds = readonly [from: number | null, to: number | null]

/** Equal bins and an open one, so that bars can be compared; to the cent, so that no price falls between two bands. */
const priceBands: readonly Bounds[] = [
  [null, 9_999.99],
  [10_000, 19_999.99],
  [20_000, 29_999.99],
  [30_000, 39_999.99],
  [40_000, 49_999.99],
  [50_000, 59_999.99],
  [60_000, null],
]
/** Whole days. */
const ageBands: readonly Bounds[] = [
  [null, 29],
  [30, 59],
  [60, 89],
  [90, 119],
  [120, 149],
  [150, 179],
  [180, null],
]

/** Dearer than this share of similar cars, in percent, is dear. */
export const dearFrom = 80
/** With fewer than this, buyers don't see the car from all sides and inside. */
export const enoughPhotos = 5
const viewed: AdvertFilter = { field: 'views', from: 1, to: null }
const prices = priceBands.map(([from, to]): AdvertFilter => ({ field: 'usd', from, to }))
const ages = ageBands.map(([from, to]): AdvertFilter => ({ field: 'age', from, to }))

const ofLive = (filter: AdvertFilter): Shown => ({ states: ['live'], filters: [filter] })
const sorted = (column: AdvertColumn, descending = true): AdvertSort => [{ column, descending }]
const dearestFirst = sorted('usd')

/**
 * Lists that Today counts, with the advert first that a line names. Photos and price of a car that buyers are not offered want no
 * work.
 */
const kinds = {
  /** Added within seven days. */
  recent: { show: ofLive({ field: 'age', from: null, to: 7 }), sort: dearestFirst },
  expired: { show: { states: ['expired'] }, sort: dearestFirst },
  expiring: {
    show: { filters: [{ field: 'expiresIn', from: null, to: 7 }] },
    sort: sorted('expiresAt', false),
  },
  dear: {
    show: ofLive({ field: 'position', from: dearFrom, to: null }),
    sort: [...sorted('overMedian'), ...sorted('position')],
  },
  cheapest: { show: ofLive({ field: 'position', from: 0, to: 0 }), sort: sorted('overMedian', false) },
  noPhoto: { show: ofLive({ field: 'noPhoto' }), sort: dearestFirst },
  /** Some photos, but fewer than `enoughPhotos`. */
  fewPhotos: { show: ofLive({ field: 'photos', from: 1, to: enoughPhotos - 1 }), sort: dearestFirst },
  /** Live, and known to have had no view for seven days. */
  noViews: { show: { filters: [{ field: 'noViews' }] }, sort: dearestFirst },
  /** Live, and known to be viewed half as often since their price was changed. */
  viewsFell: { show: { filters: [{ field: 'viewsFell' }] }, sort: dearestFirst },
  uncompared: { show: ofLive({ field: 'uncompared' }), sort: dearestFirst },
} as const satisfies Readonly<Record<string, { readonly show: Shown; readonly sort: AdvertSort }>>
export type ListedKind = keyof typeof kinds
const listedKinds = Object.keys(kinds) as ListedKind[]

/** The lists that an overview asks about. */
export const listedQueries: readonly AdvertQuery[] = listedKinds.map((kind) => {
  const { show, sort }: { readonly show: Shown; readonly sort: AdvertSort } = kinds[kind]
  const { states = [], filters = [] } = show
  return { text: '', states: [...states], filters: [...filters], sort }
})

/** The filters that an overview asks the counts of. */
export const countedFilters: readonly AdvertFilter[] = [viewed, ...prices, ...ages]
const firstPrice = 1

/** Makes that have bars of their own; the others share one. */
const mostMakes = 6

/**
 * Numbers of Today, and bars of the live adverts, of one moment.
 * @param counts those of `countedFilters`
 * @param lists those of `listedQueries`
 * @param makes the names and how many adverts have each, the most first; there may be more than are named
 */
export function overviewOf({
  counts,
  lists,
  makes,
}: Pick<StockOverview, 'counts' | 'lists' | 'makes'>): Overview {
  const { gone: _gone, ...present } = counts.states
  const { live, moderation } = present
  const total = Object.values(present).reduce((sum, count) => sum + count, 0)
  const kept = (at: number): number => counts.filters[at] ?? 0
  const bars = (filters: readonly AdvertFilter[], first: number, labels: readonly string[]): Bar[] =>
    filters.map((filter, at) => ({
      label: labels[at] ?? '',
      count: kept(first + at),
      show: ofLive(filter),
    }))
  const firstAge = firstPrice + prices.length
  const listed = listedKinds.map((kind, at) => [
    kind,
    { ...(lists[at] ?? { count: 0, totals: [], first: null }), show: kinds[kind].show },
  ])
  return {
    total,
    live: { count: live, show: { states: ['live'] } },
    moderation: { count: moderation, show: { states: ['moderation'] } },
    viewed: { count: kept(0), show: ofLive(viewed) },
    listed: Object.fromEntries(listed) as Overview['listed'],
    groups: [
      {
        id: 'makes',
        title: m.overview_makes(),
        bars: withRest([...makeBars(makes), ...otherMakes(makes)], live, {
          label: m.overview_more_makes(),
          filter: { field: 'make', values: makes.map(({ value }) => value), not: true },
        }),
      },
      {
        id: 'prices',
        title: m.overview_prices(),
        bars: withRest(bars(prices, firstPrice, priceBands.map(priceWords)), live, {
          label: m.overview_no_price(),
          filter: { field: 'usd', from: null, to: null, empty: true },
        }),
      },
      {
        id: 'ages',
        title: m.overview_ages(),
        bars: withRest(bars(ages, firstAge, ageBands.map(ageWords)), live, {
          label: m.overview_no_date(),
          filter: { field: 'age', from: null, to: null, empty: true },
        }),
      },
    ],
  }
}

const makeBars = (makes: readonly NamedCount[]): Bar[] =>
  makes.slice(0, mostMakes).map(({ value, count }) => ({
    label: value === '' ? m.overview_no_make() : value,
    count,
    show: ofLive({ field: 'make', values: [value] }),
  }))

/** All other makes that are named, in one bar. */
function otherMakes(makes: readonly NamedCount[]): Bar[] {
  const others = makes.slice(mostMakes)
  if (others.length === 0) return []
  const values = others.map(({ value }) => value)
  return [
    {
      label: m.overview_other_makes(),
      count: others.reduce((sum, { count }) => sum + count, 0),
      show: ofLive({ field: 'make', values }),
      isOther: true,
    },
  ]
}

/** The adverts that no bar has yet: none is left out silently. */
function withRest(
  bars: readonly Bar[],
  total: number,
  { label, filter }: { readonly label: string; readonly filter: AdvertFilter },
): readonly Bar[] {
  const rest = total - bars.reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...bars, { label, count: rest, show: ofLive(filter), isRest: true }] : bars
}

function priceWords([from, to]: Bounds): string {
  if (from === null) return m.overview_below({ to: formatNumber(Math.ceil(to ?? 0)) })
  if (to === null) return m.overview_from({ from: formatNumber(from) })
  return m.overview_range({ from: formatNumber(from), to: formatNumber(Math.floor(to)) })
}

function ageWords([from, to]: Bounds): string {
  if (to === null) return m.overview_more_than({ from: formatNumber((from ?? 1) - 1) })
  return m.overview_range({ from: formatNumber(from ?? 0), to: formatNumber(to) })
}
