import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { ordersCsv } from '../../../src/renderer/orders/orders-csv.ts'

const item = {
  advId: 7001,
  name: 'Camry',
  price: -5,
  priceLike: null,
  count: 1,
  note: '',
  vendorCode: '',
  catalogNumbers: [],
}
const order: OrderRow = {
  orderId: 1,
  status: 0,
  statusName: 'Новые',
  totalOrderSum: 100.5,
  createdAt: '2026-11-01 10:00:00',
  recipient: { userId: null, name: '=HYPERLINK("http://x")', email: '@cmd', phone: '+380 50 123-45-67' },
  buyer: 'here',
  delivery: { stateId: 1, cityId: 2, address: 'Київ, вул. "Садова"\n5', service: '-', department: '' },
  items: [item, { ...item, advId: 7002, note: '+SUM(A1)' }],
  troubles: [],
  vanishedAt: null,
  handled: null,
  unseen: false,
}

const parse = (text: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data

test('each item has a line of its own, and an order without items has one', () => {
  const rows = parse(ordersCsv([order, { ...order, orderId: 2, items: [] }]))
  expect(rows.map((row) => [row.order_id, row.adv_id])).toEqual([
    ['1', '7001'],
    ['1', '7002'],
    ['2', ''],
  ])
})

test('what a spreadsheet would run as a formula is made text; numbers, phones and signs alone are not touched', () => {
  const [row, second] = parse(ordersCsv([order]))
  expect(row).toMatchObject({
    name: '\'=HYPERLINK("http://x")',
    email: "'@cmd",
    phone: '+380 50 123-45-67',
    price: '-5',
    service: '-',
    address: 'Київ, вул. "Садова"\n5',
  })
  expect(second?.note).toBe("'+SUM(A1)")
})

test('it begins with a mark, so that spreadsheets read Cyrillic', () => {
  expect(ordersCsv([]).startsWith('\uFEFForder_id,')).toBe(true)
})
