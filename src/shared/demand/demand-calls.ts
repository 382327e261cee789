import { z } from 'zod'
import { advertId } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { advertDaysSchema } from './advert-days.ts'

/** Days, that of today included. */
const dayCount = z.int().min(1).max(366)

export const demandCalls = {
  /** What is saved of an advert's days, without a call to the service; `missing`: the service tells nothing of views. */
  'demand:days': call(
    z.object({ id: advertId, days: dayCount }),
    z.object({ missing: z.boolean(), known: advertDaysSchema.nullable() }),
  ),
  /** Reads an advert's days by one call; null if the service has no such advert of the account. */
  'demand:read': call(z.object({ id: advertId, days: dayCount }), advertDaysSchema.nullable()),
}
