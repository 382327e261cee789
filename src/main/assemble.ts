import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { failureWords } from './words/failure-words.ts'
import { createAccountKeys } from './accounts/account-keys.ts'
import type { AccountOverrides } from './accounts/account-overrides.ts'
import { createAccountsService, sandboxId, type AccountsService } from './accounts/accounts-service.ts'
import { EmbeddedSandbox } from './accounts/embedded-sandbox.ts'
import type { BatchCallsPorts } from './batch/batch-calls.ts'
import { BatchService } from './batch/batch-service.ts'
import { DraftService } from './import/draft-service.ts'
import { Journal } from './batch/journal/journal.ts'
import { advertPort, batchQuota, cachedAdvertOf, countOwn, planningAccount } from './batch-ports.ts'
import type { ChildPort } from './system/child-port.ts'
import { systemClock } from './system/clock.ts'
import type { Connection } from './http/connection.ts'
import { openDatabase } from './storage/database.ts'
import { createKeychain } from './keychain/keychain.ts'
import { createLog, type Log } from './log/log.ts'
import { createTransport } from './http/transport.ts'
import { fetchPhoto } from './photos/fetch-photo.ts'
import { PhotoCache } from './photos/photo-cache.ts'
import { PhotosService } from './photos/photos-service.ts'
import type { ProxyFor } from './http/proxy.ts'
import { createQuotaLedger, type AccountBudget } from './quota/quota-ledger.ts'
import { quotaMigration } from './quota/quota-table.ts'
import { QuotaWaits } from './quota/quota-waits.ts'
import { createRedactor, type Redactor } from './log/redact.ts'
import { advertsMigration } from './inventory/adverts-migrations.ts'
import { AdvertsTable } from './inventory/adverts-table.ts'
import { InventoryService } from './inventory/inventory-service.ts'
import { ownListMemory, ownListMigration } from './inventory/own-list-table.ts'
import { BuyerForgetter } from './orders/buyer-forgetter.ts'
import { forgottenBuyersMigration, ordersMigration } from './orders/orders-migrations.ts'
import { OrdersService } from './orders/orders-service.ts'
import { OrdersTable } from './orders/orders-table.ts'
import { ServiceClients, type ServiceClient } from './service-clients.ts'
import { accountBook } from './settings/account-book.ts'
import { createSettingsService, type SettingsService } from './settings/settings-service.ts'
import { openSettings } from './settings/settings-store.ts'
import type { Publish } from './bridge/publish.ts'
import type { Events } from '#shared/bridge/calls.ts'

/** Where the scripts lie that run beside main, in threads and children: built ones, or sources in tests. */
export interface Entries {
  readonly sandboxThread: URL
  readonly importWorker: URL
  readonly keychainChild: URL
}

export interface Ground {
  readonly dataDir: string
  readonly entries: Entries
  readonly overrides: AccountOverrides
  readonly systemLocale: () => string
  readonly version: string
  /** What holds the batch engine, for people. */
  readonly program: string
  /** Who else has to black out what is shown shares it; otherwise one is made. */
  readonly redactor?: Redactor
  readonly spawnKeychain: (entry: URL) => ChildPort
  readonly proxyFor: ProxyFor
  /** Another account became the active one. */
  readonly onAccount?: () => void
  /** Where events go: the window, or nowhere. */
  readonly publish: Publish<Events>
}

export interface Forecourt {
  readonly settings: SettingsService
  readonly accounts: AccountsService
  readonly inventory: InventoryService
  readonly orders: OrdersService
  readonly photos: PhotosService
  readonly drafts: DraftService
  readonly batches: BatchService
  /** What it takes to make a batch of a draft. */
  readonly planning: BatchCallsPorts
  readonly log: Log
  /** The service as the current account speaks to it. */
  service(): Promise<ServiceClient>
  /** A text without keys, e-mails and phones, for whatever is shown outside of the window. */
  redact(text: string): string
  /** Calls of the current account against its quota. */
  budget(): Promise<AccountBudget>
  /** A failure in plain words; what was not thrown on purpose is logged and becomes `internal`. */
  words(error: unknown): Failure
  /** Adverts of the account at the service, or null where nobody knows: asked where nothing is cached. */
  readonly stockCount: () => Promise<number | null>
  /** Files that were damaged and set aside at this start. */
  readonly setAside: readonly string[]
  close(): Promise<void>
}

/** Photos that stay readable offline: some thousands of small ones. */
const photoCacheBytes = 256 * 1_048_576

