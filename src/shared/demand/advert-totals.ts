import { z } from 'zod'

/** Views of an advert and openings of its phone since it was added, and when that was read, ISO 8601. */
export const advertTotalsSchema = z.object({
  views: z.int().min(0),
  phones: z.int().min(0),
  readAt: z.string(),
})
export type AdvertTotals = Readonly<z.infer<typeof advertTotalsSchema>>
