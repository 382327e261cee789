import { z } from 'zod'
import { identifier, number, text } from './tolerant.ts'

/** Statuses of calls by their own names, in lower case; the service also writes `BYSY` (docs/service/demand.md). */
const status = text.transform((value) => {
  const said = (value ?? '').trim().toLowerCase()
  return said === 'bysy' ? 'busy' : said
})

/** A call of a buyer, as GET /auto/new/calls_stat gives it. Phones are personal data. */
export const buyerCallSchema = z.object({
  call_id: identifier,
  /** By Kyiv's clock, `2021-07-30T17:00:12`. */
  date: text,
  status,
  /** Seconds of talk. */
  duration: number,
  /** Seconds of ringing. The service spells it so. */
  waighting: number,
  caller_phone: text,
  /** The number in the advert. */
  phone: text,
  /** Number that it led to. */
  destination_phone: text,
  marka_id: number,
  marka: text,
  model_id: number,
  model: text,
  price: number,
  /** Address of a recording; '' if there is none. */
  link: text,
})
export type BuyerCall = z.infer<typeof buyerCallSchema>
