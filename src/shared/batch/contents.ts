import { z } from 'zod'

/** Contents of a batch, counted when it is planned: what it is called by. Rows that are not sent don't count. */
export const contentsSchema = z.object({
  creates: z.int(),
  edits: z.int(),
  deletes: z.int(),
  /** Edits that change the price, and by how many percent: the least and the most; null if an old price isn't known. */
  prices: z.int(),
  percent: z.object({ least: z.number(), most: z.number() }).nullable(),
  /** Edits that change a text. */
  texts: z.int(),
  /** Edits that say whether the car is in stock: in stock, out of it. */
  inStock: z.int(),
  outOfStock: z.int(),
  /** Title of the only row's advert; null if there are more rows, or its name isn't known. */
  advert: z.string().nullable(),
})
export type Contents = z.infer<typeof contentsSchema>
