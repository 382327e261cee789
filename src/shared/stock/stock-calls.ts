import { z } from 'zod'
import { advertId } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'

/** A stock number as a person types it or a file has it; main cuts the blanks around it. */
const numberText = z.string().max(200)

const value = z.union([z.string(), z.number()]).nullable()

/** A field that the file of a linked advert owns. */
export const linkedFieldSchema = z.object({
  /** The name of the field at the service; a price takes its currency with it. */
  field: z.string(),
  /** Last value that the file gave; null if it gave nothing since the link was made. */
  given: value,
  /** The currency of a given price: 1 USD, 2 EUR, 3 UAH; null otherwise. */
  currency: z.number().nullable(),
  /** Present value of the advert; null if that is not known. */
  live: value,
  /** The advert shows another value than the file gave, because a person changed it. */
  byHand: z.boolean(),
  /** The file changes it no more. */
  pinned: z.boolean(),
})
export type LinkedField = z.infer<typeof linkedFieldSchema>

export const linkOrigins = ['created', 'column', 'matched', 'likeness', 'hand'] as const

/** The dealer's own number of an advert, and the evidence for it. */
export const advertLinkSchema = z.object({
  key: z.string(),
  autoId: z.number(),
  /** The name of the source whose file last had the number; null if no file ever did. */
  source: z.string().nullable(),
  origin: z.enum(linkOrigins),
  /** Time when the link was made, ISO 8601. */
  at: z.string(),
  /** Last person or file that took the advert out of stock; null if it is in. */
  out: z.enum(['file', 'person']).nullable(),
  fields: z.array(linkedFieldSchema),
})
export type AdvertLink = z.infer<typeof advertLinkSchema>

/** Outcome of linking, when it was asked for. */
export const linkOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('linked') }),
  /** The number has another advert than the person saw: nothing was changed. `title` is '' if it is not cached. */
  z.object({ outcome: z.literal('elsewhere'), autoId: z.number(), title: z.string() }),
  /** The text is no stock number: it is blank or too long. */
  z.object({ outcome: z.literal('no-number') }),
])
export type LinkOutcome = z.infer<typeof linkOutcomeSchema>

/** Car as an order names it, which may be one of the dealer's own numbers. */
const askedCarSchema = z.object({ autoId: advertId, code: z.string().max(500) })

/** The number of an ordered advert, and what its seller's code is. */
export const orderedCarSchema = z.object({
  autoId: z.number(),
  /** The stock number of the advert; null if it has none. */
  key: z.string().nullable(),
  /** The code is this advert's number, another advert's, or none of the account's; `absent` if there is no code. */
  code: z.enum(['same', 'other', 'unknown', 'absent']),
  /** The advert whose number the code is, if it is another one. */
  other: z.number().nullable(),
})
export type OrderedCar = z.infer<typeof orderedCarSchema>

/** Links of adverts with the dealer's own numbers, of the current account. */
export const stockCalls = {
  /** True if any advert has a number. */
  'stock:has-numbers': call(z.null(), z.boolean()),
  'stock:link-of': call(z.object({ autoId: advertId }), advertLinkSchema.nullable()),
  /**
   * Links a number to an advert. `from`: the advert that the person saw it to have, null for none; if it has another one by now,
   * nothing is changed.
   */
  'stock:link': call(
    z.object({ key: numberText, autoId: advertId.positive(), from: advertId.nullable() }),
    linkOutcomeSchema,
  ),
  /** The number has no advert any more. */
  'stock:cut': call(z.object({ key: numberText, autoId: advertId }), z.null()),
  /** The file changes the field no more, or does again. */
  'stock:pin': call(
    z.object({ key: numberText, autoId: advertId, field: z.string().max(40), pinned: z.boolean() }),
    advertLinkSchema.nullable(),
  ),
  /** Facts of ordered cars, in the order of `cars`. */
  'stock:ordered': call(z.object({ cars: z.array(askedCarSchema).max(500) }), z.array(orderedCarSchema)),
}

export const stockEvents = {
  /** Links were made, moved, cut or pinned. `adverts`: those that are concerned; null if they may be many. */
  'stock:links-changed': z.object({ any: z.boolean(), adverts: z.array(z.number()).nullable() }),
}
