import { m } from '#shared/i18n/generated/messages.js'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { formatDateTime, formatNumber } from '../ui/format.ts'
import type { OrderColumn, OrderTrouble } from './order-list.ts'

/** A trouble in two words, and in a sentence. */
export const troubleWords: Readonly<Record<OrderTrouble, { short: () => string; long: () => string }>> = {
  'advert-gone': { short: m.orders_page_trouble_gone, long: m.orders_page_trouble_gone_text },
  'advert-sold': { short: m.orders_page_trouble_sold, long: m.orders_page_trouble_sold_text },
  'ordered-twice': { short: m.orders_page_trouble_twice, long: m.orders_page_trouble_twice_text },
  'still-on-sale': { short: m.orders_page_trouble_on_sale, long: m.orders_page_trouble_on_sale_text },
  'in-stock': { short: m.orders_page_trouble_in_stock, long: m.orders_page_trouble_in_stock_text },
  'price-differs': { short: m.orders_page_trouble_price, long: m.orders_page_trouble_price_text },
}

/** The troubles of an order in few words; '' if there are none. */
export const troublesOf = ({ troubles }: OrderRow): string =>
  troubles.map((trouble) => troubleWords[trouble].short()).join(', ')

const itemWords = ({ items }: OrderRow): string => {
  const name = items[0]?.name ?? '—'
  return items.length > 1 ? m.orders_page_more_items({ name, count: items.length - 1 }) : name
}

type Column = GridColumn<OrderRow> & { readonly id: OrderColumn }

/** The grid's columns; their ids are those that `sortOrders` knows. */
export const orderColumns = (): Column[] => [
  {
    id: 'orderId',
    title: m.orders_page_column_id(),
    width: 124,
    align: 'end',
    sortable: true,
    text: (order) => String(order.orderId),
  },
  {
    id: 'createdAt',
    title: m.orders_page_column_created(),
    width: 190,
    sortable: true,
    text: (order) => formatDateTime(order.createdAt),
    copy: (order) => order.createdAt,
  },
  {
    id: 'status',
    title: m.orders_page_column_status(),
    width: 220,
    sortable: true,
    text: (order) => order.statusName,
  },
  {
    id: 'trouble',
    title: m.orders_page_column_trouble(),
    width: 170,
    sortable: true,
    text: troublesOf,
  },
  {
    id: 'recipient',
    title: m.orders_page_column_buyer(),
    width: 180,
    sortable: true,
    text: (order) => order.recipient.name,
  },
  { id: 'items', title: m.orders_page_column_items(), width: 240, sortable: true, text: itemWords },
  {
    id: 'sum',
    title: m.orders_page_column_sum(),
    width: 120,
    align: 'end',
    sortable: true,
    text: (order) => formatNumber(order.totalOrderSum),
    copy: (order) => order.totalOrderSum?.toString() ?? '',
  },
]
