import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { ordersFile } from '../../../src/main/orders/orders-export.ts'
import { openWorkbook } from '../files/xlsx/open-workbook.ts'
import { CsvFolder } from '../import/csv-files.ts'

const folder = new CsvFolder()

const item: OrderRow['items'][number] = {
  advId: 7001,
  name: 'Camry',
  price: -5,
  count: 1,
  note: '',
  vendorCode: '007',
  catalogNumbers: ['06L', '5Q0'],
  priceLike: null,
  advert: null,
}
const order: OrderRow = {
  orderId: 1,
  status: 0,
  statusName: 'Новые',
  statusWords: 'New',
  totalOrderSum: 100.5,
  createdAt: '2026-11-01 10:00:00',
  recipient: { userId: null, name: '=HYPERLINK("http://x")', email: '@cmd', phone: '+380 50 123-45-67' },
  buyer: 'here',
  delivery: { stateId: 1, cityId: 2, address: 'Київ, вул. "Садова"\n5', service: '-', department: '' },
  items: [item, { ...item, advId: 7002, note: '+SUM(A1)' }],
  troubles: ['advert-gone', 'price-differs'],
  sameCar: [],
  vanishedAt: null,
  handled: { at: '2026-11-02T08:00:00.000Z', note: 'оплачено', locked: false },
  unseen: false,
  statusDoubt: null,
  takenBy: null,
}
const list = [order, { ...order, orderId: 2, items: [], handled: null }]

async function csvRows(): Promise<Record<string, string>[]> {
  const { fileName, text } = await ordersFile(list, 'csv', '2026-11-21')
  expect(fileName).toBe('orders-2026-11-21.csv')
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(text)
  expect(decoded.startsWith('\uFEFForder_id,')).toBe(true)
  return Papa.parse<Record<string, string>>(decoded.slice(1), { header: true, skipEmptyLines: true }).data
}

test('a status has the number and the name that the service gives it', async () => {
  const [row] = await csvRows()
  expect([row?.status, row?.status_name]).toEqual(['0', 'Новые'])
})

test('each item has a line of its own, and an order without items has one', async () => {
  const rows = await csvRows()
  expect(rows.map((row) => [row.order_id, row.adv_id])).toEqual([
    ['1', '7001'],
    ['1', '7002'],
    ['2', ''],
  ])
})

test('what a spreadsheet would run as a formula is made text; numbers, phones and signs alone are not touched', async () => {
  const [row, second] = await csvRows()
  expect(row).toMatchObject({
    name: '\'=HYPERLINK("http://x")',
    email: "'@cmd",
    phone: '+380 50 123-45-67',
    price: '-5',
    address: 'Київ, вул. "Садова"\n5',
    catalog_numbers: '06L 5Q0',
    checks: 'advert-gone price-differs',
    currency: 'not named by the service',
    handled_note: 'оплачено',
  })
  expect(second?.note).toBe("'+SUM(A1)")
})

test('as a workbook it has the same cells: numbers as numbers, codes and phones as texts', async () => {
  const { fileName, text } = await ordersFile(list, 'xlsx', '2026-11-21')
  expect(fileName).toBe('orders-2026-11-21.xlsx')
  const [header, ...rows] = await openWorkbook(folder, text)
  const cell = (row: number, name: string) => rows[row]?.[header?.indexOf(name) ?? -1]
  expect(rows).toHaveLength(3)
  expect([cell(0, 'order_id'), cell(0, 'total_order_sum')]).toEqual(['1', '100.5'])
  expect([cell(0, 'phone'), cell(0, 'vendor_code')]).toEqual(['+380 50 123-45-67', '007'])
  expect(cell(0, 'address')).toBe('Київ, вул. "Садова"\n5')
})
