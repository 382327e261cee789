import { m } from '#shared/i18n/generated/messages.js'
import { sheetTime } from '#shared/time/sheet-time.ts'
import type { buyerFields, ChangedItem, OrderFinding } from '#shared/orders/order-change.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { formatDateTime, formatNumber } from '../ui/format.ts'
import { kyivTip } from '../ui/kyiv-time.ts'
import type { Tone } from '../ui/tone.ts'
import type { OrderColumn, OrderTrouble } from './order-list.ts'

/** A trouble in two words, and in a sentence. */
export const troubleWords: Readonly<Record<OrderTrouble, { short: () => string; long: () => string }>> = {
  'status-in-doubt': {
    short: m.orders_page_trouble_status,
    long: m.orders_page_trouble_status_text,
  },
  'advert-gone': { short: m.orders_page_trouble_gone, long: m.orders_page_trouble_gone_text },
  'advert-sold': { short: m.orders_page_trouble_sold, long: m.orders_page_trouble_sold_text },
  'ordered-twice': { short: m.orders_page_trouble_twice, long: m.orders_page_trouble_twice_text },
  'still-on-sale': { short: m.orders_page_trouble_on_sale, long: m.orders_page_trouble_on_sale_text },
  'in-stock': { short: m.word_in_stock, long: m.orders_page_trouble_in_stock_text },
  'price-differs': { short: m.orders_page_trouble_price, long: m.orders_page_trouble_price_text },
}

/** The troubles of an order in few words; '' if there are none. */
export const shortTroubles = ({ troubles }: OrderRow): string =>
  troubles.map((trouble) => troubleWords[trouble].short()).join(', ')

/** The same with the numbers of the other orders of the same car. */
export const troublesOf = ({ troubles, sameCar }: OrderRow): string =>
  troubles
    .map((trouble) => {
      const words = troubleWords[trouble].short()
      return trouble === 'ordered-twice' ? `${words} (${sameCar.join(', ')})` : words
    })
    .join(', ')

/** Why an order shows no buyer. */
export const buyerWords: Readonly<Record<Exclude<OrderRow['buyer'], 'here'>, () => string>> = {
  forgotten: m.orders_page_buyer_forgotten,
  erased: m.orders_page_buyer_erased,
  locked: m.orders_page_buyer_locked,
}

type Facts = readonly (readonly [label: string, value: string])[]

export const buyerFacts = ({ recipient }: OrderRow): Facts => [
  [m.orders_page_name(), recipient.name],
  [m.word_phone(), recipient.phone],
  [m.orders_page_email(), recipient.email],
]

export const deliveryFacts = ({ delivery }: OrderRow): Facts => [
  [m.orders_page_service(), delivery.service],
  [m.orders_page_department(), delivery.department],
  [m.word_address(), delivery.address],
]

/** The service's numbers of what an order is about. */
export const technicalFacts = ({ statusName, recipient, delivery, items }: OrderRow): Facts => [
  [m.orders_page_service_status(), statusName],
  [m.orders_page_buyer_id(), recipient.userId?.toString() ?? ''],
  [m.word_city_id(), delivery.cityId?.toString() ?? ''],
  [m.word_region_id(), delivery.stateId?.toString() ?? ''],
  [m.word_advert_id(), items.flatMap(({ advId }) => advId ?? []).join(', ')],
]

/** The statuses' tones by the contract's numbers (docs/service/orders.md, "The statuses"); others have none. */
const statusTones: Readonly<Record<number, Tone>> = { 0: 'accent', 1: 'done', 2: 'warning', 7: 'warning' }

export const toneOfStatus = (status: number | null): Tone => statusTones[status ?? -1] ?? 'plain'

/** The statuses of the service in the app's language. */
export type StatusNames = readonly { readonly id: number; readonly words: string }[]

const fieldWords: Readonly<Record<(typeof buyerFields)[number], () => string>> = {
  name: m.orders_page_name,
  phone: m.word_phone,
  email: m.orders_page_email,
  user_id: m.orders_page_buyer_id,
  service: m.orders_page_service,
  department: m.orders_page_department,
  address: m.word_address,
  city_id: m.word_city_id,
  state_id: m.word_region_id,
  note: m.word_note,
}

