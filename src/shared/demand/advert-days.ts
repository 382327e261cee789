import { z } from 'zod'

/** A day in Kyiv, `YYYY-MM-DD`, and how often something happened on it; never 0. */
export const dayCountSchema = z.object({ date: z.string(), count: z.int().positive() })
export type DayCount = Readonly<z.infer<typeof dayCountSchema>>

/** Known days of an advert: those from `from` to `to` that are not among the counts had neither views nor calls. */
export const advertDaysSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Time when that was read, ISO 8601: the last day grew since. */
  readAt: z.string(),
  views: z.array(dayCountSchema),
  phones: z.array(dayCountSchema),
})
export type AdvertDays = Readonly<z.infer<typeof advertDaysSchema>>
