import type { CallKind } from '../http/call.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Clock } from '../system/clock.ts'
import { type AccountCalls, usedUp } from './account-calls.ts'
import { minute } from './quota.ts'

/** A call that waits for its place in the quota. */
interface QuotaWait {
  readonly account: string
  readonly kind: CallKind
}

/** Calls that wait for the quota now, and until when, so that a wait isn't taken for a hang. */
export class QuotaWaits {
  readonly #until = new Map<QuotaWait, number>()
  readonly #onChange: (wait: QuotaWait, until: number | null) => void

  /** `onChange` gets for all calls of one kind together when the next of them may begin, or null if none waits. */
  constructor(onChange: (wait: QuotaWait, until: number | null) => void) {
    this.#onChange = onChange
  }

  /** The call waits until then (ms since 1970), as far as is known now. */
  record(wait: QuotaWait, until: number): void {
    this.#change(wait, () => this.#until.set(wait, until))
  }

  /** The call no longer waits. */
  end(wait: QuotaWait): void {
    this.#change(wait, () => this.#until.delete(wait))
  }

  /** Time when the next call of the kind may begin, ms since 1970, or null if none waits. */
  until(account: string, kind: CallKind): number | null {
    const waits = [...this.#until].filter(([wait]) => wait.account === account && wait.kind === kind)
    return waits.length === 0 ? null : Math.max(...waits.map(([, until]) => until))
  }

  #change(wait: QuotaWait, change: () => void): void {
    const before = this.until(wait.account, wait.kind)
    change()
    const after = this.until(wait.account, wait.kind)
    if (after !== before) this.#onChange(wait, after)
  }
}

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
