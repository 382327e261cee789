import { z } from 'zod'
import { group, number, readable, text } from './tolerant.ts'

const countSchema = z.looseObject({ auto_id: number, date: text, count: number })

/** The answer of GET /auto/new/stat (docs/service/demand.md). What can't be read as a count of a day is left out. */
export const dayStatisticsSchema = group({
  viewsStatistics: readable(countSchema),
  phonesStatistics: readable(countSchema),
})
export type DayStatistics = z.infer<typeof dayStatisticsSchema>

/** The answer of GET /auto/used/autos/{auto_id}/statistic (docs/service/vehicles.md). */
export const advertStatisticSchema = group({ views: number, clicks: number })
