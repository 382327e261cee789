import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { ChangeNotes } from '../../../src/main/inventory/change-notes.ts'
import { together, type StockChange } from '../../../src/main/inventory/stock-change.ts'
import { advert } from './adverts.ts'

const owner = { accountId: 'a', userId: 7 }
const change = (...ids: number[]): StockChange => ({ ids, columns: ['usd'], words: false })

function tableOf(): AdvertsTable {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(advertsSchema)
  return new AdvertsTable(db)
}

test('a thousand saves are told in a few notes, which together name every advert', async () => {
  const noted: StockChange[] = []
  let wake = (): void => undefined
  const clock = { now: () => 0, sleep: () => new Promise<void>((resolve) => (wake = resolve)) }
  const notes = new ChangeNotes({ clock, note: (_owner, told) => noted.push(told) })
  for (let id = 1; id <= 300; id++) notes.add(owner, change(id))
  expect(noted).toEqual([change(1)])
  wake()
  await new Promise((resolve) => setImmediate(resolve))
  expect(noted).toHaveLength(2)
  expect(noted[1]?.ids).toHaveLength(299)
  for (let id = 1; id <= 1_000; id++) notes.add(owner, change(id))
  wake()
  await new Promise((resolve) => setImmediate(resolve))
  expect(noted.slice(2)).toEqual([null])
  notes.close()
})

test('a change that may move lists makes the whole one of that kind', () => {
  expect(together(change(1), null)).toBeNull()
  expect(together(change(1), { ids: [1, 2], columns: ['eur'], words: true })).toEqual({
    ids: [1, 2],
    columns: ['usd', 'eur'],
    words: true,
  })
})

test('a save tells which columns it changed, and that an advert is new or another owner’s', () => {
  const table = tableOf()
  expect(table.save('a', [advert(1), advert(2)])).toBeNull()
  expect(table.save('a', [advert(1)])).toEqual({ ids: [1], columns: [], words: false })
  expect(table.save('a', [advert(1, { usd: 5 }), advert(2, { description: 'нова' })])).toEqual({
    ids: [1, 2],
    columns: ['usd', 'price', 'overMedian', 'viewsFell'],
    words: true,
  })
  expect(table.save('a', [advert(2, { userId: 8 })])).toBeNull()
  expect(table.markGone('a', [1], 'later')).toEqual({ ids: [1], columns: ['state', 'readAt'], words: false })
})
