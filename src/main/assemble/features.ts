import { join } from 'node:path'
import { advertPort, batchQuota, knownAdvertOf, learnCreates } from '../batch-ports.ts'
import { openBatches, type Batches } from '../batch/open-batches.ts'
import { DraftService } from '../import/draft-service.ts'
import { AdvertsTable } from '../inventory/adverts-table.ts'
import { StockListTable } from '../inventory/stock-list-table.ts'
import { ChangeNotes } from '../inventory/change-notes.ts'
import type { StockChange } from '../inventory/stock-change.ts'
import type { Owner } from '../inventory/sync-states.ts'
import { FreshWrites } from '../inventory/fresh-writes.ts'
import { InventoryService } from '../inventory/inventory-service.ts'
import { InventorySync } from '../inventory/inventory-sync.ts'
import { LookupAnswersTable } from '../lookups/lookup-answers-table.ts'
import { LookupReader } from '../lookups/lookup-reader.ts'
import { LookupsService } from '../lookups/lookups-service.ts'
import { namesOfRecord } from '../names/learned-names.ts'
import { NamesTable } from '../names/names-table.ts'
import { WriteRecorder } from '../inventory/write-recorder.ts'
import { BuyerForgetter } from '../orders/buyer-forgetter.ts'
import { sandboxId } from '../accounts/account-list.ts'
import { Transport } from '../http/transport.ts'
import { fetchPhoto } from '../photos/fetch-photo.ts'
import { PhotoCache } from '../photos/photo-cache.ts'
import { PhotosService } from '../photos/photos-service.ts'
import { BuyerKeys } from '../orders/buyer-key.ts'
import { OrdersService } from '../orders/orders-service.ts'
import { OrdersTable } from '../orders/orders-table.ts'
import { stagedPorts } from '../staged-ports.ts'
import { StagedService } from '../staged/staged-service.ts'
import { StagedStore } from '../staged/staged-store.ts'
import { Paced } from '../system/paced.ts'
import { timestamp } from '../system/clock.ts'
import { WrittenStock } from '../orders/written-stock.ts'
import type { RealtyService } from '../realty/realty-service.ts'
import { ConversionService } from '../search/conversion-service.ts'
import { ConversionTable } from '../search/conversion-table.ts'
import { MarketService } from '../search/market-service.ts'
import { PositionService } from '../search/position-service.ts'
import type { MarketDesk } from '../search/market-desk.ts'
import type { SavedSearches } from '../search/saved-searches.ts'
import type { MarketNames, SearchParts } from '../search/search-calls.ts'
import type { Ground } from './ground.ts'
import { realtyOf } from './realty.ts'
import { marketDeskOf, marketNamesOf, marketPorts, positionPorts, savedSearchesOf } from './market.ts'
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

  /** Ends what is under way, the batches first: they may still have writes to record. */
  async close(): Promise<void> {
    this.#buyers.end()
    await this.batches.close()
    await this.staged.close()
    await this.sync.close()
    this.#notes.close()
    await this.drafts.close()
    this.photos.close()
    await this.#photoTransport.close()
  }
}

/** What reads and writes of the stock share. */
type EditedIn = (accountId: string) => ReadonlySet<number>

interface StockParts {
  readonly table: AdvertsTable
  readonly fresh: FreshWrites
  readonly names: NamesTable
  readonly notes: ChangeNotes
}

/** The names of the account of now; those of its creates are learned before the first question. */
const lookupsOf = ({ cache, clock, journal }: Storage, service: Service, names: NamesTable): LookupsService =>
  new LookupsService({
    reader: new LookupReader(new LookupAnswersTable(cache, clock)),
    names,
    owner: async () => {
      const { accountId, baseUrl } = await service.accounts.connection()
      learnCreates(names, journal.ownWrites, accountId)
      return { accountId, baseUrl }
    },
    api: async () => (await service.current()).lookups,
  })

