import type { ClockApart } from '#shared/settings/app-calls.ts'
import type { GoneName } from '#shared/words/gone-words.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { AccountsService } from './accounts/accounts-service.ts'
import type { AdvertFormService } from './advert-form/advert-form-service.ts'
import type { AppEvents } from './assemble/app-events.ts'
import type { BackgroundChecks } from './assemble/background-checks.ts'
import { Features } from './assemble/features.ts'
import type { Ground } from './assemble/ground.ts'
import type { Search } from './assemble/market.ts'
import type { Photos } from './assemble/photos.ts'
import type { Realty } from './assemble/realty.ts'
import type { LinkChanges } from './assemble/link-changes.ts'
import { Service } from './assemble/service.ts'
import { Storage } from './assemble/storage.ts'
import type { AwayDoubts } from './assemble/away-doubts.ts'
import type { TeamMembership } from './assemble/team-membership.ts'
import type { Team } from './assemble/team.ts'
import type { Batches } from './batch/open-batches.ts'
import { countOwn, planningAccount } from './joins/batch-ports.ts'
import { RememberedColumns } from './import/remembered-columns.ts'
import type { BuyerCallsService } from './demand/calls/buyer-calls-service.ts'
import type { DemandService } from './demand/demand-service.ts'
import type { Feeds } from './feeds/feeds.ts'
import type { SavedFeeds } from './feeds/saved-feeds.ts'
import type { ProxyLogins } from './http/proxy-logins.ts'
import type { DraftService } from './import/draft-service.ts'
import { listSeparator } from './files/list-separator.ts'
import type { InventoryService } from './inventory/inventory-service.ts'
import type { RulePorts } from './inventory/rule-calls.ts'
import type { ViewPorts } from './inventory/view-calls.ts'
import type { InventorySync } from './inventory/inventory-sync.ts'
import type { SavedLogins } from './keychain/saved-logins.ts'
import type { LookupsService } from './lookups/lookups-service.ts'
import type { Log } from './log/log.ts'
import type { OrderStatusService } from './orders/status/order-status-service.ts'
import type { OrdersService } from './orders/orders-service.ts'
import type { Planning } from './joins/plan-draft.ts'
import type { StockPlanning } from './joins/plan-stock.ts'
import type { AccountCalls } from './quota/account-calls.ts'
import type { StagedSender } from './joins/send-staged.ts'
import { stagedPorts } from './joins/staged-ports.ts'
import { AdvertLinks } from './joins/advert-links.ts'
import type { StagedService } from './staged/staged-service.ts'
import type { ServiceClient } from './joins/service-clients.ts'
import type { SettingsService } from './settings/settings-service.ts'
import type { SupportService } from './support/support-service.ts'
import type { Hub } from './system/hub.ts'
import type { UnreadableRecords } from './storage/unreadable-records.ts'
import { Lazy } from './system/lazy.ts'
import { serviceTime } from '#shared/time/service-time.ts'

export type { Entries } from './entries.ts'

export interface Forecourt {
  readonly settings: SettingsService
  readonly accounts: AccountsService
  readonly inventory: InventoryService
  /** Brings the cached stock up to date. */
  readonly inventorySync: InventorySync
  readonly views: ViewPorts
  readonly rules: RulePorts
  readonly orders: OrdersService
  readonly orderStatuses: OrderStatusService
  photos(): Promise<Photos>
  readonly drafts: DraftService
  /** Tables that are fetched from an address. */
  feeds(): Promise<Feeds>
  /** The addresses that the window fetches them from. */
  readonly savedFeeds: SavedFeeds
  /** Logins in the keychain that are none of the service. */
  readonly logins: SavedLogins
  /** Logins at proxies. */
  readonly proxyLogins: ProxyLogins
  /** Names of vehicles, and what the service is asked for them. */
  readonly lookups: LookupsService
  /** Searches of the market. */
  search(): Promise<Search>
  realty(): Promise<Realty>
  /** What buyers do with the adverts. */
  demand(): Promise<DemandService>
  readonly buyerCalls: BuyerCallsService
  readonly batches: Batches
  /** The other desks with the same key. */
  readonly team: Team
  /** How this desk comes to them and leaves them. */
  membership(): Promise<TeamMembership>
  /** Rows in doubt of desks of the team that are away. */
  awayDoubts(): Promise<AwayDoubts>
  /** Edits that are not sent yet. */
  readonly staged: StagedService
  /** What is told of the app itself. */
  support(): Promise<SupportService>
  /** Makes batches of them. */
  stagedSender(): Promise<StagedSender>
  /** The form of a new advert. */
  advertForm(): Promise<AdvertFormService>
  /** What it takes to make a batch of a draft. */
  readonly planning: Planning
  /** What it takes to plan the files of the whole stock. */
  readonly stock: StockPlanning
  /** The dealer's own numbers of adverts, as the window shows and answers them. */
  readonly links: AdvertLinks
  readonly linkChanges: LinkChanges
  readonly log: Log
  /** What the features tell each other, for the root that reacts to it too. */
  readonly hub: Hub<AppEvents>
  /** The service as the current account reaches it. */
  service(): Promise<ServiceClient>
  /** A text without keys, e-mails and phones, for whatever is shown outside of the window. */
  redact(text: string): string
  /** Calls of the current account against its quota. */
  budget(): Promise<AccountCalls>
  /** A failure in plain words; what was not thrown on purpose is logged and becomes `internal`. */
  words(error: unknown): Failure
  /** Adverts of the account at the service, or null if that can't be known; for an account with an empty cache. */
  stockCount(): Promise<number | null>
  /** A fault of this computer's time, once it was noticed. */
  readonly clockApart: ClockApart | null
  /** Files that were deleted since the last start. */
  readonly gone: readonly GoneName[]
  /** Files that were damaged and set aside in this run. */
  readonly setAside: readonly string[]
  /** Databases that were found damaged since and are set aside at the next start. */
  readonly damaged: readonly string[]
  /** Where saved records were found that can't be read, by file and table, and how often. */
  readonly unreadable: UnreadableRecords
  /** Why the last backup of the journal could not be made; null if it could. */
  readonly backupFailure: Failure | null
  /** Checks of databases that were not closed in order; started by a program that lasts. */
  readonly checks: BackgroundChecks
  /** An error that nothing else handles: after damage of a database the next start checks it first. */
  noteDamage(error: unknown): void
  close(): Promise<void>
}

