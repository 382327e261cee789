import type { AdvertDays, DayCount } from '#shared/demand/advert-days.ts'
import type { StockDays } from '#shared/demand/stock-days.ts'

/** A day of the chart. */
export interface DayBar {
  /** `YYYY-MM-DD` in Kyiv. */
  readonly date: string
  readonly views: number
  readonly phones: number
  /** The advert's price was changed on that day. */
  readonly priced: boolean
  /** Of fewer adverts than other days: those were not read since. */
  readonly partial?: boolean
}

/** Days of an advert that the chart marks, `YYYY-MM-DD` in Kyiv. */
export interface MarkedDays {
  /** Nobody saw it before; '' if that isn't known. */
  readonly added: string
  readonly priceChanges: ReadonlySet<string>
}

/** Every day that is known since the advert was added, those without a view among them. */
export function dayBars(
  { from, to, views, phones }: AdvertDays,
  { added, priceChanges }: MarkedDays,
): DayBar[] {
  const [viewed, opened] = [byDay(views), byDay(phones)]
  const bars: DayBar[] = []
  for (let date = added > from && added <= to ? added : from; date <= to; date = dayAfter(date))
    bars.push({
      date,
      views: viewed.get(date) ?? 0,
      phones: opened.get(date) ?? 0,
      priced: priceChanges.has(date),
    })
  return bars
}

/** A day that is known of nearly as many adverts as any, or as are live now, compares with the others: sold ones are read no more. */
const nearlyAll = 0.9

/** The days of all adverts together, of which so many are live now. */
export const stockBars = ({ days, adverts: most }: StockDays, live: number): DayBar[] =>
  days.map(({ date, views, phones, adverts }) => ({
    date,
    views,
    phones,
    priced: false,
    partial: adverts < nearlyAll * Math.min(most, live),
  }))

/** What the last days come to. */
export function lastDays(bars: readonly DayBar[], count: number): { views: number; phones: number } {
  const last = bars.slice(-count)
  const sum = (what: 'views' | 'phones'): number => last.reduce((all, bar) => all + bar[what], 0)
  return { views: sum('views'), phones: sum('phones') }
}

export const sumOf = (counts: readonly DayCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** Openings of the phone for each hundred views; null if there are too few views to say. */
export const phonesPerHundred = (views: number, phones: number): number | null =>
  views < 20 ? null : Math.round((1_000 * phones) / views) / 10

const byDay = (counts: readonly DayCount[]): ReadonlyMap<string, number> =>
  new Map(counts.map(({ date, count }) => [date, count]))

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
