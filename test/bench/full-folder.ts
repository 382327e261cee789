import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { Writes } from '../../src/main/batch/journal/writes.ts'
import type { Batches } from '../../src/main/batch/open-batches.ts'
import { planBatch } from '../../src/main/batch/sending/plan-batch.ts'
import { cacheSchema } from '../../src/main/context/schemas.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { InventoryService } from '../../src/main/inventory/inventory-service.ts'
import { NamesTable } from '../../src/main/names/names-table.ts'
import type { DraftAccount } from '../../src/main/import/draft-account.ts'
import { planningAccount } from '../../src/main/joins/planning-account.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { accountId } from '../main/batch/connect-to.ts'
import { advert } from '../main/inventory/adverts.ts'
import { unsentBatches } from './unsent-batches.ts'

/** Ids of the adverts in a full cache begin here. */
export const firstAdvert = 20_000_000
const fullSize = 100_000
const saveAtOnce = 1_000

/** What a check asks, on the disk: a cache of adverts and a journal of earlier batches. */
export interface OpenFolder {
  readonly inventory: InventoryService
  readonly batches: Batches
  readonly names: NamesTable
  /** The account that files are checked for, which a worker can read too. */
  account(): DraftAccount
  close(): Promise<void>
}

export function openFolder(dataDir: string): OpenFolder {
  const cache = openCache(dataDir)
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  const writes = new Writes(journal.db)
  const inventory = new InventoryService({
    table: new AdvertsTable(cache),
    clock: systemClock,
    owner: () => Promise.resolve({ accountId, userId: 7 }),
    written: (account, id) => writes.values(account, id),
  })
  const batches = unsentBatches(journal, dataDir)
  const close = async (): Promise<void> => {
    await batches.close()
    cache.close()
  }
  const names = new NamesTable(cache)
  const owner = { accountId, userId: 7, baseUrl: 'https://service.example' }
  const account = (): DraftAccount =>
    planningAccount(owner, {
      inventory,
      names,
      ...noEdits,
      journal: () => journal.tables,
      place: () => ({
        ...owner,
        cache: cache.location() ?? '',
        journal: journal.path,
        edits: null,
        now: systemClock.now(),
      }),
    })
  return { inventory, batches, names, account, close }
}

/** The rest of what a check asks: nothing waits to be sent, every list of names was read, and only this thread compares. */
export const noEdits = {
  unsent: () => new Map<number, never>(),
  isUnasked: () => false,
  readsAfter: true,
  place: () => null,
}

/** Fills a folder with 100,000 cached adverts, and a journal with 100,000 edits and 100,000 creates. */
export async function fillFolder(dataDir: string): Promise<void> {
  const cache = openCache(dataDir)
  fillStock(cache, [], 7)
  cache.close()
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  await planBatch(journal, source(7), earlierRows(), () => null)
  journal.close()
}

/** Caches 100,000 adverts of the user: these, and others. */
export function fillStock(cache: DatabaseSync, own: readonly number[], userId: number): void {
  const table = new AdvertsTable(cache)
  const others = Array.from({ length: fullSize - own.length }, (_, at) => firstAdvert + at)
  const ids = [...own, ...others]
  for (let from = 0; from < ids.length; from += saveAtOnce)
    table.save(
      accountId,
      ids.slice(from, from + saveAtOnce).map((id) => advert(id, { userId })),
    )
}

function* earlierRows() {
  for (let at = 0; at < fullSize; at++) {
    const price = 1_000 + at
    yield planned(2 * at + 2, 'edit', { auto_id: firstAdvert + at, currency_id: 1, price })
    const car = { marka_id: 9, model_id: 96, base_id: 1, equip_id: at + 1, currency_id: 1, price }
    yield planned(2 * at + 3, 'create', car)
  }
}

export const openCache = (dataDir: string): DatabaseSync =>
  openDatabase({
    path: join(dataDir, 'cache.db'),
    schema: cacheSchema,
    synchronous: 'NORMAL',
    now: () => systemClock.now(),
  }).db
