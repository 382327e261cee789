import type { OrderRow } from '#shared/orders/orders-calls.ts'

/** The price of all items together; null if one has no price or no count. */
export const itemsSum = ({ items }: Pick<OrderRow, 'items'>): number | null =>
  items.reduce<number | null>(
    (sum, { price, count }) =>
      sum === null || price === null || count === null ? null : sum + price * count,
    0,
  )

/** Sum of the items if it differs from that of the order by a cent or more; null if it doesn't, or is unknown. */
export function otherSum(order: Pick<OrderRow, 'items' | 'totalOrderSum'>): number | null {
  const sum = itemsSum(order)
  if (sum === null || order.totalOrderSum === null || order.items.length === 0) return null
  return Math.abs(sum - order.totalOrderSum) < 0.01 ? null : sum
}
