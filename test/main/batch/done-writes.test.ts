import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdvertWrite } from '../../../src/main/writes/advert-write.ts'
import type { BatchParts } from '../../../src/main/batch/sending/batch-parts.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
let own: number

beforeEach(async () => {
  shop = await openDealership()
  own = (await shop.ownIds(1))[0] ?? 0
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const editTo = (price: number) => planned(2, 'edit', { auto_id: own, currency_id: 1, price })
const lose = (method: string) => shop.control.addFault({ kind: 'drop-after-commit', count: 1, method, path })

/** A cache that takes writes, or refuses them. */
function cacheThat(takes: () => boolean): { told: [AdvertWrite, number][]; parts: Partial<BatchParts> } {
  const told: [AdvertWrite, number][] = []
  return {
    told,
    parts: {
      noteWritten: (_owner, write, autoId) => {
        told.push([write, autoId])
        return takes()
      },
    },
  }
}

test('what is settled reaches the cache as what is answered does', async () => {
  const { told, parts } = cacheThat(() => true)
  await shop.restart(parts)
  await lose('PUT')
  const edit = await shop.run([editTo(5_000)])
  await lose('POST')
  const create = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  await lose('DELETE')
  const [, removed = 0] = await shop.ownIds(2)
  const removal = await shop.run([planned(2, 'delete', { auto_id: removed })])
  expect(told).toEqual([])
  for (const { id } of [edit, create, removal]) await shop.batches.settling.settle(id)
  const made = (await shop.control.ledger()).find(({ method }) => method === 'POST')?.autoId
  expect(told.map(([{ operation }, autoId]) => [operation, autoId])).toEqual([
    ['edit', own],
    ['create', made],
    ['delete', removed],
  ])
})

test('an advert that a person names, and a delete whose second try finds nothing, reach it too', async () => {
  const { told, parts } = cacheThat(() => true)
  await shop.restart({ ...parts, ...(await shop.readLate(own)) })
  await lose('POST')
  const create = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  const made = (await shop.control.ledger())[0]?.autoId ?? 0
  await shop.batches.answers.answer(create.id, 2, { kind: 'bind', autoId: made })
  await lose('DELETE')
  const removal = await shop.run([planned(2, 'delete', { auto_id: own })])
  await shop.batches.answers.answer(removal.id, 2, { kind: 'send-again' })
  await shop.batches.control.send(removal.id)
  await shop.batches.control.idle()
  expect(told.map(([{ operation }, autoId]) => [operation, autoId])).toEqual([
    ['create', made],
    ['delete', own],
  ])
})

test('an advert that was deleted since is not told as edited', async () => {
  let takes = false
  const { told, parts } = cacheThat(() => takes)
  await shop.restart(parts)
  await shop.run([editTo(5_000)])
  takes = true
  await shop.run([planned(2, 'delete', { auto_id: own })])
  told.length = 0
  await shop.restart(parts)
  shop.batches.doneWrites.show()
  expect(told).toEqual([[{ operation: 'delete', payload: { auto_id: own } }, own]])
})

test('a cache that throws keeps no row from ending', async () => {
  await shop.restart({
    noteWritten: () => {
      throw new Error('database is locked')
    },
  })
  expect((await shop.run([editTo(5_000)])).counts.done).toBe(1)
})
