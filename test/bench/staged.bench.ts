import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import { editsSchema } from '../../src/main/staged/edits-schema.ts'
import { StagedService } from '../../src/main/staged/staged-service.ts'
import { StagedStore } from '../../src/main/staged/staged-store.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { ExclusiveDatabase } from '../../src/main/storage/transactions.ts'
import { timestamp, systemClock } from '../../src/main/system/clock.ts'
import { stagedPorts } from '../../src/main/staged/open-staged.ts'
import { accountId } from '../main/batch/connect-to.ts'
import type { Figure } from './figure.ts'
import { openFolder, openCache, type OpenFolder } from './full-folder.ts'
import { longestTurn, threadTime } from './longest-turn.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { madeAdvert } from './inventory/made-stock.ts'

export const name = 'Staged edits: a change of 100,000 adverts, taken back and done again'

const adverts = 100_000
const savedAtOnce = 500
/** The most that the window waits for another answer, in ms. */
const longestGap = 50
const longestChange = 2_000

const changes: Readonly<Record<string, BulkChange>> = {
  'a price': { kind: 'price', percent: -2, roundTo: 50 },
  'a text from a template': {
    kind: 'text',
    field: 'version',
    template: '{make} {model} {year}, {price}, {mileage} km in {city}',
  },
}

function fill(dataDir: string): void {
  const cache = openCache(dataDir)
  const table = new AdvertsTable(cache)
  for (let from = 0; from < adverts; from += savedAtOnce)
    table.save(
      accountId,
      Array.from({ length: savedAtOnce }, (_, at) => madeAdvert(from + at)),
    )
  cache.close()
}

function stagedIn(dataDir: string, { inventory, batches }: OpenFolder): StagedService {
  const { db } = openDatabase({
    path: join(dataDir, 'edits.db'),
    schema: editsSchema,
    synchronous: 'FULL',
    now: () => systemClock.now(),
  })
  return new StagedService(new StagedStore(new ExclusiveDatabase(db)), {
    ...stagedPorts(inventory, batches),
    accountId: () => Promise.resolve(accountId),
    now: () => timestamp(systemClock),
    onUnreadable: () => undefined,
    onChanged: () => undefined,
  })
}

async function figureOf(what: string, work: () => Promise<unknown>, goal?: number): Promise<Figure[]> {
  const began = performance.now()
  const busy = threadTime()
  const { longest } = await longestTurn(work)
  const taken = threadTime() - busy
  const byTheClock = performance.now() - began
  return [
    { name: `${what}: processor time`, value: taken, unit: 'ms', ...(goal !== undefined && { goal }) },
    { name: `${what}: by the clock`, value: byTheClock, unit: 'ms' },
    { name: `${what}: longest turn`, value: longest, unit: 'ms', goal: longestGap },
  ]
}

/** How much processor time each step takes, which no other program changes, how long it lasts, and for how long main answers no other call meanwhile. */
export async function run(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-bench-staged-'))
  fill(dataDir)
  const folder = openFolder(dataDir)
  const staged = stagedIn(dataDir, folder)
  const ids = await folder.inventory.lists.ids({ text: '', states: [], sort: [] })
  const figures: Figure[] = []
  for (const [what, change] of Object.entries(changes)) {
    figures.push(
      ...(await figureOf(`${what}: seen before`, () => staged.bulkPreview(ids, change))),
      ...(await figureOf(`${what}: staged`, () => staged.bulk(ids, change), longestChange)),
      ...(await figureOf(`${what}: taken back`, () => staged.move('undo'), longestChange)),
      ...(await figureOf(`${what}: done again`, () => staged.move('redo'), longestChange)),
    )
  }
  figures.push(...(await figureOf('all dropped', () => staged.unstageAll(), longestChange)))
  await staged.close()
  await folder.close()
  rmSync(dataDir, { recursive: true })
  return figures
}
