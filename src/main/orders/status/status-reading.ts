import type { StatusChange } from '#shared/orders/order-status.ts'

/** A status that was sent, and of which it is not known whether it was set. */
export interface StatusWrite extends StatusChange {
  readonly id: number
  /** ISO 8601. */
  readonly sentAt: string
}

/** The orders as the service listed them just now. */
export interface StatusReading {
  readonly statuses: ReadonlyMap<number, number | null>
  /** True if all orders that the service counts came. */
  readonly isWhole: boolean
}
