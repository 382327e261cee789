import { Dice } from '../world/random.ts'
import type { Order } from './order.ts'

/** Parts ordered at the live service: the recorded samples are spare parts (docs/service/orders.md). */
const parts = [
  ['Фільтр масляний', '06L115562B'],
  ['Колодки гальмівні передні', '5Q0698151D'],
  ['Амортизатор задній', '33526791542'],
  ['Ремінь ГРМ, комплект', '530044910'],
  ['Диск гальмівний', '34116764021'],
  ['Лампа H7 12V 55W', '64210'],
] as const

/** The statuses of the live service, in Ukrainian; 7 is a request to be called back. */
export const liveOrderStatuses = [
  { id: 0, name: 'Нові' },
  { id: 1, name: 'Виконані' },
  { id: 2, name: 'Невиконані' },
  { id: 6, name: 'Видалені' },
  { id: 7, name: 'Зворотний дзвінок' },
  { id: 4, name: 'Усі' },
] as const

/** One new order in so many asks to be called back. */
const callbackEvery = 3

/** The order as the live service shows it: spare parts with catalogue numbers, and a department of the delivery service. */
export function liveOrder(order: Order): object {
  const dice = new Dice(order.order_id, 9)
  const isCallback = order.status === 0 && order.order_id % callbackEvery === 0
  return {
    ...order,
    status: isCallback ? 7 : order.status,
    delivery: { ...order.delivery, department: `Відділення №${dice.whole(1, 250)}` },
    items: order.items.map((item) => {
      const [name, number] = dice.pick(parts)
      return { ...item, name, catalog_numbers: [number], vendor_code: number }
    }),
  }
}
