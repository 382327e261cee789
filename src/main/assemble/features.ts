import type { Context } from '../context/context.ts'
import { isLimited } from '../quota/quota.ts'
import { freeFor, knownAdvertOf, writtenOfMany } from '../joins/batch-ports.ts'
import { type Batches, openBatches } from '../batch/open-batches.ts'
import { InventoryService } from '../inventory/inventory-service.ts'
import { checkInThread } from '../storage/database-check.ts'
import { namesOther } from '../joins/named-cars.ts'
import { NamesTable } from '../names/names-table.ts'
import { Team } from '../team/team.ts'
import { LinkChanges, listNumbers } from '../stock/link-changes.ts'
import type { BuyerCallsService } from '../demand/calls/buyer-calls-service.ts'
import { CallPhonesTable } from '../demand/calls/call-phones-table.ts'
import type { DemandService } from '../demand/demand-service.ts'
import { DraftService } from '../import/draft-service.ts'
import { ShownViewsTable } from '../demand/shown-views.ts'
import { AdvertsTable } from '../inventory/adverts-table.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import { FreshWrites } from '../inventory/fresh-writes.ts'
import { RulesTable } from '../inventory/rules-table.ts'
import { ViewsTable } from '../inventory/views-table.ts'
import type { InventorySync } from '../inventory/inventory-sync.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { BuyerForgetter } from '../orders/buyer-forgetter.ts'
import { OrderStatusService } from '../orders/status/order-status-service.ts'
import type { OrdersService } from '../orders/orders-service.ts'
import { StagedAdverts } from '../staged/staged-adverts.ts'
import { StagedService } from '../staged/staged-service.ts'
import { PositionTable } from '../search/position-table.ts'
import { Lazy } from '../system/lazy.ts'
import type { Search } from '../search/open-search.ts'
import type { Photos } from '../photos/open-photos.ts'
import type { RealtyService } from '../realty/realty-service.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { buyerCallsOf } from '../demand/calls/open-buyer-calls.ts'
import { isoOf } from '../system/clock.ts'
import { buyersOf, ordersOf } from '../orders/open-orders.ts'
import { lookupsOf, notesOf, recordWrites, sourcesOf, syncOf } from './stock.ts'

function batchesOf(
  context: Context,
  { inventory, names }: { readonly inventory: InventoryService; readonly names: NamesTable },
  team: Team,
): Batches {
  const { publish } = context
  const { dataDir, program, entries } = context.environment
  const { journal, clock, hub, settings } = context
  return openBatches({
    journal,
    connect: async (accountId) => (await context.client(accountId)).adverts,
    noteWritten: (owner, write, autoId) => hub.emit('advert-written', { owner, write, autoId }),
    freeFor: freeFor(context.ledger, (accountId) => team.knownBudget(accountId)),
    readsAfter: () => !isLimited(settings.get().quota),
    cached: (accountId, autoId) => {
      const [facts] = inventory.table.facts.all(accountId, [autoId])
      return facts ? knownAdvertOf(facts, inventory.firstReadAt(accountId, autoId)) : null
    },
    namesOther: namesOther(names),
    clock,
    onProgress: (batch, rate, secondsLeft) => {
      publish('batch:progress', { batch, rate, secondsLeft })
      hub.emit('batch-changed', batch)
    },
    sharing: (accountId, batchId) => team.sharing(accountId, batchId),
    checkMaySend: (accountId) => team.checkMaySend(accountId),
    pullTeam: (accountId) => team.pull(accountId),
    onReplaced: () => publish('journal:replaced', null),
    backup: {
      check: async (path) => (await checkInThread(entries.checkWorker, path)) === 'sound',
      onOutcome: (error) => context.noteBackup(error),
    },
    dataDir,
    program,
  })
}

/** The features, the lower ones first. News for a higher feature goes over the hub. */
export class Features {
  readonly context: Context
  readonly inventory: InventoryService
  /** Brings the cached stock up to date. */
  readonly inventorySync: InventorySync
  /** Views of the inventory that the dealer saved. */
  readonly views: ViewsTable
  readonly rules: RulesTable
  readonly orders: OrdersService
  /** Sets statuses of orders. */
  readonly orderStatuses: OrderStatusService
  readonly buyerCalls: BuyerCallsService
  readonly batches: Batches
  /** The other desks with the same key. */
  readonly team: Team
  readonly drafts: DraftService
  readonly names: NamesTable
  readonly lookups: LookupsService
  readonly staged: StagedService
  readonly linkChanges: LinkChanges
  // What most commands don't ask for: a start needn't load it.
  readonly #search: Lazy<Search>
  readonly #realty: Lazy<RealtyService>
  readonly #demand: Lazy<DemandService>
  readonly #photos: Lazy<Photos>
  readonly #notes: ChangeNotes
  readonly #buyers: BuyerForgetter

