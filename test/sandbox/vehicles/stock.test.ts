import { expect, it } from 'vitest'
import { seedStock } from '../../../src/sandbox/vehicles/stock-seed.ts'
import { running } from '../running.ts'
import { info, search } from './adverts.ts'

const plan = { seed: 7, count: 2000, userId: 5, seededAt: 1_800_000_000 }

it('is the same for the same seed, and begins the same when it is larger', () => {
  const stock = seedStock(plan)
  expect(seedStock(plan)).toEqual(stock)
  expect(seedStock({ ...plan, count: 2500 }).slice(-2000)).toEqual(stock)
  expect(seedStock({ ...plan, seed: 8 })).not.toEqual(stock)
})

it('gives 300 of 2,000 adverts to the dealer, some sold, archived, on moderation and near their end', () => {
  const own = seedStock(plan).filter((facts) => facts.userId === plan.userId)
  expect(own).toHaveLength(300)
  for (const state of ['sold', 'archived', 'moderated'] as const) {
    expect(own.filter((facts) => facts[state]).length).toBeGreaterThan(3)
  }
  const ending = own.filter((facts) => !facts.archived && facts.expiresAt - plan.seededAt < 4 * 86_400)
  expect(ending.length).toBeGreaterThan(5)
})

it.each([0, 1, 33, 50, 99, 100])(
  'gives the dealer %i of a hundred adverts, wherever the stock ends',
  (ownShare) => {
    const stock = seedStock({ ...plan, ownShare })
    expect(stock.filter((facts) => facts.userId === plan.userId)).toHaveLength(20 * ownShare)
    expect(seedStock({ ...plan, ownShare, count: 2500 }).slice(-2000)).toEqual(stock)
  },
)

it('shows prices that agree by one rate', async () => {
  const sandbox = await running()
  for (const id of (await search(sandbox, 'countpage=30')).ids) {
    const { USD, EUR, UAH } = await info(sandbox, id)
    expect(Math.abs(UAH / 42 - USD)).toBeLessThanOrEqual(1)
    expect(Math.abs(UAH / 48.72 - EUR)).toBeLessThanOrEqual(1)
  }
})

it('writes texts with entities and Cyrillic', async () => {
  const sandbox = await running()
  const records = await Promise.all(
    (await search(sandbox, 'countpage=60')).ids.map((id) => info(sandbox, id)),
  )
  const texts = records.map((record) => record.autoData.description)
  expect(texts.some((text) => text.includes('&quot;'))).toBe(true)
  expect(texts.some((text) => text.includes('&amp;'))).toBe(true)
  expect(texts.every((text) => /[а-яіїє]/i.test(text))).toBe(true)
})
