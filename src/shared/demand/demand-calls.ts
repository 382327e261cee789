import { z } from 'zod'
import { advertId } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { callsStateSchema } from './buyer-calls.ts'
import { advertDaysSchema } from './advert-days.ts'
import { advertEditSchema } from '../batch/advert-edit.ts'
import { advertTotalsSchema } from './advert-totals.ts'
import { stockDaysSchema } from './stock-days.ts'

/** Days, that of today included. */
const dayCount = z.int().min(1).max(366)

/** Cost of reading views in the background, and its progress. */
const backgroundReadingSchema = z.object({
  /** The service gives no views. */
  missing: z.boolean(),
  /** Live adverts of the account. */
  live: z.int().min(0),
  /** Requests in a day at most. */
  perDay: z.int().min(0),
  /** Live adverts whose views were read within a day. */
  read: z.int().min(0),
})
export type BackgroundReading = Readonly<z.infer<typeof backgroundReadingSchema>>

export const demandCalls = {
  /**
   * Saved days of an advert and its edits on them, without a call to the service; `missing`: the service gives no
   * views.
   */
  'demand:days': call(
    z.object({ id: advertId, days: dayCount }),
    z.object({
      missing: z.boolean(),
      known: advertDaysSchema.nullable(),
      edits: z.array(advertEditSchema),
    }),
  ),
  /** Saved totals of an advert, without a call to the service; `missing`: it gives no totals either. */
  'demand:totals': call(
    z.object({ id: advertId }),
    z.object({ missing: z.boolean(), known: advertTotalsSchema.nullable() }),
  ),
  /** Reads the totals of an advert by one call; null if the service has no such advert of the account. */
  'demand:read-totals': call(z.object({ id: advertId }), advertTotalsSchema.nullable()),
  /** Reads an advert's days by one call; null if the service has no such advert of the account. */
  'demand:read': call(z.object({ id: advertId, days: dayCount }), advertDaysSchema.nullable()),
  /** Saved days of all adverts together; null if none of these days is known of any. */
  'demand:stock-days': call(z.object({ days: dayCount }), stockDaysSchema.nullable()),
  /** True if any advert of the account was read. */
  'demand:any': call(z.null(), z.boolean()),
  'demand:background': call(z.null(), backgroundReadingSchema),
  /** The calls of buyers as saved; nothing is sent. */
  'demand:calls': call(z.null(), callsStateSchema),
  /** Reads the calls of buyers by one call to the service, saves them, answers what is saved. */
  'demand:read-calls': call(z.null(), callsStateSchema),
  /** Marks a call as returned, with those before of the same person, or takes the mark away. */
  'demand:call-returned': call(
    z.object({ id: z.int().min(0).max(Number.MAX_SAFE_INTEGER), returned: z.boolean() }),
    callsStateSchema,
  ),
}

export const demandEvents = {
  /** The saved calls of the account that is shown are others than before, and so many of them want a person. */
  'demand:calls': z.object({ waiting: z.int() }),
}
