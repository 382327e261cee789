import type { DayCount } from '#shared/demand/advert-days.ts'
import type { Priority } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { dayStatisticsSchema, type DayStatistics } from '../service/day-statistics.ts'

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

/** What buyers do with the account's adverts. Not every service has it (docs/service/demand.md). */
export class DemandApi {
  readonly #client: HttpClient

  constructor(client: HttpClient) {
    this.#client = client
  }

  /** The days of one advert: one call, however many they are. @throws ServiceError; Fault `quota` at once if the quota is used up */
  async days(
    autoId: number,
    { from, to }: DaySpan,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<CountedDays> {
    const params = [
      ['user_id', this.#client.userId],
      ['auto_id', autoId],
      ['date_from', from],
      ['date_to', to],
    ] as const
    const answer = await this.#client.read('/auto/new/stat', params, dayStatisticsSchema, {
      signal,
      priority,
    })
    const counts = (list: DayStatistics['viewsStatistics']) => countsOf(list, autoId, { from, to })
    return { views: counts(answer.viewsStatistics), phones: counts(answer.phonesStatistics) }
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** One count for each day of the span; what is of another advert or day is not what was asked. */
function countsOf(list: DayStatistics['viewsStatistics'], autoId: number, { from, to }: DaySpan): DayCount[] {
  const byDay = new Map<string, number>()
  for (const { auto_id: id, date, count } of list) {
    const day = date?.slice(0, 10) ?? ''
    const isAsked = (id === null || id === autoId) && isDay(day) && day >= from && day <= to
    if (isAsked && count !== null && count > 0) byDay.set(day, (byDay.get(day) ?? 0) + Math.round(count))
  }
  return [...byDay]
    .map(([date, count]) => ({ date, count }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}