/** A status in the app's language; its number if the service lists none. */
export const statusNameIn = (statuses: StatusNames, status: number | null): string =>
  statuses.find(({ id }) => id === status)?.words ?? status?.toString() ?? '—'

/** Service's name for the order's status, if it is shown in other words. */
export const serviceNameOf = ({ statusName, statusWords }: OrderRow): string | undefined =>
  statusName === statusWords ? undefined : m.orders_status_service_name({ name: statusName })

/** Finding about an order, in a line. */
export function findingWords(finding: OrderFinding, statuses: StatusNames): string {
  const nameOf = (status: number | null): string => statusNameIn(statuses, status)
  const arrow = (before: string, after: string): string => `${before || '—'} → ${after || '—'}`
  switch (finding.kind) {
    case 'came':
      return m.orders_change_came({ status: nameOf(finding.status) })
    case 'status':
      return `${m.orders_page_status()}: ${arrow(nameOf(finding.before), nameOf(finding.after))}`
    case 'sum':
      return `${m.orders_page_column_sum()}: ${arrow(formatNumber(finding.before), formatNumber(finding.after))}`
    case 'items':
      return `${m.orders_page_column_items()}: ${arrow(itemsWords(finding.before), itemsWords(finding.after))}`
    case 'buyer':
      return m.orders_change_buyer({ fields: finding.fields.map((field) => fieldWords[field]()).join(', ') })
    case 'vanished':
      return m.orders_page_vanished()
    case 'returned':
      return m.orders_change_returned()
  }
}

const itemsWords = (items: readonly ChangedItem[]): string =>
  items.map(({ name, count, price }) => `${name} × ${count ?? '?'} (${formatNumber(price)})`).join(', ')

const itemWords = ({ items }: OrderRow): string => {
  const name = items[0]?.name ?? '—'
  return items.length > 1 ? m.orders_page_more_items({ name, count: items.length - 1 }) : name
}

type Column = GridColumn<OrderRow> & { readonly id: OrderColumn }

const takenColumn = (): Column => ({
  id: 'takenBy',
  title: m.orders_page_column_taken(),
  width: 130,
  sortable: true,
  text: ({ takenBy }) => takenBy?.name ?? '',
})

/** The grid's columns; their ids are those that `sortOrders` knows. */
/** @param isShared a team shares the orders: who has taken each is shown */
export const orderColumns = (isShared: boolean): Column[] => [
  {
    id: 'orderId',
    title: m.orders_page_column_id(),
    width: 106,
    align: 'end',
    sortable: true,
    text: (order) => String(order.orderId),
  },
  {
    id: 'trouble',
    title: m.word_check(),
    width: 196,
    sortable: true,
    text: shortTroubles,
    copy: troublesOf,
    tip: (order) => troublesOf(order) || undefined,
  },
  {
    id: 'createdAt',
    title: m.orders_page_column_created(),
    width: 144,
    sortable: true,
    text: (order) => formatDateTime(order.createdAt),
    copy: (order) => sheetTime(order.createdAt),
    ...kyivTip((order: OrderRow) => order.createdAt),
  },
  {
    id: 'status',
    title: m.orders_page_status(),
    width: 206,
    sortable: true,
    text: (order) => order.statusWords,
    tip: serviceNameOf,
  },
  ...(isShared ? [takenColumn()] : []),
  {
    id: 'recipient',
    title: m.orders_page_column_buyer(),
    width: 150,
    sortable: true,
    text: (order) => order.recipient.name,
  },
  {
    id: 'sum',
    title: m.orders_page_column_sum(),
    width: 116,
    align: 'end',
    sortable: true,
    text: (order) => formatNumber(order.totalOrderSum),
    copy: (order) => order.totalOrderSum?.toString() ?? '',
    tip: () => m.orders_page_no_currency(),
  },
  { id: 'items', title: m.orders_page_column_items(), width: 174, sortable: true, text: itemWords },
  {
    id: 'delivery',
    title: m.orders_page_delivery(),
    width: 126,
    sortable: true,
    text: (order) => order.delivery.service,
  },
  {
    id: 'handled',
    title: m.orders_page_handled(),
    width: 170,
    sortable: true,
    text: ({ handled }) => (handled ? handled.note || formatDateTime(handled.at) : ''),
  },
]