/** Everything that the window and the command line share, made and joined. @throws Fault `storage` */
export function assemble(ground: Ground): Forecourt {
  const { dataDir, entries, publish } = ground
  const clock = systemClock
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })

  const redactor = ground.redactor ?? createRedactor()
  const log = createLog({ directory: join(dataDir, 'logs'), redactor, clock })
  const words = (error: unknown): Failure => failureWords(asFault(error, log))
  const onKey = (key: string): void => redactor.know(key)

  const store = openSettings(dataDir, clock)
  const settings = createSettingsService({
    store,
    systemLocale: ground.systemLocale,
    version: ground.version,
    onChange: () => buyers.now(),
  })
  const cache = openDatabase({
    path: join(dataDir, 'cache.db'),
    migrations: [
      advertsMigration,
      ordersMigration,
      quotaMigration,
      ownListMigration,
      forgottenBuyersMigration,
    ],
    synchronous: 'NORMAL',
    now: () => clock.now(),
  })
  const journal = new Journal(join(dataDir, 'journal.db'), clock)

  const keychain = createKeychain({ spawn: () => ground.spawnKeychain(entries.keychainChild) })
  const sandbox = new EmbeddedSandbox(dataDir, entries.sandboxThread)
  const waits = new QuotaWaits(({ account, kind }, until) => {
    if (until !== null)
      log.info('calls wait for the quota', { account, kind, until: new Date(until).toISOString() })
    if (kind === 'orders') publish('orders:waiting', { until: isoOf(until) })
    else inventory.waitChanged(account)
  })
  const ledger = createQuotaLedger({ db: cache.db, clock, limits: () => settings.get().quota, waits })
  const clients = new ServiceClients(
    { redactor, log, proxyFor: ground.proxyFor, clock },
    {
      budget: (accountId) => ledger.forAccount(accountId),
      ownList: (connection) => ownListMemory(cache.db, connection, clock),
    },
  )
  let activeId = store.read().activeAccountId
  const accounts = createAccountsService({
    book: accountBook(store),
    keys: createAccountKeys({ keychain, onKey }),
    sandbox: () => sandbox.endpoint(),
    overrides: ground.overrides,
    states: (connection, signal) => clients.probe(connection, signal),
    words,
    clock,
    onKey,
    onChange: (state) => {
      publish('accounts:changed', state)
      if (state.activeId === activeId) return
      activeId = state.activeId
      ground.onAccount?.()
    },
  })

  const owner = (): Promise<Connection> => accounts.connection()
  const clientOf = async (accountId: string) => clients.of(await accounts.connectionOf(accountId))
  const inventory: InventoryService = new InventoryService({
    table: new AdvertsTable(cache.db),
    clock,
    owner,
    source: async (accountId) => (await clientOf(accountId)).inventory,
    written: (accountId, id) => batches.written(accountId, id),
    waitsUntil: (accountId) => isoOf(waits.until(accountId, 'read')),
    mayReadSoon: () => settings.get().quota.perHour === null && settings.get().quota.perMonth === null,
    words,
    onUnread: (id, error) => log.warn('an advert could not be read', { id, error }),
    onChanged: (adverts) => publish('inventory:changed', { adverts }),
    onSync: (state) => publish('inventory:sync', state),
  })
  const orders: OrdersService = new OrdersService({
    table: new OrdersTable(cache.db),
    clock,
    accountId: async () => (await owner()).accountId,
    source: async (accountId) => (await clientOf(accountId)).orders,
    advertStates: (accountId, ids) => inventory.states(accountId, ids),
    buyerDataDays: () => settings.get().buyerDataDays,
    words,
    onUnread: (error) => log.warn('an order could not be read', { error }),
  })
  const buyers: BuyerForgetter = new BuyerForgetter({
    forget: () => orders.forgetBuyers(),
    clock,
    onForgotten: () =>
      void orders.list().then(
        (state) => publish('orders:changed', state),
        // Without an account there is no page to bring up to date.
        () => undefined,
      ),
    onFailure: (error) => log.warn('buyers’ data could not be removed', { error }),
  })
  void buyers.run()
  const batches: BatchService = new BatchService({
    journal,
    connect: async (accountId) => advertPort(await clientOf(accountId), inventory, log),
    quota: batchQuota(ledger),
    cached: (accountId, autoId) => {
      const [facts] = inventory.facts(accountId, [autoId])
      return facts ? cachedAdvertOf(facts) : null
    },
    clock,
    lanes: { creates: 1, others: 8 },
    guard: 'live',
    onProgress: (batch, rate, secondsLeft) => publish('batch:progress', { batch, rate, secondsLeft }),
    dataDir,
    program: ground.program,
  })
  const photoTransport = createTransport({ proxyFor: ground.proxyFor })
  const photos = new PhotosService({
    cache: new PhotoCache(join(dataDir, 'photos'), photoCacheBytes),
    photosOf: (advertId) => inventory.photoAddresses(advertId),
    sandboxOrigin: async () => {
      const { accountId, baseUrl } = await owner()
      return accountId === sandboxId ? new URL(baseUrl).origin : null
    },
    fetch: (url) => fetchPhoto(photoTransport, url),
  })
  const drafts = new DraftService({ dataDir, workerEntry: entries.importWorker })

  return {
    settings,
    accounts,
    inventory,
    orders,
    photos,
    drafts,
    batches,
    planning: {
      batches,
      drafts,
      account: async () => planningAccount(await owner(), inventory, batches),
      onProgress: (progress) => publish('draft:progress', progress),
    },
    log,
    words,
    service: async () => clients.of(await owner()),
    stockCount: async () => countOwn(clients.of(await owner())),
    redact: (text) => redactor.redact(text),
    budget: async () => ledger.forAccount((await owner()).accountId),
    setAside: [cache.setAside, journal.setAside, store.setAside()?.path ?? null].filter(
      (path) => path !== null,
    ),
    async close() {
      buyers.end()
      await batches.close()
      await inventory.close()
      await drafts.close()
      photos.close()
      await photoTransport.close()
      await clients.close()
      await sandbox.close()
      keychain.close()
      cache.db.close()
      log.close()
    },
  }
}

const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

function asFault(error: unknown, log: Log): Fault {
  if (error instanceof Fault) return error
  log.error('unexpected', { error })
  return new Fault('internal')
}
