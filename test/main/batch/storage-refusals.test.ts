import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
let journal: Journal
let batchId: string

beforeEach(async () => {
  shop = await openDealership()
  journal = await shop.holdJournal()
  const rows = [2, 3, 4].map((line) => planned(line, 'create', car({ price: line })))
  batchId = (await shop.batches.planner.plan(source(shop.userId), rows)).id
})
afterEach(() => shop.close())

async function sendAndWait() {
  await shop.batches.control.send(batchId)
  await shop.batches.control.idle()
  return shop.batches.reader.get(batchId)
}

test('while the journal is locked nothing is sent, and later the batch continues', async () => {
  journal.db.exec('PRAGMA busy_timeout = 1')
  const other = new DatabaseSync(join(shop.dataDir, 'journal.db'))
  other.exec('BEGIN IMMEDIATE')
  expect(await sendAndWait()).toMatchObject({ state: 'ready', counts: { planned: 3 } })
  expect(await shop.control.ledger()).toEqual([])
  other.exec('ROLLBACK')
  other.close()
  expect(await sendAndWait()).toMatchObject({ state: 'finished', counts: { done: 3 } })
})

test('on a full disk nothing is sent; with space again the batch continues', async () => {
  const pages = Number(journal.db.prepare('PRAGMA page_count').get()?.page_count)
  journal.db.exec(`PRAGMA max_page_count = ${pages}`)
  fillLastPage(journal)
  const stopped = await sendAndWait()
  expect(stopped).toMatchObject({ state: 'paused', pauseReason: 'storage' })
  expect(await shop.control.ledger()).toHaveLength(stopped.counts.done)
  journal.db.exec('PRAGMA max_page_count = 1000000')
  expect(await sendAndWait()).toMatchObject({ state: 'finished', counts: { done: 3 } })
  expect(await shop.control.ledger()).toHaveLength(3)
})

/** Attempts of a row are written until no page takes another one. */
function fillLastPage({ tables: { attempts } }: Journal): void {
  try {
    for (;;) attempts.recordAnswer(1, 'x'.repeat(200), '')
  } catch {
    return
  }
}

test('a result that could not be committed is committed later, and sent only once', async () => {
  let refuse = true
  const restarted = new Journal(join(shop.dataDir, 'journal.db'), systemClock)
  restarted.db.exec('PRAGMA busy_timeout = 1')
  const other = new DatabaseSync(join(shop.dataDir, 'journal.db'))
  await shop.restart({
    journal: restarted,
    onPoint: (point) => {
      if (point === 'before-result' && refuse) other.exec('BEGIN IMMEDIATE')
    },
  })
  expect((await sendAndWait()).counts).toMatchObject({ sending: 1, planned: 2 })
  refuse = false
  other.exec('ROLLBACK')
  other.close()
  expect(await sendAndWait()).toMatchObject({ state: 'finished', counts: { done: 3 } })
  expect(await shop.control.ledger()).toHaveLength(3)
})
