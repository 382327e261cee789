import type { Context } from '../context/context.ts'
import { isoOf } from '../system/clock.ts'
import { isLimited } from '../quota/quota.ts'
import { learnCreates } from '../joins/batch-ports.ts'
import type { AdvertsTable } from '../inventory/adverts-table.ts'
import { StockListTable } from '../inventory/stock-list-table.ts'
import { ChangeNotes, type StockChange } from '../inventory/change-notes.ts'
import type { Owner } from '../inventory/owner.ts'
import type { FreshWrites } from '../inventory/fresh-writes.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { InventorySync } from '../inventory/inventory-sync.ts'
import { LookupAnswersTable } from '../lookups/lookup-answers-table.ts'
import { LookupReader } from '../lookups/lookup-reader.ts'
import { LookupsService } from '../lookups/lookups-service.ts'
import { namesOfRecord } from '../names/learned-names.ts'
import type { NamesTable } from '../names/names-table.ts'
import { WriteRecorder } from '../inventory/write-recorder.ts'
import { RefreshTable } from '../inventory/refresh-table.ts'
import { AdvertSourcesTable } from '../inventory/sources/advert-sources-table.ts'
import { StockSources } from '../inventory/sources/stock-sources.ts'
import { SavedSearchesTable } from '../search/saved-searches-table.ts'
import { writeMark } from '../storage/transactions.ts'

/** The ids of the account's adverts that have unsent edits. */
type EditedIn = (accountId: string) => ReadonlySet<number>

/** Parts that reads and writes of the stock share. */
export interface StockParts {
  readonly table: AdvertsTable
  readonly fresh: FreshWrites
  readonly names: NamesTable
  readonly notes: ChangeNotes
}

/** The names of the current account; those of its creates are learned before the first question. */
export const lookupsOf = (context: Context, names: NamesTable): LookupsService => {
  const { cache, clock, journal } = context
  return new LookupsService(
    new LookupReader(new LookupAnswersTable(cache, clock)),
    names,
    async () => {
      const { accountId, baseUrl } = await context.accounts.addressed()
      learnCreates(names, journal.tables.writes, accountId)
      return { accountId, baseUrl }
    },
    async () => (await context.current()).lookups,
  )
}

/** Sources of the inventory's adverts. */
export const sourcesOf = (context: Context, table: AdvertsTable): StockSources => {
  const { cache, staged, clock, journal } = context
  const saved = new SavedSearchesTable(cache, staged)
  return new StockSources({
    table: new AdvertSourcesTable(cache),
    clock,
    made: (accountId) => journal.tables.writes.createdIds(accountId),
    mark: (accountId) => `${writeMark(journal.db)} ${saved.stockMark(accountId)}`,
    searches: (accountId) => saved.ofStock(accountId),
    cached: ({ accountId, userId }, whose) =>
      table.ids(accountId, userId, { text: '', states: [], sort: [] }, '', { whose, hides: null }),
  })
}

export function syncOf(
  context: Context,
  {
    table,
    fresh,
    names,
    notes,
    editedIn,
    sources,
  }: StockParts & { readonly editedIn: EditedIn; readonly sources: StockSources },
): InventorySync {
  const { publish, cache, journal, clock, log, hub, settings, words } = context
  const sync = new InventorySync({
    table,
    list: new StockListTable(cache),
    fresh,
    journalled: (accountId) => journal.tables.writes.createdIds(accountId),
    clock,
    owner: () => context.accounts.owner(),
    source: async (accountId) => (await context.client(accountId)).inventory,
    editedIn,
    sources,
    refreshes: new RefreshTable(cache),
    waitsUntil: (accountId) => isoOf(context.waits.until(accountId, 'read')),
    mayReadSoon: () => !isLimited(settings.get().quota),
    words,
    onUnread: (id, error) => log.warn('an advert could not be read', { id, error }),
    onChanged: (owner, change) => notes.add(owner, change),
    onRecord: ({ accountId }, record) => names.learn(accountId, namesOfRecord(record)),
    onSync: (state, owner) => context.forCurrent(owner.accountId, () => publish('inventory:sync', state)),
  })
  hub.on('quota-wait-changed', ({ account, kind }) => {
    if (kind !== 'orders') sync.quotaWaitChanged(account)
  })
  return sync
}

export const notesOf = (context: Context, inventory: InventoryService): ChangeNotes => {
  const { publish, clock } = context
  return new ChangeNotes(clock, (owner, changed) =>
    context.forCurrent(owner.accountId, () =>
      publish('inventory:changed', { adverts: inventory.count(owner), ...(changed && { changed }) }),
    ),
  )
}

export function recordWrites(
  context: Context,
  { table, fresh, names, sync, notes }: StockParts & { readonly sync: InventorySync },
): void {
  const { clock, hub } = context
  const onChanged = (owner: Owner, change: StockChange): void => notes.add(owner, change)
  const recorder = new WriteRecorder({ table, names, clock, fresh, sync, onChanged })
  hub.on('advert-written', ({ owner, write, autoId, at }) => recorder.record(owner, write, autoId, at))
}
