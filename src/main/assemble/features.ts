import type { Batches } from '../batch/open-batches.ts'
import { DraftService } from '../import/draft-service.ts'
import { AdvertsTable } from '../inventory/adverts-table.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import { FreshWrites } from '../inventory/fresh-writes.ts'
import { InventoryService } from '../inventory/inventory-service.ts'
import type { InventorySync } from '../inventory/inventory-sync.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { NamesTable } from '../names/names-table.ts'
import type { BuyerForgetter } from '../orders/buyer-forgetter.ts'
import { Transport } from '../http/transport.ts'
import type { PhotosService } from '../photos/photos-service.ts'
import type { OrdersService } from '../orders/orders-service.ts'
import type { StagedService } from '../staged/staged-service.ts'
import type { RealtyPlaces } from '../realty/realty-places.ts'
import type { RealtyService } from '../realty/realty-service.ts'
import { ConversionService } from '../search/conversion-service.ts'
import { ConversionTable } from '../search/conversion-table.ts'
import { MarketService } from '../search/market-service.ts'
import { PositionService } from '../search/position-service.ts'
import type { MarketDesk } from '../search/market-desk.ts'
import type { SavedSearches } from '../search/saved-searches.ts'
import type { MarketNames, SearchParts } from '../search/search-calls.ts'
import type { Ground } from './ground.ts'
import { placesOf, realtyOf } from './realty.ts'
import { batchesOf } from './batches.ts'
import { isoOf } from './current-account.ts'
import { marketDeskOf, marketNamesOf, marketPorts, positionPorts, savedSearchesOf } from './market.ts'
import { buyersOf, ordersOf } from './orders.ts'
import { photosOf } from './photos.ts'
import { stagedOf } from './staged.ts'
import { lookupsOf, notesOf, recordWrites, syncOf } from './stock.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** The third stage: the features. What one tells another goes over the hub. */
export class Features {
  readonly inventory: InventoryService
  readonly sync: InventorySync
  readonly orders: OrdersService
  readonly photos: PhotosService
  readonly batches: Batches
  readonly drafts: DraftService
  readonly names: NamesTable
  readonly lookups: LookupsService
  readonly staged: StagedService
  readonly market: MarketService
  readonly conversion: ConversionService
  readonly position: PositionService
  readonly desk: MarketDesk
  readonly realty: RealtyService
  readonly realtyPlaces: RealtyPlaces
  readonly savedSearches: SavedSearches
  readonly marketNames: MarketNames
  readonly #notes: ChangeNotes
  readonly #buyers: BuyerForgetter
  readonly #photoTransport: Transport

  constructor(ground: Ground, storage: Storage, service: Service) {
    const table = new AdvertsTable(storage.cache)
    const fresh = new FreshWrites(storage.clock)
    this.names = new NamesTable(storage.cache)
    this.inventory = new InventoryService({
      table,
      clock: storage.clock,
      owner: () => service.accounts.owner(),
      region: ground.region ?? ground.systemLocale,
      written: (accountId, id) => storage.journal.ownWrites.values(accountId, id),
      edits: {
        cells: (accountId, ids) => this.staged.cells(accountId, ids),
        editedIn: (accountId) => this.staged.editedIn(accountId),
      },
    })
    this.#notes = notesOf(ground, storage, service, this.inventory)
    this.sync = syncOf(ground, storage, service, {
      table,
      fresh,
      names: this.names,
      notes: this.#notes,
      editedIn: (accountId) => this.staged.editedIn(accountId),
    })
    recordWrites(storage, { table, fresh, names: this.names, sync: this.sync, notes: this.#notes })
    this.lookups = lookupsOf(storage, service, this.names)
    this.market = new MarketService(marketPorts(service))
    this.conversion = new ConversionService({
      api: async () => (await service.current()).search,
      table: new ConversionTable(storage.cache),
      clock: storage.clock,
    })
    this.position = new PositionService(
      positionPorts(storage, service, { market: this.market, lookups: this.lookups, table }),
    )
    this.desk = marketDeskOf(storage, service, {
      market: this.market,
      inventory: this.inventory,
      table,
      names: this.names,
    })
    this.savedSearches = savedSearchesOf(storage, service, { market: this.market, desk: this.desk, table })
    this.marketNames = marketNamesOf(this.lookups)
    this.realty = realtyOf(storage, service)
    this.realtyPlaces = placesOf(this.lookups)
    this.orders = ordersOf(ground, storage, service, this.inventory)
    this.#photoTransport = new Transport({ proxyFor: ground.proxyFor })
    this.photos = photosOf(ground, service, this.inventory, this.#photoTransport)
    this.#buyers = buyersOf(ground, storage, this.orders)
    this.batches = batchesOf(ground, storage, service, this.inventory)
    this.staged = stagedOf(ground, storage, service, { inventory: this.inventory, batches: this.batches })
    storage.hub.on('account-changed', () => void this.#showCurrent(ground, storage, service))
    this.drafts = new DraftService({
      dataDir: ground.dataDir,
      workerEntry: ground.entries.importWorker,
      sheetEntry: ground.entries.sheetWorker,
      bytesHere: ground.importBytesHere,
    })
  }

  /** What the market screen asks. */
  get search(): SearchParts {
    const { desk, savedSearches: saved, conversion, position, marketNames: names } = this
    return { desk, saved, conversion, position, names }
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
    } catch (error) {
      log.warn('the account could not be shown', { error })
    }
  }

  /** Ends what is under way, the batches first: they still have writes to record, and edits read them in the journal. */
  async close(): Promise<void> {
    this.#buyers.end()
    await this.batches.stop()
    await this.staged.close()
    await this.batches.close()
    await this.sync.close()
    this.#notes.close()
    await this.drafts.close()
    this.photos.close()
    await this.#photoTransport.close()
  }
}
