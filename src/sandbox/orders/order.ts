import { z } from 'zod'

/** An order as docs/service/openapi.yaml describes it. */
export const orderSchema = z.object({
  order_id: z.int(),
  status: z.int(),
  total_order_sum: z.number(),
  created_at: z.string(),
  recipient: z.object({ user_id: z.int(), name: z.string(), email: z.string(), phone: z.string() }),
  delivery: z.object({ state_id: z.int(), city_id: z.int(), address: z.string(), service: z.string() }),
  items: z.array(
    z.object({
      adv_id: z.int(),
      name: z.string(),
      price: z.number(),
      count: z.int(),
      note: z.string(),
      vendor_code: z.string(),
    }),
  ),
})
export type Order = z.infer<typeof orderSchema>

/** The status list in the contract's order; 4 is an aggregate that no order has. */
export const orderStatuses = [
  { id: 0, name: 'Новые и Невыполненные' },
  { id: 1, name: 'Выполненные' },
  { id: 2, name: 'Невыполненные' },
  { id: 6, name: 'Удаленные' },
  { id: 4, name: 'Все' },
] as const

/** Fields of an order that the control address may change. */
export const orderChangeSchema = orderSchema.partial()
export type OrderChange = z.infer<typeof orderChangeSchema>
