import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import type { StockSourceFacts } from '#shared/stock/stock-plan-calls.ts'
import type { AskedCars } from '../../../src/renderer/import/stock/asked-cars.svelte.ts'
import { carAnswers } from '../../../src/renderer/import/stock/car-question.ts'
import { StockState } from '../../../src/renderer/import/stock/stock-state.svelte.ts'

const salon: StockSourceFacts = { name: 'Salon A', key: ' код ', missing: 'delete', last: null }
let changes: number
let sources: StockSourceFacts[]
let stock: StockState
beforeEach(() => {
  changes = 0
  sources = [salon]
  const client = ((name: string) =>
    Promise.resolve({ ok: true, value: name === 'stock:sources' ? sources : null })) as never as Client<Calls>
  stock = new StockState(client, () => (changes += 1))
  stock.useHeader(['Код', 'Ціна'])
})

const plan = { brake: null, age: null }

test('a plan may be sent once nothing holds the file and no answer came after it', async () => {
  expect(stock.isReady(plan)).toBe(true)
  expect(stock.isReady({ ...plan, brake: { code: 'fewer-rows', count: 0, of: 0, percent: 0 } })).toBe(false)
  const age = { why: 'older', asOf: '2026-11-20', last: '2026-11-21' } as const
  expect(stock.isReady({ ...plan, age })).toBe(false)
  stock.olderOf = age.asOf
  expect(stock.isReady({ ...plan, age })).toBe(true)
  await stock.answer({ answer: 'new', key: 'K' })
  expect(stock.isReady(plan)).toBe(false)
  stock.beginPlan()
  expect(stock.isReady(plan)).toBe(true)
})

test('answers about adverts of one name say which is which', () => {
  const candidates = [7, 8].map((autoId) => ({ autoId, grade: 'likely', why: ['same-model'] }))
  const car = { key: 'K', action: 'asked', reason: null, autoId: null, other: null, candidates }
  const row = { line: 2, payload: {}, problems: [], car } as never as DraftRow
  const adverts = new Map([7, 8].map((id) => [id, { id, title: 'Honda Accord 2025' }]))
  const asked = { adverts, reading: { busy: false } } as never as AskedCars
  const titles = carAnswers(row, { stock, asked }).map(({ title }) => title)
  expect(titles.slice(0, 2)).toEqual([
    'It is this advert: Honda Accord 2025 · 7',
    'It is this advert: Honda Accord 2025 · 8',
  ])
  expect(new Set(titles).size).toBe(titles.length)
})
