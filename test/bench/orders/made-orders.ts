import { orderSchema, type Order } from '../../../src/main/service/order.ts'
import { serviceTime } from '#shared/time/service-time.ts'

const newest = Date.UTC(2026, 10, 21, 12)

/** So many orders as the service tells them, some ten a day. */
export const madeOrders = (count: number): Order[] =>
  Array.from({ length: count }, (_, place) =>
    orderSchema.parse({
      order_id: 500_000 + place,
      status: [0, 1, 1, 1, 2, 6][place % 6],
      total_order_sum: 10_000 + place,
      created_at: serviceTime(newest - (count - place) * 8_640_000),
      recipient: {
        user_id: 1_000_000 + place,
        name: `Покупець ${place}`,
        email: `buyer${place}@example.com`,
        phone: `+38067${1_000_000 + place}`,
      },
      delivery: {
        state_id: 10,
        city_id: place % 50,
        address: `вул. Садова, ${place}`,
        service: 'Нова пошта',
      },
      items: Array.from({ length: 1 + (place % 3) }, (_item, at) => ({
        adv_id: 39_000_000 + ((place * 3 + at) % 4_000),
        name: `Toyota Camry ${2_000 + (place % 26)}`,
        price: 10_000 + place,
        count: 1,
        note: at === 0 ? 'Передзвоніть' : '',
        vendor_code: `PL-${place}`,
      })),
    }),
  )
