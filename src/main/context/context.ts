import type { DatabaseSync } from 'node:sqlite'
import { currencyIds } from '#shared/batch/currency.ts'
import type { Journal } from '../batch/journal/journal.ts'
import type { Connection } from '../http/connection.ts'
import type { OwnKnowledge } from '../inventory/advert-addresses.ts'
import { keptListed, ownReads } from '../inventory/own-reads.ts'
import { AccountKeys } from '../accounts/account-keys.ts'
import { AccountRules } from '../accounts/account-list.ts'
import { AccountsService } from '../accounts/accounts-service.ts'
import { EmbeddedSandbox } from '../accounts/embedded-sandbox.ts'
import { AddressTable } from '../inventory/address-memory.ts'
import { unmanaged } from '#shared/policy/policy.ts'
import { ProxyLogins } from '../http/proxy-logins.ts'
import { Keychain } from '../keychain/keychain.ts'
import { SavedLogins } from '../keychain/saved-logins.ts'
import type { Feeds } from '../feeds/feeds.ts'
import { SavedFeeds } from '../feeds/saved-feeds.ts'
import type { AccountCalls } from '../quota/account-calls.ts'
import type { CallBudget } from '../http/call.ts'
import { QuotaLedger } from '../quota/quota-ledger.ts'
import { QuotaWaits, waitForCall } from '../quota/wait-for-call.ts'
import type { ServiceClient, ServiceClients } from './service-clients.ts'
import { SettingsAccountBook } from '../settings/settings-store.ts'
import { Lazy } from '../system/lazy.ts'
import type { AppEnvironment } from './app-environment.ts'
import { Storage } from './storage.ts'

/** Facts that the journal and the cache have of the account's adverts. A journal that can't be read knows nothing. */
export function ownKnowledge(
  { accountId, userId }: Connection,
  cache: DatabaseSync,
  journal: Journal,
): OwnKnowledge {
  const written = <Known>(read: () => Known, none: Known): Known => {
    try {
      return read()
    } catch {
      return none
    }
  }
  return {
    read: ownReads(cache, { accountId, userId }),
    listed: keptListed(cache, { accountId, userId }),
    created: (id) => written(() => journal.tables.writes.createdBy(accountId, id) !== null, false),
    createdAmong: (ids) =>
      written<ReadonlySet<number>>(() => journal.tables.writes.createdAmong(accountId, ids), new Set()),
    currency: (id) =>
      written(() => {
        const { currency_id: last } = journal.tables.writes.values(accountId, id)
        return currencyIds.find((each) => each === last) ?? null
      }, null),
  }
}

/** The calls that several desks make together; null for an account that this computer counts alone. */
interface SharedCalls {
  budget(accountId: string): Promise<AccountCalls | null>
}

/** No command hangs at a quota that is used up: it ends with the time. In ms. */
const commandWaits = 60_000

/** Parts of every feature: what is on the disk, the accounts, and the service as each of them reaches it. Made once. */
export class Context extends Storage {
  readonly accounts: AccountsService
  readonly ledger: QuotaLedger
  readonly waits: QuotaWaits
  /** The system's keychain; null if a command got its key from the environment and touches none. */
  readonly keychain: Keychain | null
  /** Tables that are fetched from addresses. Their logins are in the keychain wherever the key is from. */
  readonly feeds: Lazy<Feeds>
  readonly savedFeeds: SavedFeeds
  /** Logins that are none of the service, in the keychain. */
  readonly logins: SavedLogins
  /** At proxies that ask for one; in the keychain wherever the key is from. */
  readonly proxyLogins: ProxyLogins
  /** True for each account whose last request was answered, whatever it was about. */
  readonly lines = new Map<string, boolean>()
  readonly #clients: Lazy<ServiceClients>
  #open: ServiceClients | null = null
  #team: SharedCalls | null = null
  readonly #longestWait: number
  /** The system's keychain, wherever the key is from: secrets of other kinds are in it. */
  readonly secrets: Keychain
  readonly #sandbox: EmbeddedSandbox

