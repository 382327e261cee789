import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { type Ran, openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(5))
beforeEach(() => counter.run('sync'))

const file = (...prices: readonly number[]): string =>
  `No;marka_id;model_id;base_id;equip_id;currency;price\n${prices
    .map((price, at) => `K${at};${fourCells(60 + 30 * at, ';')};USD;${price}\n`)
    .join('')}`

const stock = (text: string, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file('stock.csv', text), '--operation', 'stock', ...more)

async function sendTwo(): Promise<void> {
  await stock(file(20_000, 30_000), '--key', 'No')
  expect((await stock(file(20_000, 30_000), '--commit')).code).toBe(0)
}

const priceOf = async (autoId = 0): Promise<number | undefined> =>
  (await counter.control.advert(autoId))?.price

test('a pinned field stays as it is, and the file changes it again when it is unpinned', async () => {
  await sendTwo()
  const [first] = await counter.links()
  expect((await counter.run('links', 'pin', 'K0', 'price')).code).toBe(0)
  expect((await counter.links()).map(({ pinned }) => pinned)).toEqual([['price'], []])
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
  const [first, second] = await counter.links()
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
  const before = await counter.links()
  expect((await counter.run('links', 'move', 'K0', 'N0')).code).toBe(0)
  const after = await counter.links()
  expect(after.map(({ key, state, autoId }) => [key, state, autoId])).toEqual([
    ['K0', 'ended', before[0]?.autoId],
    ['K1', 'live', before[1]?.autoId],
    ['N0', 'live', before[0]?.autoId],
  ])
  expect(after[2]?.source).toBe('stock')
})

test('an advert that the app made can be linked again, be the cache lost', async () => {
  await sendTwo()
  const [made] = await counter.links()
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

describe('a table of links', () => {
  const cars = `No;marka_id;model_id;base_id;equip_id;currency;price\n${['K0', 'K1', 'K2']
    .map((key, at) => `${key};${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}\n`)
    .join('')}`

  /** Three linked cars: one with a pin, one whose link was cut, one with another number. */
  async function makeLinks(): Promise<void> {
    const file = counter.file('stock.csv', cars)
    await counter.run('import', file, '--operation', 'stock', '--key', 'No')
    expect((await counter.run('import', file, '--operation', 'stock', '--commit')).code).toBe(0)
    await counter.run('links', 'pin', 'K0', 'price')
    await counter.run('links', 'cut', 'K1')
    await counter.run('links', 'move', 'K2', 'Ї; 2')
    await counter.run('sync')
  }

  type Link = Readonly<Record<string, unknown>>
  const linksOf = ({ out }: Ran): Link[] => (JSON.parse(out) as { links: Link[] }).links
  const table = (...lines: string[]): string =>
    counter.file('links.csv', `key,auto_id\n${lines.join('\n')}\n`)
  const does = ({ out }: Ran): string[] =>
    (JSON.parse(out) as { rows: { key: string; does: string }[] }).rows.map((row) => `${row.key} ${row.does}`)

  test('links that are saved as a table are all there again in a new data folder', async () => {
    await makeLinks()
    const file = counter.path('saved.csv')
    expect((await counter.run('links', 'export', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('Ї; 2,')
    const before = linksOf(await counter.run('links', '--json'))

    const elsewhere = (...argv: string[]): Promise<Ran> =>
      counter.runWith({ FORECOURT_DATA_DIR: counter.path('other') }, ...argv)
    await elsewhere('sync')
    const looked = await elsewhere('links', 'import', file, '--json')
    expect(does(looked)).toEqual(['K0 link', 'K1 end', 'K2 end', 'Ї; 2 link'])
    expect(linksOf(await elsewhere('links', '--json'))).toEqual([])

    expect((await elsewhere('links', 'import', file, '--commit')).code).toBe(0)
    const hand = (origin: unknown): unknown => (origin === 'created' ? 'hand' : origin)
    expect(linksOf(await elsewhere('links', '--json'))).toEqual(
      before.map((link) => ({
        ...link,
        origin: link.state === 'live' ? hand(link.origin) : link.origin,
        // No file of the source came there yet.
        source: null,
      })),
    )
    expect(does(await elsewhere('links', 'import', file, '--json'))).toEqual([
      'K0 same',
      'K1 same',
      'K2 same',
      'Ї; 2 same',
    ])
  })

  test('a table of two columns links and moves, and a line with an error keeps all of it from being done', async () => {
    await makeLinks()
    const before = linksOf(await counter.run('links', '--json'))
    const [first = 0, , third = 0] = before.map(({ autoId }) => Number(autoId))
    const good = [`N0,${first}`, `Ї; 2,${third}`]
    const bad = await counter.run(
      'links',
      'import',
      table(...good, 'K9,', `A,12`, `B,${third}`, ',5', `N0,${third}`),
      '--commit',
      '--json',
    )
    expect(bad.code).toBe(1)
    const { errors } = JSON.parse(bad.out) as { errors: { line: number; column: string }[] }
    expect(errors.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '4 auto_id',
      '5 auto_id',
      '6 auto_id',
      '7 key',
      '8 key',
    ])
    expect(linksOf(await counter.run('links', '--json'))).toEqual(before)

    const done = await counter.run('links', 'import', table(...good), '--commit', '--json')
    expect(done.code).toBe(0)
    expect(does(done)).toEqual(['N0 move', 'Ї; 2 same'])
    const after = linksOf(await counter.run('links', '--json'))
    expect(after.find(({ key }) => key === 'N0')).toMatchObject({ autoId: first, pinned: ['price'] })
    expect(after.find(({ key }) => key === 'K0')).toMatchObject({ state: 'ended' })
  })

  test('a file that is no table of links is an error', async () => {
    const other = counter.file('other.csv', 'number,id\n1,2\n')
    expect(await counter.run('links', 'import', other)).toMatchObject({
      code: 2,
      err: expect.stringContaining('key, auto_id') as string,
    })
    expect((await counter.run('links', 'import')).code).toBe(2)
    expect((await counter.run('links', 'cut', 'K1', '--commit')).code).toBe(2)
    const wrong = [
      'list x',
      'list x y',
      'cut',
      'cut K1 K2',
      'set K1',
      'set K1 5 6',
      'export',
      'export a.csv b.csv',
    ]
    for (const words of wrong) expect((await counter.run('links', ...words.split(' '))).code).toBe(2)
  })
})
