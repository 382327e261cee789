import { z } from 'zod'
import { stagedFlags, stagedTexts } from './staged-fields.ts'

/** Prices become a multiple of it; 0.01 leaves them as they are. */
const roundTo = z.number().min(0.01).max(1_000_000)
const sum = z.number().min(-999_999_999_999).max(999_999_999_999)
/** Sold and archived adverts change too, which are left out otherwise. */
const offSale = z.literal(true).optional()
const currency = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** One change of many adverts. */
export const bulkChangeSchema = z.discriminatedUnion('kind', [
  /** The price in the advert's own currency, by so many percent. */
  z.object({ kind: z.literal('price'), percent: z.number().min(-90).max(500), roundTo, offSale }),
  /** The price by so much, for adverts that are priced in this currency. */
  z.object({ kind: z.literal('price-by'), amount: sum, currency, roundTo, offSale }),
  /** The same price in the same currency for all. */
  z.object({ kind: z.literal('price-is'), price: sum.positive(), currency, offSale }),
  /** A text with fields such as `{make}`, which are filled for each advert; `{text}` is what it has. */
  z.object({
    kind: z.literal('text'),
    field: z.enum(stagedTexts),
    template: z.string().max(20_000),
  }),
  /** Every place of `find` in the text becomes `by`, which may be empty. */
  z.object({
    kind: z.literal('replace'),
    field: z.enum(stagedTexts),
    find: z.string().min(1).max(1_000),
    by: z.string().max(20_000),
    /** Capital letters are others than small ones. */
    exactCase: z.boolean(),
  }),
  z.object({
    kind: z.literal('flag'),
    field: z.enum(stagedFlags),
    value: z.union([z.literal(0), z.literal(1)]),
  }),
])
export type BulkChange = z.infer<typeof bulkChangeSchema>
