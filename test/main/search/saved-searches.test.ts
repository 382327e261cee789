import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { savedSchema } from '../../../src/main/storage/saved-table.ts'
import { marketSchema } from './market-schema.ts'
import type { FoundPage } from '../../../src/main/search/market-service.ts'
import type { MarketWarning } from '../../../src/main/service/market-warnings.ts'
import { SavedSearches } from '../../../src/main/search/saved-searches.ts'
import { SavedSearchesTable } from '../../../src/main/search/saved-searches-table.ts'
import { handClock } from '../system/hand-clock.ts'

function opened() {
  const db = new DatabaseSync(':memory:')
  db.exec(marketSchema)
  const own = new DatabaseSync(':memory:')
  own.exec(savedSchema)
  const clock = handClock()
  const market = { ids: [1, 2, 3], endless: false, others: [] as number[], warnings: [] as MarketWarning[] }
  const read: number[] = []
  const searches = new SavedSearches({
    table: new SavedSearchesTable(db, own),
    market: {
      async *pages(): AsyncGenerator<FoundPage, void> {
        for (let page = 0; page === 0 || market.endless; page += 1)
          yield await Promise.resolve({
            ids: page === 0 ? market.ids : [1_000 + page],
            count: market.ids.length,
            warnings: market.warnings,
          })
      },
    },
    accountId: () => Promise.resolve('a'),
    read: (ids) => {
      read.push(...ids)
      return Promise.resolve()
    },
    sellerOf: (_accountId, id) => (id === 3 ? null : market.others.includes(id) ? 8 : 7),
    cheaper: (_accountId, ids) => ids.filter((id) => id === 2),
    onStock: () => undefined,
    clock,
  })
  return { searches, market, read, clock, db, own }
}

test('tells what is new, cheaper and vanished since the check before', async () => {
  const { searches, market, read, clock } = opened()
  const [saved] = await searches.save('BMW', [['marka_id[0]', '9']])
  const id = saved?.id ?? ''
  expect(saved).toMatchObject({ checkedAt: null, found: [], fresh: [], vanished: [] })
  const [first] = await searches.check(id, false)
  expect(first).toMatchObject({ found: [3, 2, 1], fresh: [], cheaper: [2], vanished: [], complete: true })
  market.ids = [2, 3, 4]
  await clock.sleep(60_000)
  const [second] = await searches.check(id, true)
  expect(second).toMatchObject({ found: [4, 3, 2], fresh: [4], vanished: [1] })
  expect(read).toEqual([2, 3, 4])
  expect(await searches.remove(id)).toEqual([])
})

test('counts nothing as vanished if not every page was read', async () => {
  const { searches, market, clock } = opened()
  const [saved] = await searches.save('all', [])
  await searches.check(saved?.id ?? '', false)
  market.ids = [7]
  market.endless = true
  await clock.sleep(60_000)
  expect((await searches.check(saved?.id ?? '', false))[0]).toMatchObject({ vanished: [], complete: false })
})

test('keeps the searches of each account apart, and refuses an unknown one', async () => {
  const { searches, db, own } = opened()
  await searches.save('mine', [])
  expect(new SavedSearchesTable(db, own).all('b')).toEqual([])
  await expect(searches.check('x', false)).rejects.toThrow('invalid-request')
})

test('takes no advert of another seller into the stock, and reads no more once most are', async () => {
  const { searches, market, read } = opened()
  const [saved] = await searches.save('Salon', [['user_id', ' 7 ']])
  const id = saved?.id ?? ''
  await searches.markStock(id, true)
  market.ids = [1, 2, 3, 4]
  market.others = [2]
  expect((await searches.check(id, false))[0]?.found).toEqual([4, 3, 1])
  read.length = 0
  market.ids = Array.from({ length: 40 }, (_, at) => at + 1)
  market.others = market.ids.slice(3)
  await expect(searches.check(id, false)).rejects.toMatchObject({ code: 'usage' })
  expect(read).toHaveLength(10)
  market.others = []
  market.warnings = [{ kind: 'not-applied', name: 'user_id' }]
  await expect(searches.check(id, false)).rejects.toMatchObject({ code: 'usage' })
  expect((await searches.all())[0]?.found).toEqual([4, 3, 1])
  // Of a search that is no stock anything may come.
  await searches.markStock(id, false)
  expect((await searches.check(id, false))[0]?.found).toHaveLength(40)
})
