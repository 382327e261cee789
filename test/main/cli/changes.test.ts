import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const printedSchema = z.object({
  summary: z.looseObject({ text: z.string(), pricePercent: z.number().nullable(), stale: z.int() }),
  rows: z.array(z.object({ changes: z.array(z.unknown()) })),
})

const counter = perTest(() => openCounter(100))
/** Own adverts with their prices in dollars. */
let stock: { readonly id: number; readonly price: number }[]

beforeEach(async () => {
  await counter.run('sync')
  await counter.run('export', counter.path('stock.csv'))
  const [header = '', ...lines] = readFileSync(counter.path('stock.csv'), 'utf8')
    .replace('\ufeff', '')
    .split('\n')
  const columns = header.split(',')
  stock = lines
    .map((line) => line.split(','))
    .filter((cells) => cells[columns.indexOf('currency_id')] === 'USD')
    .map((cells) => ({ id: Number(cells[0]), price: Number(cells[columns.indexOf('price')]) }))
    .filter(({ price }) => price > 0)
    .slice(0, 4)
})

/** Two prices down by 10 %, one up by 5 %, one that stays. */
function prices(): string {
  const rows = stock.map(
    ({ id, price }, at) => `${id},USD,${Math.round(price * ([0.9, 0.9, 1.05][at] ?? 1))}`,
  )
  return counter.file('prices.csv', `auto_id,currency_id,price\n${rows.join('\n')}\n`)
}

/** Its summary: by how much money the prices move together, and by how many percent on average. */
function summary(): string {
  const moved = stock.reduce(
    (sum, { price }, at) => sum + Math.round(price * ([0.9, 0.9, 1.05][at] ?? 1)) - price,
    0,
  )
  const money = `${moved < 0 ? '−' : '+'}$${Math.abs(moved).toLocaleString('en-GB')}`
  return `3 edits: 2 prices down, 1 up, ${money}, −5 % on average; 1 unchanged`
}

it('says what a file does in one line, and each change as old → new', async () => {
  const { err, code } = await counter.run('import', prices())
  expect(code).toBe(0)
  expect(err.split('\n')).toContain(summary())
  const [first] = stock
  const old = first?.price ?? 0
  const next = Math.round((first?.price ?? 0) * 0.9)
  const words = `Price $${old.toLocaleString('en-GB')} → $${next.toLocaleString('en-GB')}`
  expect(err.split('\n').find((line) => line.includes('prices.csv:2: '))).toContain(words)
  expect(err).not.toContain('prices.csv:5: ')
})

it('has the same changes and the same summary in JSON', async () => {
  const { out } = await counter.run('import', prices(), '--json')
  const printed = printedSchema.parse(JSON.parse(out))
  expect(printed.summary).toMatchObject({
    text: summary(),
    edits: 3,
    pricesDown: 2,
    pricesUp: 1,
    unchanged: 1,
    stale: 0,
  })
  expect(printed.summary.pricePercent).toBeCloseTo(-5, 0)
  const changes = printed.rows.map(({ changes }) => changes)
  const [first] = stock
  const from = first?.price ?? 0
  const to = Math.round((first?.price ?? 0) * 0.9)
  expect(changes[0]).toEqual([{ field: 'price', from, to, fromCurrency: 'USD', toCurrency: 'USD' }])
  expect(changes[3]).toEqual([])
})

it('says how many adverts of the file were never read, or long ago', async () => {
  const path = counter.file('far.csv', 'auto_id,currency_id,price\n39000001,USD,9000\n')
  const { out, err } = await counter.run('import', path, '--json')
  expect(err).toContain('1 advert of the file was read more than a day ago, or never')
  expect(printedSchema.parse(JSON.parse(out)).summary.stale).toBe(1)
})
