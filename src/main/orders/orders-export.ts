import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { textBytes } from '../files/text-bytes.ts'
import type { SheetCell, SheetColumn } from '../files/xlsx/sheet.ts'
import { xlsxBytes } from '../files/xlsx/workbook.ts'

type Item = OrderRow['items'][number]
type Cell = (order: OrderRow, item: Item | undefined) => string | number | null

interface ExportColumn extends Omit<SheetColumn, 'header'> {
  readonly cell: Cell
}

const number = (cell: Cell): ExportColumn => ({ width: 12, cell })
/** Numbers that are names, such as phones, keep their signs and zeros. */
const text = (width: number, cell: Cell): ExportColumn => ({ width, text: true, cell })

/** By the contract's names, and ours for what it doesn't have. */
const columns: Readonly<Record<string, ExportColumn>> = {
  order_id: number((order) => order.orderId),
  created_at: text(20, (order) => order.createdAt),
  status: number((order) => order.status),
  status_name: text(22, (order) => order.statusName),
  checks: text(22, (order) => order.troubles.join(' ')),
  total_order_sum: number((order) => order.totalOrderSum),
  currency: text(18, () => m.orders_export_currency()),
  user_id: number((order) => order.recipient.userId),
  name: text(24, (order) => order.recipient.name),
  email: text(26, (order) => order.recipient.email),
  phone: text(16, (order) => order.recipient.phone),
  state_id: number((order) => order.delivery.stateId),
  city_id: number((order) => order.delivery.cityId),
  address: text(28, (order) => order.delivery.address),
  service: text(16, (order) => order.delivery.service),
  department: text(18, (order) => order.delivery.department),
  adv_id: number((_order, item) => item?.advId ?? null),
  item_name: text(28, (_order, item) => item?.name ?? ''),
  price: number((_order, item) => item?.price ?? null),
  count: number((_order, item) => item?.count ?? null),
  note: text(28, (_order, item) => item?.note ?? ''),
  vendor_code: text(16, (_order, item) => item?.vendorCode ?? ''),
  catalog_numbers: text(20, (_order, item) => item?.catalogNumbers.join(' ') ?? ''),
  handled_at: text(24, (order) => order.handled?.at ?? ''),
  handled_note: text(28, (order) => order.handled?.note ?? ''),
  vanished_at: text(24, (order) => order.vanishedAt ?? ''),
}

/** One row for each ordered item; an order without items has one, too. */
const rowsOf = (orders: readonly OrderRow[]): SheetCell[][] =>
  orders.flatMap((order) =>
    (order.items.length > 0 ? order.items : [undefined]).map((item) =>
      Object.values(columns).map(({ cell }) => cell(order, item)),
    ),
  )

/** The orders as a table for a spreadsheet, which runs nothing of it as a formula. @param day in the file's name */
export async function ordersFile(
  orders: readonly OrderRow[],
  format: 'csv' | 'xlsx',
  day: string,
): Promise<FileBytes> {
  const name = `${lowered(m.word_orders())}-${day}`
  const rows = rowsOf(orders)
  if (format === 'csv') {
    const table = [Object.keys(columns), ...rows.map((row) => row.map((cell) => cell ?? ''))]
    return { fileName: `${name}.csv`, text: textBytes(csvText(table), 'utf-8', true) }
  }
  const sheet = {
    name: 'Orders',
    columns: Object.entries(columns).map(([header, { cell: _cell, ...column }]) => ({ header, ...column })),
    rows,
  }
  return { fileName: `${name}.xlsx`, text: await xlsxBytes([sheet]) }
}
