import type { OrderRow } from '#shared/orders/orders-calls.ts'

export type OrderTrouble = OrderRow['troubles'][number]
export const orderColumns = [
  'orderId',
  'createdAt',
  'status',
  'recipient',
  'items',
  'sum',
  'trouble',
] as const
export type OrderColumn = (typeof orderColumns)[number]

export interface OrderQuery {
  readonly text: string
  /** Null: every status. */
  readonly status: number | null
  readonly troubleOnly: boolean
}

export interface OrderSort {
  readonly column: OrderColumn
  readonly descending: boolean
}

const wordsOf = (order: OrderRow): string =>
  [
    order.orderId,
    order.statusName,
    ...Object.values(order.recipient),
    ...Object.values(order.delivery),
    ...order.items.flatMap((item) => Object.values(item)),
  ]
    .join(' ')
    .toLowerCase()

/** Orders that hold every word of the text and have the status. */
export function filterOrders(orders: readonly OrderRow[], query: OrderQuery): OrderRow[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean)
  return orders.filter((order) => {
    if (query.status !== null && order.status !== query.status) return false
    if (query.troubleOnly && order.troubles.length === 0) return false
    if (words.length === 0) return true
    const held = wordsOf(order)
    return words.every((word) => held.includes(word))
  })
}

const sortKeys: Record<OrderColumn, (order: OrderRow) => number | string | null> = {
  orderId: (order) => order.orderId,
  // The service's own form sorts as text.
  createdAt: (order) => order.createdAt,
  status: (order) => order.statusName,
  recipient: (order) => order.recipient.name,
  items: (order) => order.items[0]?.name ?? '',
  sum: (order) => order.totalOrderSum,
  trouble: (order) => order.troubles.length,
}

/** Sorts by one column; orders without the value come last in both directions, equal ones by id, newest first. */
export function sortOrders(
  orders: readonly OrderRow[],
  { column, descending }: OrderSort,
  locale: string,
): OrderRow[] {
  const key = sortKeys[column]
  const direction = descending ? -1 : 1
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return orders.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || b.orderId - a.orderId
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : compare(String(left), String(right))
    return order * direction || b.orderId - a.orderId
  })
}

export interface StatusCount {
  readonly id: number
  readonly name: string
  readonly count: number
}

/** "All" in the service's list: an aggregate, not a status of orders (docs/service/orders.md, "The statuses"). */
const allStatuses = 4

/** The service's statuses (without its "all", unless orders hold that) and whatever else orders hold, each with how many orders hold it. */
export function countStatuses(
  orders: readonly OrderRow[],
  statuses: readonly { id: number; name: string }[],
): StatusCount[] {
  const names = new Map(statuses.map(({ id, name }) => [id, name]))
  const counts = new Map<number, number>()
  for (const { status, statusName } of orders) {
    if (status === null) continue
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (!names.has(status)) names.set(status, statusName)
  }
  if (!counts.has(allStatuses)) names.delete(allStatuses)
  return [...names].map(([id, name]) => ({ id, name, count: counts.get(id) ?? 0 }))
}
