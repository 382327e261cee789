import { Fault } from '#shared/bridge/failure.ts'
import type { StatusChange } from '#shared/orders/order-status.ts'
import { ServiceError } from '../../http/service-error.ts'
import type { StatusEnd } from './status-end.ts'

/** Result of one change, before the orders were read again. */
export interface Tried {
  readonly change: StatusChange
  /** Its write in the journal; null if nothing was claimed. */
  readonly write: number | null
  readonly end: StatusEnd
}

export const unsent = (change: StatusChange, error: unknown, halts = false): Tried => ({
  change,
  write: null,
  end: { state: 'unsent', error, halts, missing: false },
})

/** Cause for those behind one that halted: the same cause, or that it is not known what became of that one. */
export const whyUnsent = ({ state, error }: StatusEnd): unknown =>
  state === 'in-doubt' ? new Fault('order-status', { reason: 'halted' }) : error

/** Nothing of the service's own words, which might quote an order. */
export const causeOf = (error: unknown) => ({
  code: error instanceof Fault ? error.code : error === null ? null : 'internal',
  status: error instanceof ServiceError ? (error.status ?? null) : null,
})