  /** @throws Fault `storage` */
  constructor(environment: AppEnvironment) {
    super(environment)
    this.secrets = new Keychain({ spawn: () => environment.spawnKeychain(environment.entries.keychainChild) })
    this.keychain = environment.overrides.key === undefined ? this.secrets : null
    this.logins = new SavedLogins(this.secrets, this.redactor)
    this.proxyLogins = new ProxyLogins(this.logins, (proxy) => this.publish('proxy:changed', proxy))
    this.feeds = this.#feedsOf()
    this.savedFeeds = this.#savedFeedsOf()
    this.#sandbox = new EmbeddedSandbox(environment.dataDir, (options) =>
      environment.startSandbox(environment.entries.sandboxThread, options),
    )
    this.waits = new QuotaWaits(({ account, kind }, until) => {
      if (until !== null)
        this.log.info('calls wait for the quota', { account, kind, until: new Date(until).toISOString() })
      this.hub.emit('quota-wait-changed', { account, kind, until })
    })
    this.#longestWait = environment.audience === 'command-line' ? commandWaits : Infinity
    this.ledger = new QuotaLedger({
      db: this.quota,
      clock: this.clock,
      waits: this.waits,
      limits: () => this.settings.get().quota,
      onCounted: (accountId) => this.hub.emit('call-counted', { accountId }),
    })
    this.#clients = this.#clientsOf()
    this.accounts = this.#accountsOf()
  }

  /** The service as the current account reaches it. @throws what `AccountsService.connection` throws */
  async current(): Promise<ServiceClient> {
    return (await this.#clients.load()).of(await this.accounts.connection())
  }

  /** The service as this account reaches it, active or not. */
  async client(accountId: string): Promise<ServiceClient> {
    this.#open = await this.#clients.load()
    return this.#open.of(await this.accounts.connectionOf(accountId))
  }

  /** Does it if this is the account that the window shows: what it shows is never another account's. */
  forCurrent(accountId: string, work: () => void): void {
    if (this.accounts.currentId() === accountId) work()
  }

  /** The time by the service, ms since 1970; null before it answered, and where it is on this computer. */
  otherNow(): number | null {
    return this.#open?.otherNow() ?? null
  }

  /** Calls of the current account against its quota. */
  async budget(): Promise<AccountCalls> {
    return this.#callsOf((await this.accounts.owner()).accountId)
  }

  /** From here on the calls of a team are counted by it. */
  shareCalls(team: SharedCalls): void {
    this.#team = team
  }

  async #callsOf(accountId: string): Promise<AccountCalls> {
    return (await this.#team?.budget(accountId)) ?? this.ledger.forAccount(accountId)
  }

  /** Asked again for each call, and after each wait of one: the desk may have joined a team. */
  #budgetOf(accountId: string): CallBudget {
    const { account, clock, waits } = this.ledger.ownCalls(accountId)
    const waiting = { account, clock, waits, longest: this.#longestWait }
    return { reserve: (kind, how) => waitForCall(() => this.#callsOf(accountId), kind, how, waiting) }
  }

  async close(): Promise<void> {
    await this.#clients.ifLoaded((clients) => clients.close())
    await this.feeds.ifLoaded((feeds) => feeds.close())
    await this.#sandbox.close()
    this.secrets.close()
    this.closeStorage()
  }

  #feedsOf(): Lazy<Feeds> {
    const { logins, proxyLogins } = this
    const { proxyFor } = this.environment
    return new Lazy(async () => new (await import('../feeds/feeds.ts')).Feeds(logins, proxyFor, proxyLogins))
  }

  #savedFeedsOf(): SavedFeeds {
    const { settingsStore, redactor } = this
    return new SavedFeeds({
      dataDir: this.environment.dataDir,
      redactor,
      keychain: this.secrets,
      feeds: () => this.feeds.load(),
      read: () => settingsStore.read().feeds,
      write: (saved) => {
        settingsStore.change((file) => ({ ...file, feeds: [...saved] }))
      },
    })
  }

  /** The clients, and with them all that reads the service's answers. */
  #clientsOf(): Lazy<ServiceClients> {
    const { redactor, log, clock, cache, journal, proxyLogins } = this
    const { proxyFor } = this.environment
    return new Lazy(async () => {
      const clients = await import('./service-clients.ts')
      return new clients.ServiceClients(
        {
          redactor,
          log,
          proxyFor,
          proxyLogins,
          clock,
          onLine: (accountId, isReached) => {
            if (this.lines.get(accountId) === isReached) return
            this.lines.set(accountId, isReached)
            this.publish('app:line', { accountId, isReached })
          },
        },
        {
          budget: (accountId) => this.#budgetOf(accountId),
          addresses: (connection) => new AddressTable(cache, connection, clock),
          known: (connection) => ownKnowledge(connection, cache, journal),
        },
      )
    })
  }

  #accountsOf(): AccountsService {
    const { overrides, audience, managed = unmanaged } = this.environment
    const sandbox = this.#sandbox
    const onKey = (key: string): void => this.redactor.addKey(key)
    const rules = new AccountRules(managed)
    return new AccountsService({
      overrides,
      rules,
      onKey,
      words: this.words,
      clock: this.clock,
      book: new SettingsAccountBook(this.settingsStore),
      keys: new AccountKeys({ keychain: this.secrets, onKey }),
      sandbox: () => sandbox.endpoint(),
      // A window lasts and needs it anyway, unless it may not start it; a command may end without a call.
      ...((audience === 'command-line' || !rules.hasSandbox) && {
        lastSandbox: () => sandbox.lastEndpoint(),
      }),
      states: async (connection, signal) => (await this.#clients.load()).probe(connection, signal),
      onChange: (state) => this.publish('accounts:changed', state),
      onRemove: (accountId) => this.savedFeeds.removeAll(accountId),
      onActive: (accountId) => this.hub.emit('account-changed', { accountId }),
    })
  }
}
