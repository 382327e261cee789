import { z } from 'zod'
import { stagedFlags, stagedTexts } from './staged-fields.ts'

/** One change of many adverts. */
export const bulkChangeSchema = z.discriminatedUnion('kind', [
  /** The price in the advert's own currency, by so many percent, to a multiple of `roundTo`. */
  z.object({
    kind: z.literal('price'),
    percent: z.number().min(-90).max(500),
    roundTo: z.number().min(0.01).max(1_000_000),
  }),
  /** A text with fields such as `{make}`, which are filled for each advert. */
  z.object({
    kind: z.literal('text'),
    field: z.enum(stagedTexts),
    template: z.string().max(20_000),
  }),
  z.object({
    kind: z.literal('flag'),
    field: z.enum(stagedFlags),
    value: z.union([z.literal(0), z.literal(1)]),
  }),
])
export type BulkChange = z.infer<typeof bulkChangeSchema>