function syncOf(
  { publish }: Ground,
  { cache, journal, clock, log, hub, settings, words }: Storage,
  service: Service,
  { table, fresh, names, notes, editedIn }: StockParts & { readonly editedIn: EditedIn },
): InventorySync {
  const sync = new InventorySync({
    table,
    list: new StockListTable(cache),
    fresh,
    journalled: (accountId) => journal.ownWrites.createdIds(accountId),
    clock,
    owner: () => service.accounts.owner(),
    source: async (accountId) => (await service.client(accountId)).inventory,
    editedIn,
    waitsUntil: (accountId) => isoOf(service.waits.until(accountId, 'read')),
    mayReadSoon: () => !isLimited(settings.get().quota),
    words,
    onUnread: (id, error) => log.warn('an advert could not be read', { id, error }),
    onChanged: (owner, change) => notes.add(owner, change),
    onRecord: ({ accountId }, record) => names.learn(accountId, namesOfRecord(record)),
    onSync: (state, owner) => forCurrent(service, owner.accountId, () => publish('inventory:sync', state)),
  })
  hub.on('quota-wait-changed', ({ account, kind }) => {
    if (kind !== 'orders') sync.quotaWaitChanged(account)
  })
  return sync
}

const notesOf = (
  { publish }: Ground,
  { clock }: Storage,
  service: Service,
  inventory: InventoryService,
): ChangeNotes =>
  new ChangeNotes({
    clock,
    note: (owner, changed) =>
      forCurrent(service, owner.accountId, () =>
        publish('inventory:changed', { adverts: inventory.count(owner), ...(changed && { changed }) }),
      ),
  })

function recordWrites(
  { clock, hub }: Storage,
  { table, fresh, names, sync, notes }: StockParts & { readonly sync: InventorySync },
): void {
  const onChanged = (owner: Owner, change: StockChange): void => notes.add(owner, change)
  const recorder = new WriteRecorder({ table, names, clock, fresh, sync, onChanged })
  hub.on('advert-written', ({ owner, write, autoId }) => recorder.record(owner, write, autoId))
}

function ordersOf(
  { publish }: Ground,
  { cache, journal, clock, settings, words, log, hub }: Storage,
  service: Service,
  inventory: InventoryService,
): OrdersService {
  hub.on('quota-wait-changed', ({ account, kind, until }) => {
    if (kind === 'orders')
      forCurrent(service, account, () => publish('orders:waiting', { until: isoOf(until) }))
  })
  const table = new OrdersTable(cache)
  hub.on('orders-found', ({ accountId }) =>
    forCurrent(service, accountId, () =>
      publish('orders:unseen', { count: table.changes.unseen(accountId).size }),
    ),
  )
  const stock = new WrittenStock((accountId, id) => journal.ownWrites.values(accountId, id).in_stock)
  hub.on('advert-written', ({ owner, autoId }) => stock.forget(owner.accountId, autoId))
  const orders = new OrdersService({
    table,
    keys: new BuyerKeys({ keychain: service.keychain, name: () => table.buyers.vaultName() }),
    clock,
    accountId: async () => (await service.accounts.owner()).accountId,
    source: async (accountId) => (await service.client(accountId)).orders,
    adverts: (accountId, ids) => inventory.statesAndPrices(accountId, ids),
    inStock: (accountId, id) => stock.isInStock(accountId, id),
    buyerDataDays: () => settings.get().buyerDataDays,
    words,
    onUnread: (error) => log.warn('an order could not be read', { error }),
    onChanges: (accountId) => hub.emit('orders-found', { accountId }),
    onErased: () => showOrders(publish, orders),
  })
  return orders
}

/** Sends the orders of the account of now to the window. */
function showOrders(publish: Ground['publish'], orders: OrdersService): void {
  void orders.list().then(
    (state) => publish('orders:changed', state),
    // Without an account there is no page to bring up to date.
    () => undefined,
  )
}

/** Photos that stay readable offline: some thousands of small ones. */
const photoCacheBytes = 256 * 1_048_576

