import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCounter, type Counter } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

/** Id, currency and price of the first own advert, as the exported stock shows them. */
async function firstAdvert() {
  await counter.run('sync')
  await counter.run('export', counter.path('stock.csv'))
  const [header = '', first = ''] = readFileSync(counter.path('stock.csv'), 'utf8')
    .replace('\ufeff', '')
    .split('\n')
  const cells = first.split(',')
  const cell = (name: string): string => cells[header.split(',').indexOf(name)] ?? ''
  return { id: Number(cell('auto_id')), currency: cell('currency_id'), price: Number(cell('price')) }
}

it('changes a text without touching the price, in whatever currency the row names', async () => {
  const { id, currency } = await firstAdvert()
  const live = await counter.control.advert(id)
  const path = counter.file('text.csv', `auto_id,currency_id,version\n${id},${currency},Люкс\n`)
  expect((await counter.run('import', path, '--commit')).code).toBe(0)
  expect(await counter.control.advert(id)).toMatchObject({
    version: 'Люкс',
    price: live?.price,
    currency: live?.currency,
  })
})

it('asks for the price of an advert that was never read, and sends nothing', async () => {
  const path = counter.file('text.csv', 'auto_id,currency_id,version\n39000001,UAH,Люкс\n')
  const { code, out } = await counter.run('import', path, '--commit', '--json')
  expect(code).toBe(1)
  expect(out).toContain('"price-required"')
  expect(await counter.control.ledger()).toEqual([])
})
