import { notEnoughData, notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { isListed, type VehicleFacts } from '../vehicles/vehicle.ts'
import { Dice } from '../world/random.ts'
import { dateTime, day, secondsOf } from '../world/service-time.ts'

export interface StatisticsParts {
  readonly find: (id: number) => VehicleFacts | undefined
  readonly userId: () => number
  readonly seed: () => number
  /** Seconds since the epoch. */
  readonly now: () => number
}

/** The most days of one answer: older ones were never kept. */
const keptDays = 366

/** Shares of a day's views up to each hour: few by night, most in the evening. */
const hourShares = [1, 1, 1, 0, 0, 1, 2, 3, 4, 5, 5, 5, 6, 6, 5, 5, 5, 6, 7, 8, 8, 7, 6, 3]
const wholeDay = hourShares.reduce((sum, share) => sum + share, 0)

/**
 * GET /auto/new/stat (docs/service/demand.md): views of an own advert and openings of its phone, by day in Kyiv. A day
 * without any is left out, days come in no order, and that of today grows by the hour. The same advert has the same days
 * for every reader.
 */
export function dayStatistics(
  { query }: { readonly query: URLSearchParams },
  parts: StatisticsParts,
): Answer {
  const userId = wholeNumber(query.get('user_id'))
  const autoId = wholeNumber(query.get('auto_id'))
  if (userId === undefined || autoId === undefined) return notEnoughData
  const facts = parts.find(autoId)
  if (userId !== parts.userId() || facts?.userId !== userId || facts.deleted) return notFound('Advert')
  const from = dayOf(query.get('date_from'))
  const to = dayOf(query.get('date_to'))
  if (from === undefined || to === undefined)
    return refusal(400, 'BAD_REQUEST', 'date_from and date_to are dates as 2026-11-24')
  const days = daysBetween(from, to, parts.now())
  const found = days.map((date) => ({ date, ...countsOf(facts, date, parts) }))
  const listed = (what: 'views' | 'phones', type: string) =>
    found
      .filter((each) => each[what] > 0)
      .map((each) => ({
        salon_id: facts.dealerId,
        marka_id: facts.makeId,
        model_id: facts.modelId,
        auto_id: autoId,
        date: each.date,
        count: each[what],
        type,
      }))
      .toSorted((one, other) => place(one.date) - place(other.date))
  return ok({
    viewsStatistics: listed('views', 'views'),
    phonesStatistics: listed('phones', 'auto_phones_final'),
  })
}

/** Views of the advert and openings of its phone since it was added. */
export function totalsOf(
  facts: VehicleFacts,
  parts: StatisticsParts,
): { readonly views: number; readonly phones: number } {
  const counts = daysBetween(facts.addedAt, parts.now(), parts.now()).map((date) =>
    countsOf(facts, date, parts),
  )
  const sum = (what: 'views' | 'phones') => counts.reduce((total, count) => total + count[what], 0)
  return { views: sum('views'), phones: sum('phones') }
}

const dayOf = (text: string | null): number | undefined =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? secondsOf(text) : undefined

/**
 * Days from one moment to another, none of the future: by noon of each, so that no change of the clocks counts a day
 * twice.
 */
function daysBetween(from: number, to: number, now: number): string[] {
  const last = midnight(Math.min(to, now))
  const first = Math.max(midnight(from), last - (keptDays - 1) * day)
  const count = Math.max(0, Math.round((last - first) / day) + 1)
  return Array.from({ length: count }, (_, at) => dateTime(first + at * day + day / 2).slice(0, 10))
}

/** Time when the moment's day began in Kyiv, seconds since the epoch. */
const midnight = (moment: number): number => secondsOf(dateTime(moment).slice(0, 10)) ?? moment

/** A number that gives the days no order. */
const place = (date: string): number => new Dice(7, Number(date.replaceAll('-', ''))).next()

function countsOf(
  facts: VehicleFacts,
  date: string,
  { seed, now }: StatisticsParts,
): { readonly views: number; readonly phones: number } {
  const today = dateTime(now())
  const added = dateTime(facts.addedAt).slice(0, 10)
  const over = dateTime(facts.expiresAt).slice(0, 10)
  // An advert that is not listed any more was looked at until it was taken away.
  const end = isListed(facts) ? today : dateTime(facts.updatedAt)
  if (date < added || date > over || date > end.slice(0, 10)) return { views: 0, phones: 0 }
  const dice = new Dice(seed() ^ facts.id, Number(date.replaceAll('-', '')))
  const taste = new Dice(seed(), facts.id)
  // Every sixth advert is hardly looked at; a new one is looked at more, and all of them more at the weekend.
  const usual = taste.chance(1 / 6) ? 0.4 : 3 + 30 * taste.next() ** 2
  const age = (Date.parse(date) - Date.parse(added)) / (day * 1000)
  const weekend = [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay()) ? 1.4 : 1
  const expected = usual * weekend * (1 + 2 * Math.exp(-age / 5))
  const views = Math.round(expected * (0.5 + dice.next()))
  const phones = Array.from({ length: Math.min(views, 200) }).filter(() => dice.chance(0.045)).length
  const share = date === end.slice(0, 10) ? passed(end) : 1
  return { views: Math.floor(views * share), phones: Math.floor(phones * share) }
}

/** Share of a day's views up to a moment, `YYYY-MM-DD HH:MM:SS`. */
function passed(moment: string): number {
  const hour = Number(moment.slice(11, 13))
  const minute = Number(moment.slice(14, 16))
  const before = hourShares.slice(0, hour).reduce((sum, share) => sum + share, 0)
  return (before + ((hourShares[hour] ?? 0) * minute) / 60) / wholeDay
}
