import { z } from 'zod'
import { failureSchema } from '../bridge/failure.ts'

/** Orders whose status is set at once, at most. */
export const mostStatusChanges = 200

const orderId = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const status = z.int().min(0).max(1_000_000)

/** A change of an order's status as the dealer saw it: what it was, and what it is to be. */
export const statusChangeSchema = z.object({ orderId, before: status.nullable(), after: status })
export type StatusChange = z.infer<typeof statusChangeSchema>

/**
 * Result of a change. `in-doubt`: it was sent, and it is not known whether it was done, as when the service answers yes
 * and the order still shows another status. `unsent`: nothing left.
 */
export const statusResultSchema = statusChangeSchema.extend({
  state: z.enum(['done', 'failed', 'unsent', 'in-doubt']),
  /** The status that the order had when it was read afterwards; null if it wasn't. */
  shown: z.number().nullable(),
  /** Why it isn't done; null if it is. */
  failure: failureSchema.nullable(),
  /** True if it was sent before this run, and was in doubt when it began. */
  earlier: z.boolean(),
})
export type StatusResult = z.infer<typeof statusResultSchema>

/** End of a change that was sent. */
export interface StatusWriteEnd {
  readonly state: StatusResult['state']
  /**
   * Source of the outcome. `response`: the run that sent it, by the answer or the reading right after it; `read`: a
   * later reading, which can't know who set it.
   */
  readonly source: 'response' | 'read' | null
  readonly code: string | null
  readonly status: number | null
}

/**
 * Knowledge about the service's statuses of the account's orders: unknown before it first took one, and `missing` for a
 * day after it said that it takes none.
 */
export const statusServiceSchema = z.enum(['unknown', 'known', 'missing'])
export type StatusService = z.infer<typeof statusServiceSchema>

/** A status that was sent, or was about to be: an unfinished one is in doubt. */
export const sentStatusSchema = statusChangeSchema.extend({
  id: z.int(),
  state: statusResultSchema.shape.state,
  /** ISO 8601. */
  sentAt: z.string(),
})
export type SentStatus = z.infer<typeof sentStatusSchema>

/** A change that was sent, and of which it is not known whether it was done. */
export const statusDoubtSchema = z.object({
  before: z.number().nullable(),
  after: z.number(),
  /** ISO 8601. */
  sentAt: z.string(),
})
export type StatusDoubt = z.infer<typeof statusDoubtSchema>
