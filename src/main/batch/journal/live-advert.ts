import { z } from 'zod'
import type { ShownAdvert } from '../../writes/shown-values.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** A live advert, as far as the engine compares it; null for what the service did not say. */
export const liveAdvertSchema = z.object({
  autoId: z.int(),
  userId: number,
  markaId: number,
  modelId: number,
  usd: number,
  eur: number,
  uah: number,
  /** The currency that the price was given in; the other two follow the rate of the day. */
  currency: z.literal([1, 2, 3]).nullable(),
  description: text,
  version: text,
  /** `YYYY-MM-DD HH:MM:SS` as the service writes it. */
  addDate: text,
  /** Time when it was last changed, as `addDate`; the record of a new vehicle does not say when it was added. */
  updateDate: text.default(null),
  title: text,
  /** Only fuller records name them (docs/service/practice.md, "info"). */
  baseId: number.default(null),
  equipId: number.default(null),
}) satisfies z.ZodType<ShownAdvert>
export type LiveAdvert = Readonly<z.infer<typeof liveAdvertSchema>>

/**
 * Time for which a read may still show another value than this app wrote, or not yet an advert that it created, in ms.
 * Source: docs/service/practice.md, "freshness".
 */
export const freshFor = 15 * 60_000
