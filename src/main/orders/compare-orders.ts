import type { ChangedItem, OrderFinding } from '#shared/orders/order-change.ts'
import { buyerFields } from '#shared/orders/order-change.ts'
import type { Order } from '../service/order.ts'

type BuyerField = (typeof buyerFields)[number]

export const cameFinding = ({ status, total_order_sum }: Order): OrderFinding => ({
  kind: 'came',
  status,
  sum: total_order_sum,
})

/** Differences between two readings of an order, its buyer left out. */
export function orderFindings(before: Order, after: Order): OrderFinding[] {
  const findings: OrderFinding[] = []
  if (before.status !== after.status)
    findings.push({ kind: 'status', before: before.status, after: after.status })
  if (before.total_order_sum !== after.total_order_sum)
    findings.push({ kind: 'sum', before: before.total_order_sum, after: after.total_order_sum })
  const items = { before: before.items.map(itemOf), after: after.items.map(itemOf) }
  if (JSON.stringify(items.before) !== JSON.stringify(items.after)) findings.push({ kind: 'items', ...items })
  return findings
}

/** Fields of the buyer and the delivery that differ; null if none does. */
export function buyerFinding(before: Order, after: Order): OrderFinding | null {
  const old = buyerFacts(before)
  const now = buyerFacts(after)
  const fields = buyerFields.filter((field) => old[field] !== now[field])
  return fields.length > 0 ? { kind: 'buyer', fields } : null
}

const itemOf = ({ adv_id, name, price, count }: Order['items'][number]): ChangedItem => ({
  advId: adv_id,
  name: name ?? '',
  price,
  count,
})

const buyerFacts = ({ recipient, delivery, items }: Order): Record<BuyerField, string> => ({
  name: recipient.name ?? '',
  phone: recipient.phone ?? '',
  email: recipient.email ?? '',
  user_id: String(recipient.user_id ?? ''),
  service: delivery.service ?? '',
  department: delivery.department ?? '',
  address: delivery.address ?? '',
  city_id: String(delivery.city_id ?? ''),
  state_id: String(delivery.state_id ?? ''),
  // Notes without blanks, so that a new item without one is not a change of the buyer's words.
  note: items.flatMap(({ note }) => (note === '' ? [] : (note ?? []))).join('\n'),
})
