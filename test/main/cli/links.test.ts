import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Counter, type Ran } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter(5)
  await counter.run('sync')
})
afterEach(() => counter.close())

const file = (...prices: readonly number[]): string =>
  `No;marka_id;model_id;base_id;equip_id;currency;price\n${prices
    .map((price, at) => `K${at};${fourCells(60 + 30 * at, ';')};USD;${price}\n`)
    .join('')}`

const stock = (text: string, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file('stock.csv', text), '--operation', 'stock', ...more)

interface Link {
  readonly key: string
  readonly autoId: number
  readonly state: string
  readonly source: string | null
  readonly pinned: readonly string[]
  readonly title: string | null
}
const links = async (): Promise<readonly Link[]> =>
  (JSON.parse((await counter.run('links', '--json')).out) as { links: Link[] }).links

async function sendTwo(): Promise<void> {
  await stock(file(20_000, 30_000), '--key', 'No')
  expect((await stock(file(20_000, 30_000), '--commit')).code).toBe(0)
}

const priceOf = async (autoId = 0): Promise<number | undefined> =>
  (await counter.control.advert(autoId))?.price

test('a pinned field stays as it is, and the file changes it again when it is unpinned', async () => {
  await sendTwo()
  const [first] = await links()
  expect((await counter.run('links', 'pin', 'K0', 'price')).code).toBe(0)
  expect((await links()).map(({ pinned }) => pinned)).toEqual([['price'], []])
  await stock(file(21_000, 31_000), '--commit')
  expect(await priceOf(first?.autoId)).toBe(20_000)
  expect((await counter.run('links', 'unpin', 'K0', 'price')).code).toBe(0)
  await stock(file(21_000, 31_000), '--commit')
  expect(await priceOf(first?.autoId)).toBe(21_000)

  const unknown = await counter.run('links', 'pin', 'K0', 'colour')
  expect(unknown.code).toBe(2)
  expect(unknown.err).toMatch(/“colour”.*price.*in_stock/)
  expect((await counter.run('links', 'pin', 'K9', 'price')).code).toBe(2)
})

test('an advert whose place in stock is pinned stays in stock though the file lacks its car', async () => {
  await sendTwo()
  const [first, second] = await links()
  expect((await counter.run('links', 'pin', 'K1', 'in_stock')).code).toBe(0)
  const inStock = async (): Promise<(number | undefined)[]> =>
    Promise.all(
      [first, second].map(async (link) => (await counter.control.advert(link?.autoId ?? 0))?.inStock),
    )
  const missing = await stock(file(20_000), '--commit', '--missing', 'not-in-stock')
  expect([missing.code, missing.out + missing.err]).toEqual([
    0,
    expect.stringContaining('“In stock” is pinned'),
  ])
  expect(await inStock()).toEqual([1, 1])
  expect((await counter.run('links', 'unpin', 'K1', 'in_stock')).code).toBe(0)
  await stock(file(20_000), '--commit')
  expect(await inStock()).toEqual([1, 0])
})

test('the advert goes with the car to its new number', async () => {
  await sendTwo()
  const before = await links()
  expect((await counter.run('links', 'move', 'K0', 'N0')).code).toBe(0)
  const after = await links()
  expect(after.map(({ key, state, autoId }) => [key, state, autoId])).toEqual([
    ['K0', 'ended', before[0]?.autoId],
    ['K1', 'live', before[1]?.autoId],
    ['N0', 'live', before[0]?.autoId],
  ])
  expect(after[2]?.source).toBe('stock')
})

test('an advert that the app made can be linked again, be the cache lost', async () => {
  await sendTwo()
  const [made] = await links()
  expect((await counter.run('links', 'cut', 'K0')).code).toBe(0)
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(counter.dataDir, `cache.db${suffix}`), { force: true })
  expect((await counter.run('links', 'set', 'K0', String(made?.autoId))).code).toBe(0)
})

test('a stock number is neither apart from itself nor moved to itself', async () => {
  for (const action of ['apart', 'move']) {
    const { code, err } = await counter.run('links', action, 'K0', ' K0 ')
    expect([code, err], action).toEqual([2, expect.stringContaining('two different stock numbers')])
  }
})
