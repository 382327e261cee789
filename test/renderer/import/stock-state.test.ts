import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { StockSourceFacts } from '#shared/stock/stock-plan-calls.ts'
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

test('another account has sources of its own; what was chosen stays', async () => {
  await stock.begin('Salon A')
  expect(stock.known).toEqual(salon)
  sources = []
  await stock.useAccount()
  expect(stock.known).toBeUndefined()
  expect(stock.request).toMatchObject({ source: 'Salon A', key: 'Код', missing: 'delete' })
})

const plan = { brake: null, age: null }

test('what was chosen for a source comes back with it, by the column as this file calls it', async () => {
  await stock.begin('Salon A')
  expect(stock.request).toMatchObject({ source: 'Salon A', key: 'Код', missing: 'delete', byHand: 'keep' })
  stock.useHeader(['Ціна'])
  expect(stock.request).toBeNull()
})

test('what a person chose before the sources came stays', async () => {
  const coming = stock.begin('Salon A')
  stock.choose({ key: 'Ціна' })
  await coming
  expect(stock.request).toMatchObject({ source: 'stock', key: 'Ціна', missing: 'keep' })
})

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

test('what lifts a brake is for one file, and choices make it be checked again', () => {
  stock.choose({ key: 'Код' })
  stock.lift({ maxMissing: 9, missingNow: 'keep' })
  expect(stock.request).toMatchObject({ maxMissing: 9, missingNow: 'keep' })
  expect(changes).toBe(1)
  stock.clear()
  stock.choose({ key: 'Код' })
  expect(stock.request).toMatchObject({ maxMissing: null, maxNew: null, missingNow: null, rows: null })
})

test('a filter without a value, and a source without a name, are not checked with', () => {
  stock.choose({ key: 'Код', filter: { column: 'Стан', values: [] } })
  expect(stock.request).toBeNull()
  stock.choose({ filter: { column: 'Стан', values: ['Новий'] } })
  expect(stock.request).not.toBeNull()
  stock.source = ' '
  expect(stock.request).toBeNull()
})
