import type { Failure } from '#shared/bridge/failure.ts'
import type { StatusChange } from '#shared/orders/order-status.ts'
import type { OrderStatusTable } from '../../batch/journal/order-status-table.ts'
import type { Clock } from '../../system/clock.ts'
import type { TurnOfDesk } from './status-turn.ts'

/** An account at an address. */
export interface AskedAccount {
  readonly accountId: string
  readonly baseUrl: string
}

/** A status that was sent, and of which it is not known whether it was set. */
export interface StatusWrite extends StatusChange {
  readonly id: number
  /** ISO 8601. */
  readonly sentAt: string
}

/** Statuses that the journal knows were sent. */
export type StatusJournal = Pick<OrderStatusTable, 'open' | 'hasAnswered' | 'claim' | 'end'>

/** The orders as the service listed them just now. */
export interface StatusReading {
  readonly statuses: ReadonlyMap<number, number | null>
  /** True if all orders that the service counts came. */
  readonly isWhole: boolean
}

export interface StatusPorts {
  /** The account and its service, to ask it. */
  readonly connection: () => Promise<AskedAccount>
  /** The journal, to be written. @throws Fault `engine-locked` and the like: nothing may be sent then */
  readonly journal: () => StatusJournal
  /** Demands that the service refused within a day. */
  readonly missing: {
    /** @throws Fault `demand-missing` */
    refuse(account: AskedAccount): void
    set(account: AskedAccount): void
  }
  /** This desk's turn to set statuses of the account; null if no team shares it. @throws Fault `team` */
  readonly turn: (accountId: string) => Promise<TurnOfDesk | null>
  /** Sends the status once. @returns whether the service says that it set it. @throws ServiceError, Fault */
  readonly send: (accountId: string, orderId: number, status: number) => Promise<boolean>
  /** Reads the orders now, and saves them. @throws ServiceError, Fault `quota` at once if it is used up, Fault `cancelled` */
  readonly read: (accountId: string, signal?: AbortSignal) => Promise<StatusReading>
  /** The order gets this status here, without a report to the dealer; null = it was not set. */
  readonly expect: (accountId: string, orderId: number, status: number | null) => void
  /** Something was written to the journal, which is to be kept. */
  readonly onWritten: () => void
  /** The service's own name of a status. */
  readonly nameOf: (accountId: string, status: number | null) => string
  /** Orders of the account may show something else. */
  readonly onChanged: (accountId: string) => void
  readonly onUnread: (error: unknown) => void
  readonly words: (error: unknown) => Failure
  readonly clock: Clock
}
