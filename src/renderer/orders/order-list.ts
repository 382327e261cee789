import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { localDay } from '#shared/time/sheet-time.ts'

export type OrderTrouble = OrderRow['troubles'][number]
export const orderColumns = [
  'orderId',
  'trouble',
  'createdAt',
  'status',
  'takenBy',
  'recipient',
  'items',
  'sum',
  'delivery',
  'handled',
] as const
export type OrderColumn = (typeof orderColumns)[number]

export interface OrderQuery {
  readonly text: string
  /** Null: every status. */
  readonly status: number | null
  readonly troubleOnly: boolean
  readonly unseenOnly: boolean
  /** Those that are not marked as handled. */
  readonly openOnly: boolean
  /** Days, `2026-11-01`, the last one included; '' = no bound. */
  readonly from: string
  readonly until: string
  /** Null = no bound. */
  readonly least: number | null
  readonly most: number | null
  /** '' = any. */
  readonly delivery: string
}

export interface OrderSort {
  readonly column: OrderColumn
  readonly descending: boolean
}

/** Text that a search looks in, made once for each order: it is looked in at every key. */
const made = new WeakMap<OrderRow, string>()

function wordsOf(order: OrderRow): string {
  const known = made.get(order)
  if (known !== undefined) return known
  const words = [
    order.orderId,
    order.statusName,
    order.statusWords,
    ...Object.values(order.recipient),
    ...Object.values(order.delivery),
    ...order.items.flatMap(({ advId, name, note, vendorCode, catalogNumbers }) => [
      advId,
      name,
      note,
      vendorCode,
      ...catalogNumbers,
    ]),
    order.handled?.note,
  ]
    .join(' ')
    .toLowerCase()
  made.set(order, words)
  return words
}

/**
 * True if the dealer has something to look into: what is handled is not asked about again, but a status in doubt is.
 */
export const needsCheck = ({ troubles, handled, statusDoubt }: OrderRow): boolean =>
  statusDoubt !== null || (troubles.length > 0 && handled === null)

/** Orders that hold every word of the text and pass each filter. */
export function filterOrders(orders: readonly OrderRow[], query: OrderQuery): OrderRow[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean)
  return orders.filter(
    (order) => passes(order, query) && words.every((word) => wordsOf(order).includes(word)),
  )
}

function passes(order: OrderRow, query: OrderQuery): boolean {
  const { createdAt, totalOrderSum: sum } = order
  const day = query.from === '' && query.until === '' ? '' : localDay(createdAt)
  return (
    (query.status === null || order.status === query.status) &&
    (!query.troubleOnly || needsCheck(order)) &&
    (!query.unseenOnly || order.unseen) &&
    (!query.openOnly || order.handled === null) &&
    (query.from === '' || day >= query.from) &&
    (query.until === '' || (day !== '' && day <= query.until)) &&
    (query.least === null || (sum !== null && sum >= query.least)) &&
    (query.most === null || (sum !== null && sum <= query.most)) &&
    (query.delivery === '' || order.delivery.service === query.delivery)
  )
}

const sortKeys: Record<OrderColumn, (order: OrderRow) => number | string | null> = {
  orderId: (order) => order.orderId,
  // The service's own form sorts as text.
  createdAt: (order) => order.createdAt,
  status: (order) => order.statusWords,
  takenBy: (order) => order.takenBy?.name ?? null,
  recipient: (order) => order.recipient.name,
  items: (order) => order.items[0]?.name ?? '',
  sum: (order) => order.totalOrderSum,
  trouble: (order) => (needsCheck(order) ? order.troubles.length + 1 : order.troubles.length / 10),
  delivery: (order) => order.delivery.service,
  handled: (order) => order.handled?.at ?? '',
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
    const left = key(a)
    const right = key(b)
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
  /** In the app's language. */
  readonly words: string
  readonly count: number
}

/** "All" in the service's list: an aggregate, not a status of orders (docs/service/orders.md, "The statuses"). */
const allStatuses = 4

/**
 * Each status with how many orders hold it: the service's statuses (without its "all", unless orders hold that), then
 * the others that orders hold.
 */
export function countStatuses(
  orders: readonly OrderRow[],
  statuses: readonly { id: number; words: string }[],
): StatusCount[] {
  const words = new Map(statuses.map((status) => [status.id, status.words]))
  const counts = new Map<number, number>()
  for (const { status, statusWords } of orders) {
    if (status === null) continue
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (!words.has(status)) words.set(status, statusWords)
  }
  if (!counts.has(allStatuses)) words.delete(allStatuses)
  return [...words].map(([id, shown]) => ({ id, words: shown, count: counts.get(id) ?? 0 }))
}
