import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountId } from './connect-to.ts'
import { openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

test('an advert knows the batches that have a row of it, the newest first, and only those of its account', async () => {
  const [own = 0, other = 0] = await shop.ownIds(2)
  const edit = (id: number, price: number) => planned(2, 'edit', { auto_id: id, currency_id: 1, price })
  const first = await shop.run([edit(own, 4_321)])
  await shop.run([edit(other, 4_321)])
  const last = await shop.run([edit(own, 4_444)])
  const found = shop.batches.reader.ofAdvert(accountId, own)
  expect(found.map(({ batchId }) => batchId)).toEqual([last.id, first.id])
  expect(found[0]).toMatchObject({ line: 2, operation: 'edit', state: 'done' })
  expect(shop.batches.reader.ofAdvert('another', own)).toEqual([])
})

const refused = JSON.stringify({ error: { code: 'NOT_ENOUGH_DATA', message: 'no' } })

test('an advert knows which edits of it were done and what they changed', async () => {
  const [own = 0] = await shop.ownIds(1)
  const journal = await shop.holdJournal()
  const edits = () => journal.writes.edits(accountId, own)
  expect(edits()).toEqual([])
  const change = { auto_id: own, currency_id: 1, price: 4_321, version: 'New' }
  await shop.run([planned(2, 'edit', { ...change, version: 'Old' })])
  const first = edits()
  expect(first).toHaveLength(1)
  await shop.run([planned(2, 'edit', change, { currency_id: 1, price: 4_321, version: 'Old' })])
  // What failed is no edit.
  await shop.control.addFault({
    kind: 'status',
    status: 422,
    body: refused,
    method: 'PUT',
    path: '/auto/new/autos',
  })
  await shop.run([planned(2, 'edit', { ...change, version: 'Newer' })])
  expect(edits()).toEqual([
    { at: expect.stringMatching(/^20\d\d-/) as unknown, fields: ['version'] },
    ...first,
  ])
  expect(journal.writes.edits('another', own)).toEqual([])
  const byOlena = {
    member: 2,
    name: 'Olena',
    key: 'b/2',
    operation: 'edit',
    fingerprint: 'f',
    autoId: own,
    stockKey: null,
  } as const
  const place = { accountId, team: 't', url: 'u', user: 1, cursor: 1, head: 1 }
  const [payload, before] = [
    { price: 5, auto_note: 'New' },
    { price: 5, auto_note: 'Old' },
  ]
  const at = '2026-11-27T10:00:00.000Z'
  const writes = [{ ...byOlena, payload, before, state: 'done', at } as const]
  journal.team.fold(place, { writes, links: [], files: [], orders: [] }, 'Petro')
  expect(edits()).toContainEqual({ at, fields: ['auto_note'] })
})
