import type { ShownViews } from '#shared/inventory/advert.ts'

/** Known days of an advert: days of `counts` that are absent between `from` and `to` had neither. */
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
/** Days whose numbers are remembered: those of more than two years. */
const mostNumbers = 1_000

/**
 * Views that a grid shows of an advert. Sums are of the week that ends with the day of the reading. Comparisons take
 * whole days alone, because today is incomplete, and only if the advert was viewed before them: it may be newer. Days
 * are numbers, for the sake of long lists.
 */
export function viewFacts(known: KnownDays, today: string): ShownViews {
  const { readAt, priced } = known
  const from = dayNumber(known.from)
  const to = dayNumber(known.to)
  const now = dayNumber(today)
  const counts = known.counts.map(({ date, views, phones }) => ({ day: dayNumber(date), views, phones }))
  const firstViewed = counts.reduce(
    (first, { day, views }) => (views > 0 && day < first ? day : first),
    Infinity,
  )
  const sum = (what: 'views' | 'phones', first: number, last: number): number =>
    counts.reduce((all, count) => (count.day >= first && count.day <= last ? all + count[what] : all), 0)
  const weekFrom = to - week + 1
  const knowsWeek = from <= weekFrom
  const recent = sum('views', to - week, to - 1)
  const earlier = sum('views', to - 2 * week, to - week - 1)
  const compares = from <= to - 2 * week && firstViewed <= to - 2 * week && earlier > 0
  const rateFrom = to - rateDays + 1
  const viewed = sum('views', rateFrom, to)
  return {
    readAt,
    views: knowsWeek ? sum('views', weekFrom, to) : null,
    phones: knowsWeek ? sum('phones', weekFrom, to) : null,
    rate: viewed < fewViews ? null : Math.round((1_000 * sum('phones', rateFrom, to)) / viewed) / 10,
    trend: compares ? Math.round((100 * (recent - earlier)) / earlier) : null,
    spark: sparkOf(),
    none: to >= now && from <= now - week && sum('views', now - week, to) === 0,
    fell: priced !== null && to >= now && fellSince(dayNumber(priced)),
  }

  /** True if an advert is viewed half as often by day since then, over a week or more on both sides. */
  function fellSince(day: number): boolean {
    const first = Math.max(from, day - comparedDays)
    const isKnown = first <= day - week && firstViewed <= first && day < now - week
    const viewsBefore = sum('views', first, day - 1)
    if (!isKnown || viewsBefore < fewViews) return false
    const perDay = viewsBefore / (day - first)
    return sum('views', day + 1, now - 1) / (now - day - 1) <= perDay / 2
  }

  /** The views of the last days, the oldest first. */
  function sparkOf(): number[] {
    const first = Math.max(from, to - sparkDays + 1)
    const views = Array.from({ length: Math.max(0, to - first + 1) }, () => 0)
    for (const { day, views: count } of counts) if (day >= first && day <= to) views[day - first] = count
    return views
  }
}

const numbers = new Map<string, number>()

/** The number of a day, by which days are counted; adverts of a stock have the same few. */
function dayNumber(day: string): number {
  const known = numbers.get(day)
  if (known !== undefined) return known
  const number = Math.floor(Date.parse(`${day}T12:00:00Z`) / 86_400_000)
  if (numbers.size >= mostNumbers) numbers.clear()
  numbers.set(day, number)
  return number
}
