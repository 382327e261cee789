import { z } from 'zod'

/** Plan of a number of further calls against the account's quota. */
export const quotaPlanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unlimited') }),
  z.object({ kind: z.literal('fits') }),
  /** The calls wait until the hour's window opens, again and again. */
  z.object({ kind: z.literal('waits'), seconds: z.int(), perHour: z.int() }),
  /** More than what is left of the month; `until`: when the last of the calls can begin, ISO 8601. */
  z.object({ kind: z.literal('beyond-month'), left: z.int(), until: z.string() }),
])
export type QuotaPlan = z.infer<typeof quotaPlanSchema>
