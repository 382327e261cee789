import { z } from 'zod'

/** Fields of a buyer or a delivery that may change. The values themselves are shown in the order alone. */
export const buyerFields = [
  'name',
  'phone',
  'email',
  'user_id',
  'service',
  'department',
  'address',
  'city_id',
  'state_id',
  'note',
] as const

const changedItemSchema = z.object({
  advId: z.number().nullable(),
  name: z.string(),
  price: z.number().nullable(),
  count: z.number().nullable(),
})
export type ChangedItem = z.infer<typeof changedItemSchema>

const number = z.number().nullable()

/** Finding of a reading, by comparison with the one before. Holds no data of a buyer. */
export const orderFindingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('came'), status: number, sum: number }),
  z.object({ kind: z.literal('status'), before: number, after: number }),
  z.object({ kind: z.literal('sum'), before: number, after: number }),
  z.object({
    kind: z.literal('items'),
    before: z.array(changedItemSchema),
    after: z.array(changedItemSchema),
  }),
  z.object({ kind: z.literal('buyer'), fields: z.array(z.enum(buyerFields)) }),
  /** The whole list came without the order. */
  z.object({ kind: z.literal('vanished') }),
  z.object({ kind: z.literal('returned') }),
])
export type OrderFinding = z.infer<typeof orderFindingSchema>

/** A finding of the timeline of an order. */
export const orderChangeSchema = z.object({
  /** Rises with each change; it is never given twice. */
  id: z.int(),
  orderId: z.number(),
  /** Time when the reading was made that showed it, ISO 8601. */
  at: z.string(),
  finding: orderFindingSchema,
})
export type OrderChange = z.infer<typeof orderChangeSchema>
