import { accountsCalls, accountsEvents } from '../accounts/accounts-calls.ts'
import { advertFormCalls } from '../advert-form/advert-form-calls.ts'
import { batchCalls, batchEvents } from '../batch/batch-calls.ts'
import { demandCalls, demandEvents } from '../demand/demand-calls.ts'
import { feedsCalls } from '../feeds/feeds-calls.ts'
import { importCalls, importEvents } from '../import/import-calls.ts'
import { inventoryCalls, inventoryEvents } from '../inventory/inventory-calls.ts'
import { ruleCalls } from '../inventory/rule-calls.ts'
import { viewCalls } from '../inventory/view-calls.ts'
import { ordersCalls, ordersEvents } from '../orders/orders-calls.ts'
import { proxyCalls, proxyEvents } from '../proxy/proxy-calls.ts'
import { realtyCalls } from '../realty/realty-calls.ts'
import { searchCalls } from '../search/search-calls.ts'
import { appCalls, appEvents } from '../settings/app-calls.ts'
import { settingsCalls } from '../settings/settings.ts'
import { stagedCalls, stagedEvents } from '../staged/staged-calls.ts'
import { stockPlanCalls } from '../stock/stock-plan-calls.ts'
import { stockCalls, stockEvents } from '../stock/stock-calls.ts'
import { supportCalls } from '../support/support-calls.ts'
import { teamCalls } from '../team/team-calls.ts'
import { updatesCalls, updatesEvents } from '../updates/updates-calls.ts'

/** Every call that the window may make. The key goes in through `accounts:try-key` and comes out through none. */
export const calls = {
  ...appCalls,
  ...accountsCalls,
  ...settingsCalls,
  ...inventoryCalls,
  ...ruleCalls,
  ...viewCalls,
  ...importCalls,
  ...feedsCalls,
  ...batchCalls,
  ...ordersCalls,
  ...stagedCalls,
  ...stockPlanCalls,
  ...advertFormCalls,
  ...proxyCalls,
  ...searchCalls,
  ...realtyCalls,
  ...stockCalls,
  ...demandCalls,
  ...supportCalls,
  ...teamCalls,
  ...updatesCalls,
}
export type Calls = typeof calls

/** Every event that main sends to the window. */
export const events = {
  ...appEvents,
  ...accountsEvents,
  ...proxyEvents,
  ...inventoryEvents,
  ...importEvents,
  ...batchEvents,
  ...ordersEvents,
  ...stagedEvents,
  ...stockEvents,
  ...demandEvents,
  ...updatesEvents,
}
export type Events = typeof events
