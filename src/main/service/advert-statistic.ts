import { group, number } from './tolerant.ts'

/** The answer of GET /auto/used/autos/{auto_id}/statistic (docs/service/vehicles.md). */
export const advertStatisticSchema = group({ views: number, clicks: number })
