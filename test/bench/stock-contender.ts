import { checkStock, type StockPlanning } from '../../src/main/stock/plan-stock.ts'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { accountId } from '../main/batch/connect-to.ts'
import { answerRuns } from './answer-runs.ts'
import { openFolder } from './full-folder.ts'
import { stockChoice } from './stock-folder.ts'
import { testEntries } from '../scripts.ts'

/**
 * One way of checking a file, in a process of its own: `node stock-contender.ts edits|stock FILE FOLDER`. The worker and the
 * answers of main are the app's; the service's own list is the one that is kept.
 */
const [way = '', path = '', dataDir = ''] = process.argv.slice(2)

const { inventory, batches, ...folder } = openFolder(dataDir)
const owner = { accountId, userId: 7 }
const drafts = new DraftService({ dataDir, entries: testEntries })
const account = folder.account()
const active = [...inventory.table.known.vehicles(owner)].flatMap((page) => page.map(({ id }) => id))
const planning: StockPlanning = {
  drafts,
  batches,
  inventory,
  clock: systemClock,
  sync: {
    listedNow: () =>
      Promise.resolve({
        list: { source: 'own-list', active: [...active], archive: [], odd: [] },
        sees: true,
        unread: 0,
      }),
    readListed: () => Promise.reject(new Error('every advert is cached')),
  },
  account: () => Promise.resolve(account),
  owner: () => Promise.resolve(owner),
  orders: { table: { openAdverts: () => new Set() } },
  team: {
    takeFile: () => Promise.resolve(null),
    changeLinks: (_, work) => Promise.resolve(work()),
    reportStock: () => Promise.resolve(),
  },
}

const draftId = drafts.openPath(path)
await drafts.inspect(draftId, {})
const ways: Readonly<Record<string, () => Promise<{ readonly invalid: number; readonly rows: number }>>> = {
  edits: () => drafts.check(draftId, { shape: {}, mapping: null, operation: 'edit' }, account),
  stock: () => checkStock(planning, draftId, { shape: {}, mapping: null, stock: stockChoice }),
}
const check = ways[way]
if (!check) throw new Error(`No way ${way}`)
answerRuns(async () => {
  const { invalid, rows, ...more } = await check()
  if (invalid > 0) throw new Error(`${invalid} of ${rows} rows are invalid: ${JSON.stringify(more)}`)
})
