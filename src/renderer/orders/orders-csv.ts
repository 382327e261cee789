import type { OrderRow } from '#shared/orders/orders-calls.ts'

/** Numbers and phones begin with a sign too, and stay as they are. */
const harmless = /^[+-]?[\d\s().,-]*$/
const formula = /^[=+\-@\t\r]/

/** A text that a spreadsheet would run as a formula gets an apostrophe before it, as OWASP's CSV injection page says. */
const safe = (text: string): string => (formula.test(text) && !harmless.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cell = (value: string | number | null): string =>
  quoted(typeof value === 'string' ? safe(value) : (value?.toString() ?? ''))

const header = [
  'order_id',
  'created_at',
  'status',
  'status_name',
  'total_order_sum',
  'user_id',
  'name',
  'email',
  'phone',
  'state_id',
  'city_id',
  'address',
  'service',
  'adv_id',
  'item_name',
  'price',
  'count',
  'note',
  'vendor_code',
]

function lines(order: OrderRow): (string | number | null)[][] {
  const { recipient, delivery } = order
  const head = [
    ...[order.orderId, order.createdAt, order.status, order.statusName, order.totalOrderSum],
    ...[recipient.userId, recipient.name, recipient.email, recipient.phone],
    ...[delivery.stateId, delivery.cityId, delivery.address, delivery.service],
  ]
  const items = order.items.map((item) => [
    item.advId,
    item.name,
    item.price,
    item.count,
    item.note,
    item.vendorCode,
  ])
  return (items.length > 0 ? items : [Array<null>(6).fill(null)]).map((item) => [...head, ...item])
}

/** One line for each ordered item, UTF-8 with a mark so that spreadsheets read Cyrillic; safe to open in them. */
export function ordersCsv(orders: readonly OrderRow[]): string {
  const table = [header, ...orders.flatMap(lines)]
  return '\uFEFF' + table.map((line) => line.map(cell).join(',') + '\r\n').join('')
}
