import type { NoteWritten } from '../../src/main/batch/journal/done-writes.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { ChangeNotes } from '../../src/main/inventory/change-notes.ts'
import { StockListTable } from '../../src/main/inventory/stock-list-table.ts'
import { FreshWrites } from '../../src/main/inventory/fresh-writes.ts'
import { InventoryService } from '../../src/main/inventory/inventory-service.ts'
import { InventorySync } from '../../src/main/inventory/inventory-sync.ts'
import { WriteRecorder } from '../../src/main/inventory/write-recorder.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { failureWords } from '../../src/shared/words/failure-words.ts'
import { type Address, accountId, connectTo } from '../main/batch/connect-to.ts'
import { fillStock, openCache } from './full-folder.ts'
import { namesOfRecord } from '../../src/main/names/learned-names.ts'
import { NamesTable } from '../../src/main/names/names-table.ts'

/** A cache of 100,000 adverts that takes what is written, and a window that shows all of them. */
export interface WatchedStock {
  readonly noteWritten: NoteWritten
  close(): Promise<void>
}

const windowRows = 50

/**
 * The stock as the app wires it to its batches, apart from the bridge. `own` are adverts of the sandbox; the others fill
 * the cache. A few times a second, as the app notes changes, the window asks for all ids and for the rows that it shows.
 */
export function watchStock(dataDir: string, sandbox: Address, own: readonly number[]): WatchedStock {
  const cache = openCache(dataDir)
  fillStock(cache, own, sandbox.userId)
  const { client, inventory: api } = connectTo(sandbox)
  const table = new AdvertsTable(cache)
  const fresh = new FreshWrites(systemClock)
  const owner = { accountId, userId: sandbox.userId }
  const stock = new InventoryService({
    table,
    clock: systemClock,
    owner: () => Promise.resolve(owner),
    written: () => ({}),
  })
  const show = async (): Promise<void> => {
    const ids = await stock.lists.ids({ text: '', states: [], sort: [] })
    await stock.rows([...ids.subarray(0, windowRows)])
  }
  const names = new NamesTable(cache)
  const notes = new ChangeNotes(systemClock, () => void show())
  const sync = new InventorySync({
    table,
    list: new StockListTable(cache),
    fresh,
    clock: systemClock,
    owner: () => Promise.resolve(owner),
    source: () => Promise.resolve(api),
    mayReadSoon: () => false,
    words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal')),
    waitsUntil: () => null,
    onUnread: () => undefined,
    onChanged: (of, change) => notes.add(of, change),
    onRecord: (of, record) => names.learn(of.accountId, namesOfRecord(record)),
    onSync: () => undefined,
  })
  const recorder = new WriteRecorder({
    table,
    names,
    clock: systemClock,
    fresh,
    sync,
    onChanged: (of, change) => notes.add(of, change),
  })
  const noteWritten: NoteWritten = (_owner, write, autoId) => {
    recorder.record(owner, write, autoId)
    return true
  }
  const close = async (): Promise<void> => {
    notes.close()
    await sync.close()
    await client.close()
    cache.close()
  }
  return { noteWritten, close }
}
