import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownKnowledge } from '../../../src/main/context/context.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { stockListSchema } from '../../../src/main/inventory/stock-list-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, openDealership, planned, source } from '../batch/dealership.ts'

/** A shop that created an advert and edited another, and what its journal knows under an account. */
async function shopWithCreate() {
  const shop = await openDealership()
  const cache = new DatabaseSync(':memory:')
  cache.exec(advertsSchema + stockListSchema)
  const edited = (await shop.ownIds(1))[0] ?? 0
  const { id, counts } = await shop.run([
    planned(2, 'create', car({ price: 12_345 })),
    planned(3, 'edit', { auto_id: edited, currency_id: 1, price: 111 }),
  ])
  expect(counts.done).toBe(2)
  const created = shop.batches.reader.rows(id, null, 0, 1).rows[0]?.autoId ?? 0
  const journal = new Journal(join(shop.dataDir, 'journal.db'), systemClock)
  onTestFinished(async () => {
    journal.close()
    cache.close()
    await shop.close()
  })
  const { accountId } = source(shop.userId)
  const knownTo = (account: string) =>
    ownKnowledge(
      { baseUrl: 'http://127.0.0.1:9', userId: shop.userId, key: '', accountId: account, readAuth: 'query' },
      cache,
      journal,
    )
  return { shop, journal, known: knownTo(accountId), foreign: knownTo('another'), created, edited }
}

test('adverts that the account created are told from others', async () => {
  const { known, foreign, created, edited } = await shopWithCreate()
  const asked = [created, edited, 1]
  expect([...known.createdAmong(asked)]).toEqual([created])
  expect(asked.map((id) => known.created(id))).toEqual([true, false, false])
  expect([...foreign.createdAmong(asked)]).toEqual([])
})

test('a journal that can’t be read knows of no creates', async () => {
  const { journal, known, created } = await shopWithCreate()
  journal.db.exec('DROP VIEW writes')
  expect([...known.createdAmong([created])]).toEqual([])
  expect(known.created(created)).toBe(false)
})
