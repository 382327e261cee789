import type { Batches } from '../batch/open-batches.ts'
import { writtenOfMany } from '../joins/batch-ports.ts'
import { listNumbers } from '../joins/list-numbers.ts'
import type { BuyerCallsService } from '../demand/calls/buyer-calls-service.ts'
import { CallPhonesTable } from '../demand/calls/call-phones-table.ts'
import type { DemandService } from '../demand/demand-service.ts'
import { DraftService } from '../import/draft-service.ts'
import { ShownViewsTable } from '../demand/shown-views.ts'
import { AdvertHistory } from '../inventory/advert-history.ts'
import { AdvertsTable } from '../inventory/adverts-table.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import { FreshWrites } from '../inventory/fresh-writes.ts'
import type { RulePorts } from '../inventory/rule-calls.ts'
import { RulesTable } from '../inventory/rules-table.ts'
import type { ViewPorts } from '../inventory/view-calls.ts'
import { ViewsTable } from '../inventory/views-table.ts'
import { InventoryService } from '../inventory/inventory-service.ts'
import type { InventorySync } from '../inventory/inventory-sync.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { NamesTable } from '../names/names-table.ts'
import type { BuyerForgetter } from '../orders/buyer-forgetter.ts'
import type { OrderStatusService } from '../orders/status/order-status-service.ts'
import type { OrdersService } from '../orders/orders-service.ts'
import type { StagedService } from '../staged/staged-service.ts'
import { PositionTable } from '../search/position-table.ts'
import { Lazy } from '../system/lazy.ts'
import type { Ground } from './ground.ts'
import type { Search } from './market.ts'
import type { Photos } from './photos.ts'
import type { Realty } from './realty.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { buyerCallsOf } from './buyer-calls.ts'
import { batchesOf } from './batches.ts'
import { isoOf } from './current-account.ts'
import { LinkChanges } from './link-changes.ts'
import { buyersOf, ordersOf, orderStatusesOf } from './orders.ts'
import { stagedOf } from './staged.ts'
import { lookupsOf, notesOf, recordWrites, sourcesOf, syncOf } from './stock.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'
import { Team } from './team.ts'

/** The third stage: the features. What one tells another goes over the hub. */
export class Features {
  readonly inventory: InventoryService
  readonly sync: InventorySync
  /** How the dealer saved that the inventory looks. */
  readonly views: ViewPorts
  readonly rules: RulePorts
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
  /** What most commands don't ask for: a start needn't load it. */
  readonly search: Lazy<Search>
  readonly realty: Lazy<Realty>
  readonly demand: Lazy<DemandService>
  readonly photos: Lazy<Photos>
  readonly #notes: ChangeNotes
  readonly #buyers: BuyerForgetter

