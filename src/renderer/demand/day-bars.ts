import type { AdvertDays, DayCount } from '#shared/demand/advert-days.ts'
import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import type { StockDays } from '#shared/demand/stock-days.ts'
import { readMoment, serviceTime } from '#shared/time/service-time.ts'

/** A day of the chart. */
export interface DayBar {
  /** `YYYY-MM-DD` in Kyiv. */
  readonly date: string
  readonly views: number
  readonly phones: number
  /** The advert's price was changed on that day. */
  readonly priced: boolean
  /** The parameters that were edited on that day, but for the price; none if it isn't known which. Null if nothing was. */
  readonly edited: readonly string[] | null
  /** True if fewer adverts were read than on other days. */
  readonly partial?: boolean
}

/** Days of an advert that the chart marks, `YYYY-MM-DD` in Kyiv. */
export interface MarkedDays {
  /** No buyer saw it before; '' if that isn't known. */
  readonly added: string
  readonly priceChanges: ReadonlySet<string>
}

/** Every day that is known since the advert was added, those without a view among them. */
export function dayBars(
  { from, to, views, phones }: AdvertDays,
  { added, priceChanges }: MarkedDays,
  edits: readonly AdvertEdit[],
): DayBar[] {
  const viewed = byDay(views)
  const opened = byDay(phones)
  const edited = editsByDay(edits)
  const bars: DayBar[] = []
  for (let date = added > from && added <= to ? added : from; date <= to; date = dayAfter(date))
    bars.push({
      date,
      views: viewed.get(date) ?? 0,
      phones: opened.get(date) ?? 0,
      priced: priceChanges.has(date),
      edited: edited.get(date) ?? null,
    })
  return bars
}

/**
 * A day known of nearly as many adverts as any, or as are live now, compares with the others: sold ones are read no
 * more.
 */
const nearlyAll = 0.9

/** The days of all adverts together, of which so many are live now. */
export const stockBars = ({ days, adverts: most }: StockDays, live: number): DayBar[] =>
  days.map(({ date, views, phones, adverts }) => ({
    date,
    views,
    phones,
    priced: false,
    edited: null,
    partial: adverts < nearlyAll * Math.min(most, live),
  }))

/** Sums of the last days. */
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

const ofPrice: ReadonlySet<string> = new Set(['price', 'currency_id'])

/** By days in Kyiv; an edit of the price alone is marked by what was seen of the price. */
function editsByDay(edits: readonly AdvertEdit[]): ReadonlyMap<string, readonly string[]> {
  const days = new Map<string, readonly string[]>()
  for (const { at, fields } of edits) {
    const moment = readMoment(at)
    const others = fields.filter((field) => !ofPrice.has(field))
    if (!moment || (fields.length > 0 && others.length === 0)) continue
    const day = serviceTime(moment.getTime()).slice(0, 10)
    days.set(day, [...new Set([...(days.get(day) ?? []), ...others])])
  }
  return days
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
