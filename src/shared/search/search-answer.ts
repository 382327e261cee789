import { z } from 'zod'
import { failureSchema } from '../bridge/failure.ts'

/** Names and values of a search, as the contract calls them. */
export const searchParams = z.array(z.tuple([z.string().max(200), z.string().max(2_000)]))

/** Known answer of a search: the ids of the pages that were read, in their order. */
export const searchAnswerSchema = z.object({
  ids: z.array(z.number()),
  /** All adverts that match, as the service counts them; null if it doesn't say. */
  count: z.number().nullable(),
  /** A page brought nothing new: there are no more ids. */
  complete: z.boolean(),
  /** Time at which the last page was read, ISO 8601; null if none ever was. */
  readAt: z.string().nullable(),
  /** In words. */
  warnings: z.array(z.string()),
  /** Why the service did not answer now: what was read before is shown. */
  failure: failureSchema.nullable(),
})
export type SearchAnswer = z.infer<typeof searchAnswerSchema>

/** Answer of a look-up: one advert, found now. */
export const answerOfOne = (id: number): SearchAnswer => ({
  ids: [id],
  count: 1,
  complete: true,
  readAt: new Date().toISOString(),
  warnings: [],
  failure: null,
})
