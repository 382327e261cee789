import { beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { type FeedServer, startFeedServer } from '../feeds/feed-server.ts'
import { openCounter, type Ran } from './counter.ts'
import { type WatchedPlace, watchedPlace } from './watched-place.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(5))
let place: WatchedPlace
beforeEach(async () => {
  await counter.run('sync')
  place = watchedPlace(counter)
})

const file = (...prices: readonly number[]): string =>
  `No;Стан;marka_id;model_id;base_id;equip_id;currency;price\n${prices
    .map((price, at) => `K${at};Новий;${fourCells(60 + 30 * at, ';')};USD;${price}\n`)
    .join('')}X;Вживаний;${fourCells(150, ';')};USD;5000\n`

const options = ['--operation', 'stock', '--commit', '--once', '--only', 'Стан=новий']
const watch = (name: string, text: string): Promise<Ran> => {
  place.drop(name, text)
  return counter.run('watch', place.folder, ...options)
}
const look = (): Promise<Ran> =>
  counter.run('import', counter.file('look.csv', file(20_000)), '--operation', 'stock', '--key', 'No')
const writes = async (): Promise<string[]> =>
  (await counter.control.ledger())
    .filter(({ committed, method }) => committed && method !== 'GET')
    .map(({ method }) => method)

test('the same content is planned again and does nothing; what was there before the last is asked', async () => {
  await look()
  expect((await watch('1.csv', file(20_000, 30_000))).code).toBe(0)
  expect(await place.created()).toEqual([20_000, 30_000])

  const again = await watch('2.csv', file(20_000, 30_000))
  expect(again.code).toBe(0)
  expect(again.err).toContain('planned again')
  expect(again.err).toContain('2 unchanged, 1 row left out')
  expect(await writes()).toHaveLength(2)

  // A file of two nights ago is no way back.
  expect((await watch('3.csv', file(20_000, 31_000))).code).toBe(0)
  expect(await writes()).toEqual(['POST', 'POST', 'PUT'])
  const old = await watch('4.csv', file(20_000, 30_000))
  expect(old.code).toBe(1)
  expect(old.err).toContain('--as-of')
  expect(await writes()).toHaveLength(3)
  expect(place.list('failed')).toContain('4.csv')
  expect(place.list('done')).toEqual(expect.arrayContaining(['1.csv', '2.csv', '3.csv']))
})

test('a file without the column of the numbers is at fault itself, and the next one is taken', async () => {
  await look()
  place.drop('1.csv', 'Code;price\nK0;1\n')
  const both = await watch('2.csv', file(20_000))
  expect(both.code).toBe(1)
  expect(place.list('failed')).toContain('1.csv')
  expect(place.list('done')).toContain('2.csv')
})

test('a source of which no plan was looked at ends the watch, and the file stays', async () => {
  const ran = await counter.run('watch', place.folder, ...options, '--key', 'No')
  expect(ran.code).toBe(0)
  place.drop('1.csv', file(20_000))
  expect((await counter.run('watch', place.folder, ...options, '--key', 'No')).code).toBe(2)
  expect(place.list()).toContain('1.csv')
  expect(await writes()).toEqual([])
  expect((await counter.run('watch', place.folder, '--once', '--only', 'a=b')).code).toBe(2)
})

test('an address whose table has not changed is planned again', async () => {
  const feed: FeedServer = await startFeedServer()
  try {
    feed.serves(file(20_000))
    await look()
    const once = (): Promise<Ran> => counter.run('watch', '--url', feed.url('/stock.csv'), ...options)
    expect((await once()).code).toBe(0)
    const again = await once()
    expect(again.code).toBe(0)
    expect(again.err).toContain('1 unchanged')
    expect(await writes()).toEqual(['POST'])
  } finally {
    await feed.close()
  }
})
