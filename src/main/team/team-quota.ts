import { z } from 'zod'
import type { CallKind } from '../http/call.ts'
import type { QuotaUse } from '../quota/account-calls.ts'
import {
  day,
  freeAt,
  fullSpan,
  hour,
  minute,
  month,
  planCalls,
  type CallBucket,
  type CallPlan,
  type QuotaLimits,
  type QuotaSpan,
} from '../quota/quota.ts'

export const quotaSchema = z.object({
  perHour: z.int().nullable(),
  perMonth: z.int().nullable(),
  /** Reads that each desk may make in an hour while the server is away. */
  away: z.int(),
  /** The same of all desks together. */
  kept: z.int(),
  /** Minutes: how long ago each began, calls for orders, all others. */
  counted: z.array(z.tuple([z.number(), z.int(), z.int()])),
})
type QuotaAnswer = z.infer<typeof quotaSchema>

/** An account's calls as the team's server last counted them, by this computer's clock, and those of this process since. */
export class TeamQuota {
  readonly limits: QuotaLimits
  readonly away: number
  /** The limits without what is kept for the time when the server is away. */
  readonly #shared: QuotaLimits
  readonly #buckets: CallBucket[]

  /** @param now ms since 1970 */
  constructor({ perHour, perMonth, away, kept, counted }: QuotaAnswer, now: number) {
    this.limits = { perHour, perMonth }
    this.#shared = { perHour: perHour === null ? null : perHour - kept, perMonth }
    this.away = away
    this.#buckets = bucketsOf(counted, now)
  }

  /** A call that was counted, or -1 if it was taken out again; it counts in the minute after it, as the server has it. */
  add(kind: CallKind, now: number, calls: 1 | -1): void {
    const forOrders = kind === 'orders'
    this.#buckets.push({
      at: now + minute,
      orders: forOrders ? calls : 0,
      others: forOrders ? 0 : calls,
    })
  }

  /** Calls of the last hour, day and 30 days; `now` in ms since 1970. */
  used(now: number): QuotaUse {
    return {
      hour: callsWithin(this.#buckets, hour, now),
      day: callsWithin(this.#buckets, day, now),
      month: callsWithin(this.#buckets, month, now),
    }
  }

  /** When a call may begin; `now`, or a later moment. */
  freeAt(kind: CallKind, now: number): number {
    return freeAt(this.#buckets, this.#shared, kind === 'orders', now)
  }

  fullSpan(kind: CallKind, now: number): QuotaSpan | null {
    return fullSpan(this.#buckets, this.#shared, kind === 'orders', now)
  }

  plan(calls: number, now: number): CallPlan {
    return planCalls(this.#buckets, this.#shared, calls, now)
  }
}

export const bucketsOf = (counted: QuotaAnswer['counted'], now: number): CallBucket[] =>
  counted.map(([ago, orders, others]) => ({ at: now - ago, orders, others }))

/** A minute counts until its end has left the window. */
export const callsWithin = (buckets: readonly CallBucket[], span: number, now: number): number =>
  buckets.reduce((sum, { at, orders, others }) => (at + minute + span > now ? sum + orders + others : sum), 0)
