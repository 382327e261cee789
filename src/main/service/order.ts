import { z } from 'zod'
import { flag, group, identifier, list, number, prose, readable, root, text } from './tolerant.ts'

/** An order of the basket, by the contract's names; absent fields are null. */
export const orderSchema = z.looseObject({
  order_id: identifier,
  status: number,
  total_order_sum: number,
  /** The service's own `YYYY-MM-DD HH:MM:SS`. */
  created_at: text,
  recipient: group({ user_id: number, name: prose, email: text, phone: text }),
  delivery: group({
    state_id: number,
    city_id: number,
    address: prose,
    service: prose,
    department: prose.optional(),
  }),
  items: list(
    z.looseObject({
      adv_id: number,
      name: prose,
      price: number,
      count: number,
      note: prose,
      vendor_code: text,
      /** Absent in the contract. */
      catalog_numbers: readable(text).optional(),
    }),
  ),
})
export type Order = z.infer<typeof orderSchema>

/** The basket's answer: an object, an array that holds it, or the bare list. */
function envelope<Schema extends z.ZodType>(list: string, schema: Schema) {
  const inside = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const [first] = value as unknown[]
    return typeof first === 'object' && first !== null && list in first ? first : { [list]: value }
  }
  return z.preprocess(inside, schema)
}

/** GET /ria/basket/orders/: each order is parsed separately, so that one that can't be read doesn't lose the list. */
export const ordersAnswerSchema = envelope(
  'orders',
  z.looseObject({ status: flag, total: number, orders: list(z.unknown()) }),
)

export const orderStatusSchema = z.looseObject({
  id: identifier,
  name: prose.transform((name) => name ?? ''),
})
export type OrderStatus = z.infer<typeof orderStatusSchema>

/** PUT /ria/basket/orders. */
export const statusResultSchema = root(z.looseObject({ status: flag }))

/** GET /ria/basket/status. */
export const statusesAnswerSchema = envelope(
  'data',
  z.looseObject({ status: flag, data: readable(orderStatusSchema) }),
)
