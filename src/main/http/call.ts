import { AsyncLocalStorage } from 'node:async_hooks'

/** Gets each request that is made: 1, and −1 for one that turned out not to have left. */
export type OnCall = (calls: 1 | -1) => void

const listeners = new AsyncLocalStorage<OnCall>()

/**
 * Does work whose requests are counted, each repeated one too. Only what asks the service belongs into `work`: whatever it
 * begins, such as a timer, counts as part of it.
 */
export const countingCalls = <Result>(onCall: OnCall, work: () => Result): Result =>
  listeners.run(onCall, work)

/** Reports to the counter of the current work's requests. */
export const noteCall: OnCall = (calls) => listeners.getStore()?.(calls)

const uncounted: OnCall = () => undefined

/** Counter of the current work's requests, for what that work leaves for later. */
export const currentCounter = (): OnCall => listeners.getStore() ?? uncounted

/** Urgency of an answer: asked for by a person at the window, or by work that may take its time. */
export type Priority = 'interactive' | 'background'

/** Kind of a call in the account's quota. */
export type CallKind = 'read' | 'write' | 'orders'

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** `interactive` goes first and, if the quota is used up, fails at once instead of waiting. Default `background`. */
  readonly priority?: Priority
  /** Calls for orders may use the share of the quota that is kept for them. */
  readonly kind?: 'read' | 'orders'
}

export interface WriteOptions {
  readonly signal?: AbortSignal | undefined
  /** A write of an order may use the share of the quota that is kept for orders, and nothing of its answer is logged. */
  readonly kind?: 'write' | 'orders'
  /** Sent as the body, in JSON. */
  readonly json?: unknown
}

/** Counter of calls against the account's quota; the quota ledger is one. */
export interface CallBudget {
  /**
   * Counts a call.
   * @returns a function that gives the call back, for one that is proven not to have left
   * @throws Fault `quota` if the call doesn't fit now and `wait` is false; Fault `cancelled`.
   */
  reserve(
    kind: CallKind,
    how: { readonly wait: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<() => void>
}
