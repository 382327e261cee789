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
import type { CallBlock } from './call-block.ts'

/** Minutes as the server tells them: how long ago each began, calls for orders, all others. */
export const countedSchema = z.array(z.tuple([z.number(), z.int(), z.int()]))

export const quotaSchema = z.object({
  got: z.int(),
  lifeMs: z.number(),
  perHour: z.int().nullable(),
  perMonth: z.int().nullable(),
  counted: countedSchema,
  blocks: z.array(
    z.object({ key: z.string().nullable(), forOrders: z.boolean(), size: z.int(), endsIn: z.number() }),
  ),
})
export type QuotaAnswer = z.infer<typeof quotaSchema>

/** A block that is not ended, as this computer's clock has it. */
interface Held {
  /** This process's own, of which the rest is free to it. */
  readonly own: CallBlock | null
  readonly forOrders: boolean
  readonly size: number
  readonly ends: number
}

/** What the team's server last said of an account's calls, by this computer's clock. */
export class TeamQuota {
  readonly limits: QuotaLimits
  readonly #buckets: readonly CallBucket[]
  readonly #held: readonly Held[]

  /** @param own the blocks of this process. @param now ms since 1970 */
  constructor(answer: QuotaAnswer, own: readonly CallBlock[], now: number) {
    this.limits = { perHour: answer.perHour, perMonth: answer.perMonth }
    this.#buckets = bucketsOf(answer.counted, now)
    this.#held = answer.blocks.map(({ key, forOrders, size, endsIn }) => ({
      own: own.find((block) => block.key === key) ?? null,
      forOrders,
      size,
      ends: now + endsIn,
    }))
  }

  /** Calls that are held and may not have been made. */
  get held(): number {
    return this.#held.reduce((sum, { own, size }) => sum + size - (own?.used ?? 0), 0)
  }

  /** Calls that were made of the last hour, day and 30 days, as far as the desks have said; `now` in ms since 1970. */
  made(now: number): QuotaUse {
    const own = this.#held.filter((held) => held.own !== null)
    return useOf([...this.#buckets, ...own.map(bucketOf)], now)
  }

  /** The same with all that other desks may still make. */
  used(now: number): QuotaUse {
    return useOf(this.#history(), now)
  }

  /** When a call may begin; `now`, or a later moment. */
  freeAt(kind: CallKind, now: number): number {
    const forOrders = kind === 'orders'
    const at = freeAt(this.#history(), this.limits, forOrders, now)
    // What others hold and don't use is given back.
    const ends = this.#held.filter(({ own }) => own === null).map((held) => held.ends + minute)
    const isHeld = ends.length > 0 && freeAt(this.#buckets, this.limits, forOrders, now) <= now
    return at > now && isHeld ? Math.max(now + 1, Math.min(at, ...ends)) : at
  }

  fullSpan(kind: CallKind, now: number): QuotaSpan | null {
    return fullSpan(this.#history(), this.limits, kind === 'orders', now)
  }

  plan(calls: number, now: number): CallPlan {
    return planCalls(this.#history(), this.limits, calls, now)
  }

  #history(): CallBucket[] {
    return [...this.#buckets, ...this.#held.map(bucketOf)].sort((a, b) => a.at - b.at)
  }
}

export const bucketsOf = (counted: z.infer<typeof countedSchema>, now: number): CallBucket[] =>
  counted.map(([ago, orders, others]) => ({ at: now - ago, orders, others }))

function bucketOf({ own, forOrders, size, ends }: Held): CallBucket {
  const calls = own?.used ?? size
  return { at: ends, orders: forOrders ? calls : 0, others: forOrders ? 0 : calls }
}

function useOf(buckets: readonly CallBucket[], now: number): QuotaUse {
  const within = (span: number): number =>
    buckets.reduce(
      (sum, { at, orders, others }) => (at + minute + span > now ? sum + orders + others : sum),
      0,
    )
  return { hour: within(hour), day: within(day), month: within(month) }
}
