import type { Handlers } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AppState } from '#shared/settings/app-calls.ts'
import type { QuotaPlan } from '#shared/settings/quota-plan.ts'
import { accountsHandlers } from '../accounts/accounts-calls.ts'
import { advertFormHandlers } from '../advert-form/advert-form-calls.ts'
import type { Forecourt } from '../assemble.ts'
import { deletedAdvert } from '../joins/batch-ports.ts'
import { demandHandlers } from '../demand/demand-calls.ts'
import type { Recovered } from '../batch/sending/recovery.ts'
import { batchHandlers } from '../batch/batch-calls.ts'
import type { Handed } from '../files/handed-over.ts'
import { importHandlers } from '../import/import-calls.ts'
import { planDraft } from '../joins/plan-draft.ts'
import { feedsHandlers } from '../joins/feeds-calls.ts'
import { openHanded } from '../joins/open-handed.ts'
import { checkStock } from '../stock/plan-stock.ts'
import { stockHandlers } from '../stock/stock-calls.ts'
import { systemClock } from '../system/clock.ts'
import { inventoryHandlers } from '../inventory/inventory-calls.ts'
import { ruleHandlers } from '../inventory/rule-calls.ts'
import { viewHandlers } from '../inventory/view-calls.ts'
import { ordersHandlers } from '../orders/orders-calls.ts'
import { realtyHandlers } from '../realty/realty-calls.ts'
import { searchHandlers } from '../search/search-calls.ts'
import { settingsHandlers, quotaPlan } from '../settings/settings-calls.ts'
import { stagedHandlers } from '../staged/staged-calls.ts'
import { supportHandlers } from '../support/support-calls.ts'
import { updatesHandlers } from '../updates/updates-calls.ts'
import type { UpdatesService } from '../updates/updates-service.ts'
import { teamHandlers } from '../team/team-calls.ts'
import { quotaOf } from './quota-state.ts'

/** Facts about the app as a whole that only the window's root has. */
export interface AppFacts {
  readonly online: () => boolean
  /** Files and addresses that the window is to open; each is answered once. */
  readonly handed: () => readonly Handed[]
  /** Shows the log in the system's file manager. */
  readonly showLog: () => void
  /** New versions of the app; null in a build without an address of them. */
  readonly updates?: () => Promise<UpdatesService | null>
  /** Batches that an earlier process left; nothing until the journal is checked. */
  readonly recovered: () => Pick<Recovered, 'inDoubt' | 'lost'>
}

/** Every answer of the bridge: a call without one, or one without a call, doesn't compile. */
export const handlersOf = (forecourt: Forecourt, facts: AppFacts): Handlers<Calls, AbortSignal> => ({
  'app:state': () => appState(forecourt, facts),
  'app:take-opened': () => openHanded(forecourt.drafts, facts.handed()),
  'app:plan-calls': ({ calls }) => planCalls(forecourt, calls),
  ...accountsHandlers(forecourt.context.accounts),
  ...settingsHandlers(forecourt.context.settings),
  ...supportHandlers(() => forecourt.support(), facts.showLog),
  ...updatesHandlers(facts.updates ?? (() => Promise.resolve(null))),
  'proxy:list': () => forecourt.context.proxyLogins.list(),
  'proxy:log-in': ({ proxy, user, password }) =>
    forecourt.context.proxyLogins.logIn(proxy, `${user}:${password}`),
  ...teamHandlers(() => forecourt.membership()),
  ...inventoryHandlers(forecourt.inventory, forecourt.inventorySync),
  ...ruleHandlers(forecourt.rules, systemClock, () => currentOf(forecourt)),
  ...viewHandlers(forecourt.views, systemClock, () => currentOf(forecourt)),
  ...importHandlers(forecourt.planning, (draftId, choice, hooks) =>
    checkStock(forecourt.stock, draftId, choice, hooks),
  ),
  ...feedsHandlers(forecourt.context.savedFeeds, forecourt.drafts, () => forecourt.context.accounts.owner()),
  ...stockHandlers(forecourt, () => forecourt.context.checks.journal()),
  ...batchHandlers({
    batches: forecourt.batches,
    checked: () => forecourt.context.checks.journal(),
    vehicleNames: (accountId, payload) => forecourt.lookups.namesOf(accountId, payload),
    advertTitles: (accountId, autoIds) => forecourt.inventory.titles(accountId, autoIds),
    deletedAdvert: (accountId, autoId) =>
      deletedAdvert(forecourt.inventory, forecourt.batches.writes(), accountId, autoId),
    listSeparator: forecourt.planning.listSeparator,
    plan: (draftId, confirmed) => planDraft(forecourt.planning, draftId, confirmed),
  }),
  ...ordersHandlers(forecourt.orders, forecourt.orderStatuses, async (orderId, take) =>
    forecourt.team.takeOrder(await currentOf(forecourt), orderId, take),
  ),
  ...stagedHandlers(forecourt.staged, () => forecourt.stagedSender()),
  ...advertFormHandlers(() => forecourt.advertForm()),
  ...searchHandlers(() => forecourt.search()),
  ...realtyHandlers(() => forecourt.realty()),
  ...demandHandlers(
    () => forecourt.demand(),
    forecourt.buyerCalls,
    () => forecourt.context.settings.get().quota,
  ),
})

/** The account that the window shows. */
const currentOf = async ({ context: { accounts } }: Forecourt): Promise<string> =>
  (await accounts.owner()).accountId

export async function appState(forecourt: Forecourt, facts: AppFacts): Promise<AppState> {
  return {
    online: facts.online(),
    inDoubt: facts.recovered().inDoubt,
    lost: facts.recovered().lost,
    clockApart: forecourt.context.clockApart,
    gone: [...forecourt.context.gone],
    setAside: [...forecourt.context.setAside],
    unreadable: forecourt.context.unreadable.places,
    damaged: [...forecourt.context.damaged],
    backupFailure: forecourt.context.backupFailure,
    quota: await quotaOf(forecourt.context),
    callsWaiting: await forecourt.buyerCalls.waiting(),
    // Last: a later request outweighs it.
    lines: Object.fromEntries(forecourt.context.lines),
  }
}

/** Plan of so many further calls for the active account, by the ledger. */
async function planCalls(forecourt: Forecourt, calls: number): Promise<QuotaPlan> {
  const plan = (await forecourt.context.budget()).plan(calls)
  return quotaPlan(plan, forecourt.context.settings.get().quota, calls, systemClock.now())
}
