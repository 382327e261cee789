import { z } from 'zod'

/** A day in Kyiv, `YYYY-MM-DD`: views and openings of the phone of all adverts of which that day is known, and how many those are. */
const stockDaySchema = z.object({
  date: z.string(),
  views: z.int().min(0),
  phones: z.int().min(0),
  adverts: z.int().min(0),
})
export type StockDay = Readonly<z.infer<typeof stockDaySchema>>

/** Days without a gap, the oldest first. */
export const stockDaysSchema = z.object({
  days: z.array(stockDaySchema).min(1),
  /** Number of adverts of the day of which most are known. */
  adverts: z.int().min(0),
})
export type StockDays = Readonly<z.infer<typeof stockDaysSchema>>
