import type { Failure, Fault } from '#shared/bridge/failure.ts'
import type { SentStatus, StatusDoubt, StatusService } from '#shared/orders/order-status.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { Clock } from '../system/clock.ts'
import type { BuyerKeys } from './order-seal.ts'
import type { OrderedAdvert } from './order-troubles.ts'
import type { OrdersApi } from './orders-api.ts'
import type { OrdersTable } from './orders-table.ts'

/** Service as the orders need it. */
type OrderSource = Pick<OrdersApi, 'orders' | 'statuses'>

/** Parts of the app that the orders work with. */
export interface OrdersPorts {
  readonly table: OrdersTable
  readonly clock: Clock
  readonly source: (accountId: string) => Promise<OrderSource>
  readonly words: (fault: unknown) => Failure
  /** Gets each order that could not be read. */
  readonly onUnread: (fault: Fault) => void
  /** Something was found, or looked at. */
  readonly onChanges?: (accountId: string) => void
  readonly keys: BuyerKeys
  readonly accountId: () => Promise<string>
  /** Those of the adverts that the cache knows. */
  readonly adverts: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, OrderedAdvert>
  /** True if this app's last write said that the advert is in stock; null if it said nothing. */
  readonly inStock: (accountId: string, advertId: number) => boolean | null
  /** Statuses that were sent, and of which it is not known whether they were set, by their orders. */
  readonly doubts: (accountId: string) => ReadonlyMap<number, StatusDoubt>
  /** The statuses that were sent last, the newest first. */
  readonly sentStatuses: (accountId: string) => readonly SentStatus[]
  /** Orders that desks of the team have taken; null without a team. */
  readonly taken: (accountId: string) => ReadonlyMap<number, NonNullable<OrderRow['takenBy']>> | null
  /** Knowledge of the service about statuses. */
  readonly statusService: (accountId: string) => StatusService
  /** The time by which buyers' data leaves, ms since 1970. */
  readonly retentionNow: () => number
  /** For how many days since an order's date its buyer's data may be kept; null = for good. */
  readonly buyerDataDays: () => number | null
  /** The screen may still show buyers that are erased. */
  readonly onErased?: () => void
}
