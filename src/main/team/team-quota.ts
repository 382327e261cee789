import { z } from 'zod'
import { minute, type CallBucket, type QuotaLimits } from '../quota/quota.ts'

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
export interface TeamQuota {
  readonly limits: QuotaLimits
  readonly away: number
  /** The limits without what is kept for the time when the server is away. */
  readonly shared: QuotaLimits
  readonly buckets: CallBucket[]
}

/** @param now ms since 1970 */
export const quotaOf = ({ perHour, perMonth, away, kept, counted }: QuotaAnswer, now: number): TeamQuota => ({
  limits: { perHour, perMonth },
  away,
  shared: { perHour: perHour === null ? null : perHour - kept, perMonth },
  buckets: bucketsOf(counted, now),
})

export const bucketsOf = (counted: QuotaAnswer['counted'], now: number): CallBucket[] =>
  counted.map(([ago, orders, others]) => ({ at: now - ago, orders, others }))

/** A minute counts until its end has left the window. */
export const callsWithin = (buckets: readonly CallBucket[], span: number, now: number): number =>
  buckets.reduce((sum, { at, orders, others }) => (at + minute + span > now ? sum + orders + others : sum), 0)