  constructor(ground: Ground, storage: Storage, service: Service) {
    const positions = new PositionTable(storage.cache)
    const numbers = listNumbers(() => storage.journal.numbers)
    const history = new AdvertHistory(storage.cache)
    const views = new ShownViewsTable({
      ...{ db: storage.cache, clock: storage.clock },
      priceChanges: (accountId, ids) => history.priceChanges(accountId, ids),
    })
    const table = new AdvertsTable(storage.cache, { positions, numbers, views })
    const sources = sourcesOf(storage, table)
    const fresh = new FreshWrites(storage.clock)
    const rules = new RulesTable(storage.staged)
    this.names = new NamesTable(storage.cache)
    this.inventory = new InventoryService({
      table,
      clock: storage.clock,
      owner: () => service.accounts.owner(),
      region: ground.region ?? ground.systemLocale,
      written: (accountId, id) => storage.journal.writes.values(accountId, id),
      writtenOfMany: (accountId, ids) => writtenOfMany(this.batches, accountId, ids),
      positions: (accountId, ids) => positions.find(accountId, ids),
      stockNumbers: numbers,
      views,
      rules: (accountId) => rules.all(accountId),
      sources,
      edits: {
        cells: (accountId, ids) => this.staged.cells(accountId, ids),
        editedIn: (accountId) => this.staged.unsentIn(accountId),
        marked: (accountId) => this.staged.marked(accountId),
      },
    })
    const shown = {
      clock: storage.clock,
      accountId: async () => (await service.accounts.owner()).accountId,
    }
    this.views = { table: new ViewsTable(storage.staged), ...shown }
    this.rules = { table: rules, ...shown }
    this.#notes = notesOf(ground, storage, service, this.inventory)
    this.sync = syncOf(ground, storage, service, {
      table,
      fresh,
      names: this.names,
      notes: this.#notes,
      sources,
      editedIn: (accountId) => this.staged.editedIn(accountId),
    })
    recordWrites(storage, { table, fresh, names: this.names, sync: this.sync, notes: this.#notes })
    this.lookups = lookupsOf(storage, service, this.names)
    const { inventory, lookups, names } = this
    const notes = this.#notes
    this.search = new Lazy(async () =>
      (await import('./market.ts')).searchOf(ground, storage, service, {
        inventory,
        lookups,
        table,
        positions,
        notes,
        names,
      }),
    )
    this.realty = new Lazy(async () => (await import('./realty.ts')).realtyOf(storage, service, lookups))
    this.demand = new Lazy(async () =>
      (await import('./demand.ts')).demandOf(storage, service, { inventory, table, notes }),
    )
    this.photos = new Lazy(async () => (await import('./photos.ts')).photosOf(ground, service, inventory))
    const phones = new CallPhonesTable(storage.cache, storage.staged, () => serviceTime(storage.clock.now()))
    const tellCalls = (): void => this.buyerCalls.tell()
    this.orders = ordersOf(ground, storage, service, {
      ...{ inventory: this.inventory, others: phones },
      onErased: tellCalls,
    })
    this.buyerCalls = buyerCallsOf(ground, storage, service, { orders: this.orders, phones })
    this.#buyers = buyersOf(ground, storage, this.orders, tellCalls)
    this.team = new Team(ground, storage, service, {
      isHeld: () => this.batches.recovery.isLocked,
      follow: (accountId, settled) => this.batches.settling.follow(accountId, settled),
    })
    service.shareCalls(this.team)
    this.batches = batchesOf(ground, storage, service, this, this.team)
    this.orderStatuses = orderStatusesOf(ground, storage, service, this)
    this.staged = stagedOf(ground, storage, service, { inventory: this.inventory, batches: this.batches })
    // Before anything is compared with the cache.
    this.batches.doneWrites.show()
    storage.hub.on('account-changed', () => void this.#showCurrent(ground, storage, service))
    this.drafts = new DraftService({
      dataDir: ground.dataDir,
      workerEntry: ground.entries.importWorker,
      sheetEntry: ground.entries.sheetWorker,
      bytesHere: ground.importBytesHere,
    })
    this.#sweepDrafts(storage)
    this.linkChanges = new LinkChanges(ground, storage, service, { numbers, notes })
  }

  /** What is left behind may be a file with prices and texts; that it can't be removed stops nothing. */
  #sweepDrafts({ clock, log }: Storage): void {
    try {
      this.drafts.sweep(clock.now())
    } catch (error) {
      log.warn('old drafts were not removed', { error })
    }
  }

  /** Sends to the window what is saved of the account that became the active one. */
  async #showCurrent({ publish }: Ground, { log }: Storage, { accounts, waits }: Service): Promise<void> {
    try {
      const { accountId } = await accounts.owner()
      const state = await this.sync.state()
      publish('inventory:sync', state)
      publish('inventory:changed', { adverts: state.adverts })
      publish('orders:changed', await this.orders.list())
      publish('orders:waiting', { until: isoOf(waits.until(accountId, 'orders')) })
      this.buyerCalls.tell()
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
    await this.sync.close()
    this.#notes.close()
    await this.drafts.close()
    await this.photos.ifLoaded((photos) => photos.close())
  }
}
