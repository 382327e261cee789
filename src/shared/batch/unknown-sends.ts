import { z } from 'zod'

/** Sends of which the journal knows nothing since it was recovered. */
export const unknownSendsSchema = z
  .object({
    /** Time when it was recovered, ISO 8601. */
    at: z.string(),
    /** Their number; null if that isn't known either. */
    sends: z.int().nullable(),
  })
  .readonly()
export type UnknownSends = z.infer<typeof unknownSendsSchema>