  constructor(context: Context) {
    this.context = context
    const { environment, accounts } = context
    const positions = new PositionTable(context.cache)
    const numbers = listNumbers(() => context.journal.tables.numbers)
    const views = new ShownViewsTable(context.cache, context.clock)
    const table = new AdvertsTable(context.cache, { positions, numbers, views })
    const sources = sourcesOf(context, table)
    const fresh = new FreshWrites(context.clock)
    this.views = new ViewsTable(context.staged)
    this.rules = new RulesTable(context.staged)
    this.names = new NamesTable(context.cache)
    this.inventory = new InventoryService({
      table,
      clock: context.clock,
      owner: () => accounts.owner(),
      region: environment.region ?? environment.systemLocale,
      written: (accountId, id) => context.journal.tables.writes.values(accountId, id),
      writtenOfMany: (accountId, ids) => writtenOfMany(this.batches, accountId, ids),
      positions: (accountId, ids) => positions.find(accountId, ids),
      stockNumbers: numbers,
      views,
      rules: (accountId) => this.rules.all(accountId),
      sources,
      edits: {
        cells: (accountId, ids) => this.staged.shown.cells(accountId, ids),
        editedIn: (accountId) => this.staged.unsentIn(accountId),
        marked: (accountId) => this.staged.shown.marked(accountId),
      },
    })
    this.#notes = notesOf(context, this.inventory)
    this.inventorySync = syncOf(context, {
      table,
      fresh,
      names: this.names,
      notes: this.#notes,
      sources,
      editedIn: (accountId) => this.staged.editedIn(accountId),
    })
    recordWrites(context, { table, fresh, names: this.names, sync: this.inventorySync, notes: this.#notes })
    this.lookups = lookupsOf(context, this.names)
    const { inventory, lookups, names } = this
    const notes = this.#notes
    this.#search = new Lazy(async () =>
      (await import('../search/open-search.ts')).searchOf(context, {
        inventory,
        lookups,
        positions,
        notes,
        names,
      }),
    )
    this.#realty = new Lazy(async () => {
      const { RealtyService: Realty } = await import('../realty/realty-service.ts')
      return new Realty(context, lookups)
    })
    this.#demand = new Lazy(async () => {
      const { DemandService } = await import('../demand/demand-service.ts')
      return new DemandService(context, inventory, notes)
    })
    this.#photos = new Lazy(async () =>
      (await import('../photos/open-photos.ts')).photosOf(context, inventory),
    )
    const phones = new CallPhonesTable(context.cache, context.staged, () => serviceTime(context.clock.now()))
    const publishCalls = (): void => this.buyerCalls.announce()
    this.orders = ordersOf(context, this.inventory, phones, publishCalls)
    this.buyerCalls = buyerCallsOf(context, this.orders, phones)
    this.#buyers = buyersOf(context, this.orders, publishCalls)
    this.team = new Team(context, {
      isHeld: () => this.batches.recovery.isLocked,
      follow: (accountId, settled) => this.batches.settling.follow(accountId, settled),
    })
    context.shareCalls(this.team)
    this.batches = batchesOf(context, this, this.team)
    this.orderStatuses = new OrderStatusService(context, this.orders, this.batches, this.team)
    this.staged = new StagedService(context, new StagedAdverts(this.inventory, this.batches))
    // Before anything is compared with the cache.
    this.batches.doneWrites.show()
    context.hub.on('account-changed', () => void this.#showCurrent())
    this.drafts = new DraftService({
      dataDir: environment.dataDir,
      entries: environment.entries,
      bytesHere: environment.importBytesHere,
      onUnreadable: (found) => context.noteUnreadable(found),
    })
    this.#sweepDrafts()
    this.linkChanges = new LinkChanges(context, { numbers, notes })
  }

  /** Searches of the market. */
  readonly search = (): Promise<Search> => this.#search.load()
  readonly realty = (): Promise<RealtyService> => this.#realty.load()
  /** Views and calls of buyers. */
  readonly demand = (): Promise<DemandService> => this.#demand.load()
  readonly photos = (): Promise<Photos> => this.#photos.load()

  /** A file that is left behind may have prices and texts. A failure to remove it stops nothing. */
  #sweepDrafts(): void {
    const { clock, log } = this.context
    try {
      this.drafts.sweep(clock.now())
    } catch (error) {
      log.warn('old drafts were not removed', { error })
    }
  }

  /** Sends to the window what is saved of the account that became the active one. */
  async #showCurrent(): Promise<void> {
    const { publish, log, accounts, waits } = this.context
    try {
      const { accountId } = await accounts.owner()
      const state = await this.inventorySync.state()
      publish('inventory:sync', state)
      publish('inventory:changed', { adverts: state.adverts })
      publish('orders:changed', await this.orders.list())
      publish('orders:waiting', { until: isoOf(waits.until(accountId, 'orders')) })
      this.buyerCalls.announce()
    } catch (error) {
      log.warn('the account could not be shown', { error })
    }
  }

  /** Ends what is under way, the batches first: they still have writes to record, and edits read them in the journal. */
  async close(): Promise<void> {
    this.#buyers.end()
    await Promise.all([this.batches.stop(), this.orderStatuses.close()])
    await this.staged.close()
    await this.team.end()
    await this.batches.close()
    await this.inventorySync.close()
    this.#notes.close()
    await this.drafts.close()
    await this.#photos.ifLoaded((photos) => photos.close())
  }
}
