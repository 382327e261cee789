import { z } from 'zod'
import type { DayCount } from '#shared/demand/advert-days.ts'
import type { AdvertTotals } from '#shared/demand/advert-totals.ts'
import type { ReadOptions } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { parseEach } from '../http/parse-each.ts'
import type { ServiceError } from '../http/service-error.ts'
import { type BuyerCall, buyerCallSchema } from '../service/buyer-call.ts'
import { advertStatisticSchema, dayStatisticsSchema, type DayStatistics } from '../service/day-statistics.ts'
import { list } from '../service/tolerant.ts'

/** Days in Kyiv, `YYYY-MM-DD`, both included. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

/** Views of an advert and openings of its phone; a day without any is left out, and the days are in order. */
export interface CountedDays {
  readonly views: readonly DayCount[]
  readonly phones: readonly DayCount[]
}

export interface ReadCalls {
  readonly calls: readonly BuyerCall[]
  /** One for each call that couldn't be read. */
  readonly unreadable: readonly ServiceError[]
}

/** Views and calls of the account's adverts. Not every service gives them (docs/service/demand.md). */
export class DemandApi {
  readonly #client: HttpClient
  readonly #redact: (text: string) => string

  /** `redact` blacks out what an error shows of a call that can't be read. */
  constructor(client: HttpClient, redact: (text: string) => string) {
    this.#client = client
    this.#redact = redact
  }

  /** The days of one advert: one call, however many they are. @throws ServiceError; Fault `quota` at once if the quota is used up */
  async days(autoId: number, { from, to }: DaySpan, options: ReadOptions): Promise<CountedDays> {
    const params = [
      ['user_id', this.#client.userId],
      ['auto_id', autoId],
      ['date_from', from],
      ['date_to', to],
    ] as const
    const answer = await this.#client.read('/auto/new/stat', params, dayStatisticsSchema, options)
    const counts = (of: DayStatistics['viewsStatistics']) => countsOf(of, autoId, { from, to })
    return { views: counts(answer.viewsStatistics), phones: counts(answer.phonesStatistics) }
  }

  /**
   * Totals since an advert was added, by one call: older adverts of used cars have these alone. Null if the answer has no such number.
   * @throws ServiceError; Fault `quota` at once if the quota is used up
   */
  async totals(autoId: number, options: ReadOptions): Promise<Omit<AdvertTotals, 'readAt'> | null> {
    const params = [['user_id', this.#client.userId]] as const
    const path = `/auto/used/autos/${autoId}/statistic`
    const { views, clicks } = await this.#client.read(path, params, advertStatisticSchema, options)
    if (views === null && clicks === null) return null
    return { views: wholeOf(views), phones: wholeOf(clicks) }
  }

  /** The calls of buyers on these days, by one call. @throws ServiceError; Fault `quota` at once if the quota is used up */
  async calls({ from, to }: DaySpan, options: ReadOptions): Promise<ReadCalls> {
    const params = [
      ['user_id', this.#client.userId],
      ['from', from],
      ['to', to],
    ] as const
    const answer = await this.#client.read('/auto/new/calls_stat', params, list(z.unknown()), options)
    const { items, unreadable } = parseEach(answer, buyerCallSchema, this.#redact)
    return { calls: items, unreadable }
  }
}

const wholeOf = (count: number | null): number => Math.max(0, Math.round(count ?? 0))

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** One count for each day of the span; what is of another advert or day is not what was asked. */
function countsOf(
  counts: DayStatistics['viewsStatistics'],
  autoId: number,
  { from, to }: DaySpan,
): DayCount[] {
  const byDay = new Map<string, number>()
  for (const { auto_id: id, date, count } of counts) {
    const day = date?.slice(0, 10) ?? ''
    const isAsked = (id === null || id === autoId) && isDay(day) && day >= from && day <= to
    if (isAsked && count !== null && count > 0) byDay.set(day, (byDay.get(day) ?? 0) + Math.round(count))
  }
  return [...byDay]
    .map(([date, count]) => ({ date, count }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}