const photosOf = (
  { dataDir }: Ground,
  { accounts }: Service,
  inventory: InventoryService,
  transport: Transport,
): PhotosService =>
  new PhotosService({
    cache: new PhotoCache(join(dataDir, 'photos'), photoCacheBytes),
    photosOf: (advertId) => inventory.photoAddresses(advertId),
    sandboxOrigin: async () => {
      const { accountId, baseUrl } = await accounts.connection()
      return accountId === sandboxId ? new URL(baseUrl).origin : null
    },
    fetch: (url) => fetchPhoto(transport, url),
  })

function buyersOf({ publish }: Ground, { clock, log, hub }: Storage, orders: OrdersService): BuyerForgetter {
  const buyers = new BuyerForgetter({
    forget: () => orders.forgetBuyers(),
    clock,
    onForgotten: () => showOrders(publish, orders),
    onFailure: (error) => log.warn('buyers’ data could not be removed', { error }),
  })
  hub.on('settings-changed', () => buyers.now())
  void buyers.run()
  void orders.sealBuyers().catch((error: unknown) => log.warn('buyers’ data could not be sealed', { error }))
  return buyers
}

function batchesOf(
  { publish, dataDir, program }: Ground,
  { journal, clock, hub, log, settings }: Storage,
  service: Service,
  inventory: InventoryService,
): Batches {
  return openBatches({
    journal,
    connect: async (accountId) =>
      advertPort(
        await service.client(accountId),
        {
          noteWritten: ({ accountId: id, userId }, write, autoId) =>
            hub.emit('advert-written', { owner: { accountId: id, userId }, write, autoId }),
        },
        log,
      ),
    quota: batchQuota(service.ledger),
    readsAfter: () => !isLimited(settings.get().quota),
    cached: (accountId, autoId) => {
      const [facts] = inventory.facts(accountId, [autoId])
      return facts ? knownAdvertOf(facts, inventory.firstReadAt(accountId, autoId)) : null
    },
    clock,
    concurrency: { creates: 1, others: 8 },
    guard: 'live',
    onProgress: (batch, rate, secondsLeft) => {
      publish('batch:progress', { batch, rate, secondsLeft })
      hub.emit('batch-changed', batch)
    },
    onReplaced: () => publish('journal:replaced', null),
    dataDir,
    program,
  })
}

/** How often the window is told about edits while a batch writes them, in ms. */
const toldEvery = 250

function stagedOf(
  { publish }: Ground,
  { staged, clock, hub, log }: Storage,
  service: Service,
  { inventory, batches }: { readonly inventory: InventoryService; readonly batches: Batches },
): StagedService {
  const paced = new Paced(clock, toldEvery)
  const edits: StagedService = new StagedService(new StagedStore(staged), {
    ...stagedPorts(inventory, batches),
    accountId: async () => (await service.accounts.owner()).accountId,
    now: () => timestamp(clock),
    onChanged: (accountId, summary, adverts) => {
      const tell = (): void =>
        forCurrent(service, accountId, () =>
          publish('staged:changed', { summary, adverts: adverts && [...adverts] }),
        )
      if (adverts === null) paced.run(accountId, tell)
      else tell()
    },
  })
  const failed = (error: unknown): void => log.warn('edits were not brought up to date', { error })
  hub.on('advert-written', ({ owner, write, autoId }) => {
    if (write.operation === 'edit') edits.noteWritten(owner.accountId, autoId, write.payload).catch(failed)
  })
  hub.on('batch-changed', ({ state }) => {
    if (state !== 'running') edits.settleBatches().catch(failed)
  })
  return edits
}

/** Does it if this is the account that the window shows: what it shows is never another account's. */
function forCurrent({ accounts }: Service, accountId: string, work: () => void): void {
  if (accounts.currentId() === accountId) work()
}

const isLimited = ({ perHour, perMonth }: { perHour: number | null; perMonth: number | null }): boolean =>
  perHour !== null || perMonth !== null

const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
