import { z } from 'zod'

/** A source of the stock: `account`, `made`, `added`, `watched`, or `search:` with the id of a saved search. */
export const stockSourceSchema = z.object({
  source: z.string().max(100),
  /** Dealer's name for the saved search; null for the others. */
  name: z.string().nullable(),
  /** Cached adverts of the source that are not gone; an advert may have several sources. */
  adverts: z.int(),
  /** Those that no list shows, because all of their sources are switched off. */
  hidden: z.int(),
  shown: z.boolean(),
})
export type StockSource = z.infer<typeof stockSourceSchema>
