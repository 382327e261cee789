import type { Fault, Failure } from '#shared/bridge/failure.ts'
import type { SyncState } from '#shared/inventory/inventory-calls.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Clock } from '../system/clock.ts'
import type { AdvertsTable } from './adverts-table.ts'
import type { StockChange } from './change-notes.ts'
import type { FreshWrites } from './fresh-writes.ts'
import type { InventoryApi } from './inventory-api.ts'
import type { Owner } from './owner.ts'
import type { RefreshTable } from './refresh-table.ts'
import type { StockSources } from './sources/stock-sources.ts'
import type { StockListTable } from './stock-list-table.ts'

/** Service as the inventory needs it. */
export type AdvertSource = Pick<InventoryApi, 'advertInfo' | 'ownAdverts'>

/** Parts of the app that the reading of the stock works with. */
export interface InventorySyncPorts {
  readonly table: AdvertsTable
  readonly list: StockListTable
  readonly clock: Clock
  readonly fresh: FreshWrites
  /** The account that the window shows. */
  readonly owner: () => Promise<Owner>
  readonly source: (accountId: string) => Promise<AdvertSource>
  /** Ids of the adverts that the journal says were created and not deleted since; absent, there are none. */
  readonly journalled?: (accountId: string) => readonly number[]
  /** Gets what the service listed, and has what else is the owner's; absent, nothing is. */
  readonly sources?: Pick<StockSources, 'noteListed' | 'joined'>
  /** Refreshes that ended early; absent, each begins again. */
  readonly refreshes?: RefreshTable
  /** Adverts with edits that are not sent yet; absent, there are none. */
  readonly editedIn?: (accountId: string) => ReadonlySet<number>
  /** Time when the next read may begin, ISO 8601, if reads of the account wait for its quota; else null. */
  readonly waitsUntil: (accountId: string) => string | null
  /** False if calls count against a quota: then what was written is read at the next sync. */
  readonly mayReadSoon: (accountId: string) => boolean
  readonly words: (fault: unknown) => Failure
  /** Gets each advert that could not be read; the id is null if the id itself could not be read. */
  readonly onUnread: (id: number | null, fault: Fault) => void
  /** Gets what changed whenever adverts were saved. */
  readonly onChanged: (owner: Owner, change: StockChange) => void
  /** Gets each record that was read, for the names that it teaches. */
  readonly onRecord: (owner: Owner, record: AdvertRecord) => void
  readonly onSync: (state: SyncState, owner: Owner) => void
}
