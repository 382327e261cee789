import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type OpenFolder, openCache, openFolder } from '../../bench/full-folder.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { testEntries } from '../../scripts.ts'
import { accountId } from '../batch/connect-to.ts'
import { planned, source } from '../batch/dealership.ts'
import { CsvFolder } from '../import/csv-files.ts'
import { advert } from '../inventory/adverts.ts'
import { folderOfTest } from '../../folders.ts'

const unreadable: string[] = []

/** Drafts that a thread checks, against a cache with adverts of 10,000 dollars and a journal. */
function opened(): { files: CsvFolder; known: OpenFolder; drafts: DraftService; db: DatabaseSync } {
  const dataDir = folderOfTest()
  const files = new CsvFolder(folderOfTest())
  const db = openCache(dataDir)
  for (const id of [5, 6]) new AdvertsTable(db).save(accountId, [advert(id, { userId: 7, usd: 10_000 })])
  const known = openFolder(dataDir)
  const drafts = new DraftService({
    dataDir,
    entries: testEntries,
    onUnreadable: ({ place }) => unreadable.push(place),
  })
  onTestFinished(async () => {
    await drafts.close()
    await known.close()
    db.close()
  })
  return { files, known, drafts, db }
}

const auto = { shape: {}, mapping: null, operation: null }

test('a check in a thread reads the cache and the journal as they are then, and tells what can’t be read', async () => {
  const { files, known, drafts, db } = opened()
  const draftId = drafts.openPath(files.write('rows.csv', 'auto_id,currency_id,price\n5,1,10000\n6,1,9500\n'))
  const account = known.account()
  expect(await drafts.check(draftId, auto, account)).toMatchObject({ unchanged: 1, toSend: 1, sentBefore: 0 })
  await known.batches.planner.plan(source(7), [
    planned(2, 'edit', { auto_id: 6, currency_id: 1, price: 9_500 }),
  ])
  new AdvertsTable(db).save(accountId, [advert(5, { userId: 7, usd: 11_000 })])
  expect(await drafts.ask('recheck', draftId, null)).toMatchObject({ unchanged: 0, toSend: 2, sentBefore: 1 })
  expect(unreadable).toEqual([])
  db.exec(`PRAGMA ignore_check_constraints = ON; UPDATE adverts SET state = 'lent' WHERE id = 6`)
  expect((await drafts.ask('recheck', draftId, null)).problems).toContainEqual(
    expect.objectContaining({ code: 'advert-not-cached', firstLine: 3 }),
  )
  expect(unreadable).toEqual(['cache.db, adverts'])
})