/** Everything that the window and the command line share: storage, then service, then features. @throws Fault `storage` */
export function assemble(ground: Ground): Forecourt {
  const storage = new Storage(ground)
  const service = new Service(ground, storage)
  const features = new Features(ground, storage, service)
  const { accounts } = service
  const { inventory, sync: inventorySync, orders, drafts, batches, lookups, names, staged } = features
  const planning: Planning = {
    batches,
    drafts,
    account: async () => {
      const owner = await accounts.checkedFor()
      // What another desk sent a moment ago is asked about before anything of the file is sent.
      await features.team.pullIfReachable(owner.accountId)
      return planningAccount(owner, inventory, batches, names, (within) => lookups.isUnaskedBy(owner, within))
    },
    onProgress: (progress) => ground.publish('draft:progress', progress),
    freshness: {
      stale: (ids) => inventory.stale(ids),
      read: (ids, signal) => inventorySync.add(ids, signal),
    },
    names: lookups,
    columns: new RememberedColumns(storage.staged, storage.clock),
    listSeparator: () => listSeparator((ground.region ?? ground.systemLocale)()),
    template: async (operation, format) =>
      (await import('./import/template.ts')).templateFile(operation, format, {
        region: ground.region ?? ground.systemLocale,
        knownMakes: async () => names.makes((await accounts.owner()).accountId),
      }),
    words: storage.words,
  }
  const sender = new Lazy(
    async () =>
      new (await import('./joins/send-staged.ts')).StagedSender({
        staged,
        planning,
        adverts: stagedPorts(inventory, batches).adverts,
        nowWords: () => serviceTime(storage.clock.now()).slice(0, 16).replace(':', '.'),
      }),
  )
  const form = new Lazy(async () =>
    (await import('./assemble/advert-form.ts')).advertFormOf(storage, service, features, planning),
  )
  const away = new Lazy(async () =>
    (await import('./assemble/away-doubts.ts')).awayDoubtsOf(storage, service, features),
  )
  const membership = new Lazy(async () => {
    const { TeamMembership } = await import('./assemble/team-membership.ts')
    return new TeamMembership({
      team: features.team,
      accountId: async () => (await accounts.owner()).accountId,
      limits: () => storage.settings.get().quota,
      isSending: () => batches.reader.isSending,
      words: storage.words,
      onCountedElsewhere: (accountId) => storage.hub.emit('call-counted', { accountId }),
    })
  })
  const support = new Lazy(async () =>
    (await import('./assemble/support.ts')).supportOf(ground, storage, service, features),
  )
  return {
    settings: storage.settings,
    accounts,
    inventory,
    inventorySync,
    views: features.views,
    rules: features.rules,
    orders,
    orderStatuses: features.orderStatuses,
    photos: () => features.photos.load(),
    drafts,
    feeds: () => service.feeds.load(),
    savedFeeds: service.savedFeeds,
    logins: service.logins,
    proxyLogins: service.proxyLogins,
    lookups,
    search: () => features.search.load(),
    realty: () => features.realty.load(),
    demand: () => features.demand.load(),
    buyerCalls: features.buyerCalls,
    batches,
    team: features.team,
    membership: () => membership.load(),
    awayDoubts: () => away.load(),
    staged,
    support: () => support.load(),
    stagedSender: () => sender.load(),
    advertForm: () => form.load(),
    planning,
    linkChanges: features.linkChanges,
    links: new AdvertLinks({
      ...{ batches, inventory, clock: storage.clock, team: features.team },
      owner: () => accounts.owner(),
      onChanged: () => features.linkChanges.look(),
    }),
    stock: {
      ...{
        drafts,
        batches,
        inventory,
        orders,
        sync: inventorySync,
        clock: storage.clock,
        team: features.team,
      },
      account: planning.account,
      owner: () => accounts.owner(),
    },
    log: storage.log,
    hub: storage.hub,
    words: storage.words,
    service: () => service.current(),
    stockCount: async () => countOwn(await service.current()),
    redact: (text) => storage.redactor.redact(text),
    budget: () => service.budget(),
    gone: storage.gone,
    setAside: storage.setAside,
    damaged: storage.damaged,
    unreadable: storage.unreadable,
    get clockApart() {
      return storage.clockApart
    },
    get backupFailure() {
      return storage.backupFailure
    },
    checks: storage.checks,
    noteDamage: (error) => storage.noteDamage(error),
    async close() {
      await storage.checks.end()
      await features.close()
      await service.close()
      storage.close()
    },
  }
}
