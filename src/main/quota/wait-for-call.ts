import { Fault } from '#shared/bridge/failure.ts'
import type { CallKind } from '../http/call.ts'
import type { Clock } from '../system/clock.ts'
import { usedUp, type AccountCalls } from './account-calls.ts'
import { minute } from './quota.ts'
import type { QuotaWaits } from './quota-waits.ts'

/** Longest sleep before it is asked again, in ms: the dealer may have raised the limits, or joined a team, meanwhile. */
const recheckMs = minute

interface Waiting {
  readonly account: string
  readonly clock: Clock
  /** Gets each call that waits. */
  readonly waits: QuotaWaits | undefined
  /** A call that would wait longer is refused, in ms; any wait is right if it isn't given. */
  readonly longest?: number
}

/**
 * Counts a call, as soon as it fits.
 * @param callsNow who counts the calls of the account; asked again after each wait
 * @returns a function that gives the call back
 * @throws Fault `quota` if the call doesn't fit now and `wait` is false, or not within `longest`; Fault `cancelled`
 */
export async function waitForCall(
  callsNow: () => AccountCalls | Promise<AccountCalls>,
  kind: CallKind,
  { wait, signal }: { readonly wait: boolean; readonly signal?: AbortSignal | undefined },
  { account, clock, waits, longest = Infinity }: Waiting,
): Promise<() => void> {
  const waiting = { account, kind }
  try {
    for (;;) {
      if (signal?.aborted) throw new Fault('cancelled')
      const taken = await (await callsNow()).take(kind)
      if (typeof taken === 'function') return taken
      const { until, span } = taken
      if (!wait || until - clock.now() > longest) throw usedUp(until, clock.now(), span)
      waits?.record(waiting, until)
      await clock.sleep(Math.min(until - clock.now(), recheckMs), signal)
    }
  } finally {
    waits?.end(waiting)
  }
}
