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

/** Tells whoever counts the requests of the current work. */
export const noteCall: OnCall = (calls) => listeners.getStore()?.(calls)
