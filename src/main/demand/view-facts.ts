import type { ShownViews } from '#shared/inventory/advert.ts'
import { daysBefore } from './days-table.ts'

/** What is known of an advert: days of `counts` that are absent between `from` and `to` had neither. */
export interface KnownDays {
  readonly from: string
  readonly to: string
  readonly readAt: string
  readonly counts: readonly { readonly date: string; readonly views: number; readonly phones: number }[]
  /** The day of the last change of the price; null if it never was changed. */
  readonly priced: string | null
}

/** Fewer views are too few to say how many of them opened the phone, or that they fell. */
const fewViews = 20
const week = 7
/** Before a change of the price, at most so many days count. */
const comparedDays = 14
const sparkDays = 14
const rateDays = 30

/**
 * What a grid shows of an advert's days. Sums are of the week that ends with the day of the reading; what compares takes whole
 * days alone, for that day still grew, and only if an advert was viewed before them: it may be newer.
 */
export function viewFacts(known: KnownDays, today: string): ShownViews {
  const { from, to, readAt, counts, priced } = known
  const sum = (what: 'views' | 'phones', first: string, last: string): number =>
    counts.reduce((all, day) => (day.date >= first && day.date <= last ? all + day[what] : all), 0)
  const viewedBy = (day: string): boolean => counts.some(({ date, views }) => date <= day && views > 0)
  const weekFrom = daysBefore(to, week - 1)
  const knowsWeek = from <= weekFrom
  const recent = sum('views', daysBefore(to, week), daysBefore(to, 1))
  const earlier = sum('views', daysBefore(to, 2 * week), daysBefore(to, week + 1))
  const compares = from <= daysBefore(to, 2 * week) && viewedBy(daysBefore(to, 2 * week)) && earlier > 0
  const rateFrom = daysBefore(to, rateDays - 1)
  const viewed = sum('views', rateFrom, to)
  return {
    readAt,
    views: knowsWeek ? sum('views', weekFrom, to) : null,
    phones: knowsWeek ? sum('phones', weekFrom, to) : null,
    rate: viewed < fewViews ? null : Math.round((1_000 * sum('phones', rateFrom, to)) / viewed) / 10,
    trend: compares ? Math.round((100 * (recent - earlier)) / earlier) : null,
    spark: sparkOf(known),
    none: to >= today && from <= daysBefore(today, week) && sum('views', daysBefore(today, week), to) === 0,
    fell: priced !== null && to >= today && fellSince(priced),
  }

  /** Whether an advert is viewed half as often by day since then, over a week or more on both sides. */
  function fellSince(day: string): boolean {
    const [before, after] = [daysBefore(day, comparedDays), daysBefore(day, -1)]
    const yesterday = daysBefore(today, 1)
    const first = from > before ? from : before
    const isKnown = first <= daysBefore(day, week) && viewedBy(first) && day < daysBefore(today, week)
    const viewsBefore = sum('views', first, daysBefore(day, 1))
    if (!isKnown || viewsBefore < fewViews) return false
    const perDay = viewsBefore / daysFrom(first, day)
    return sum('views', after, yesterday) / daysFrom(after, today) <= perDay / 2
  }
}

/** The views of the last days, the oldest first. */
function sparkOf({ from, to, counts }: KnownDays): number[] {
  const views = new Map(counts.map((day) => [day.date, day.views]))
  return Array.from({ length: sparkDays }, (_, at) => daysBefore(to, sparkDays - 1 - at))
    .filter((day) => day >= from)
    .map((day) => views.get(day) ?? 0)
}

/** Days from one day to another, without that. */
const daysFrom = (first: string, end: string): number =>
  Math.round((Date.parse(`${end}T12:00:00Z`) - Date.parse(`${first}T12:00:00Z`)) / 86_400_000)
