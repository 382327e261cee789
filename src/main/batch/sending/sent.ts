import type { Halt, RowTransition } from '../journal/outcome.ts'

/** The result of sending one row. A halt says that the rows after it should not be sent for now. */
export interface Sent {
  /** Null if the row stays planned. */
  readonly transition: RowTransition | null
  /** Whether a write was sent; a row that is stopped before its write says nothing about the service. */
  readonly sent: boolean
  readonly halt: Halt | null
  /** The halt may be about this row alone: how the row ends if the service answers others meanwhile. */
  readonly alone?: RowTransition
  /** Another desk has a row for the same advert under way: how this one ends if it still has when it is asked for again. */
  readonly underWay?: RowTransition
}

/** Nothing was sent, and the row stays planned. */
export const notSent: Sent = { transition: null, sent: false, halt: null }
