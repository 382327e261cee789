import type { DatabaseSync } from 'node:sqlite'
import type { CallBudget, CallKind } from '../http/call.ts'
import { inTransaction } from '../storage/transactions.ts'
import { type Clock, systemClock } from '../system/clock.ts'
import type { AccountCalls, QuotaUse, TakenCall } from './account-calls.ts'
import {
  type CallBucket,
  type CallCount,
  type CallPlan,
  type QuotaLimits,
  type QuotaSpan,
  day,
  freeAt,
  fullSpan,
  hasRoom,
  hour,
  minute,
  month,
  noLimits,
  planCalls,
} from './quota.ts'
import { QuotaTable } from './quota-table.ts'
import { type QuotaWaits, waitForCall } from './wait-for-call.ts'

interface AccountBudgetParts {
  readonly db: DatabaseSync
  readonly table: QuotaTable
  readonly clock: Clock
  /** The dealer's limits as they are now; read at every call, so that a change counts at once. */
  readonly limits: (accountId: string) => QuotaLimits
  /** Gets each call that waits. */
  readonly waits: QuotaWaits | undefined
  /** Gets each account whose count has changed. */
  readonly onCounted: ((accountId: string) => void) | undefined
}

/** The ledger of one account: the HTTP client reserves calls in it, a batch is planned by it. */
class AccountBudget implements AccountCalls {
  readonly #parts: AccountBudgetParts
  readonly #account: string
  readonly whose = 'own'

  constructor(parts: AccountBudgetParts, account: string) {
    this.#parts = parts
    this.#account = account
  }

  reserve(...[kind, how]: Parameters<CallBudget['reserve']>): Promise<() => void> {
    const { clock, waits } = this.#parts
    return waitForCall(() => this, kind, how, { account: this.#account, clock, waits })
  }

  take(kind: CallKind): TakenCall {
    const { at, taken } = this.#take(kind)
    if (!taken) return { until: at, span: this.#fullSpan(kind) }
    this.#parts.onCounted?.(this.#account)
    return () => this.#giveBack(kind, at)
  }

  look(): Promise<void> {
    return Promise.resolve()
  }

  freeAt(kind: CallKind): number | null {
    const at = this.#opening(kind)
    return at > this.#parts.clock.now() ? at : null
  }

  blocked(): { readonly span: QuotaSpan; readonly until: number } | null {
    const until = this.freeAt('write')
    const span = until === null ? null : this.#fullSpan('write')
    return span !== null && until !== null ? { span, until } : null
  }

  used(): QuotaUse {
    const now = this.#now()
    // A minute counts until its end has left the window; summed in SQL, for this is asked while calls are made.
    const within = (span: number): number => {
      const { orders, others } = this.#parts.table.count(this.#account, now - span)
      return orders + others
    }
    return { hour: within(hour), day: within(day), month: within(month) }
  }

  plan(calls: number): CallPlan {
    const limits = this.#parts.limits(this.#account)
    const buckets = isUnlimited(limits) ? [] : this.#history()
    return planCalls(buckets, limits, calls, this.#parts.clock.now())
  }

  /** Time when the call may begin; if that is now, it is counted. */
  #take(kind: CallKind): { readonly at: number; readonly taken: boolean } {
    const { db, table, clock } = this.#parts
    // One transaction, so that two processes don't take the same call.
    return inTransaction(db, () => {
      const at = this.#opening(kind)
      const now = clock.now()
      if (at > now) return { at, taken: false }
      table.add(this.#account, kind === 'orders', now)
      return { at: now, taken: true }
    })
  }

  #giveBack(kind: CallKind, at: number): void {
    const { db, table } = this.#parts
    // After the end of the app a call too many in the count does no harm.
    if (!db.isOpen) return
    table.remove(this.#account, kind === 'orders', at)
    this.#parts.onCounted?.(this.#account)
  }

  #opening(kind: CallKind): number {
    const { table, limits } = this.#parts
    const current = limits(this.#account)
    const now = this.#now()
    const forOrders = kind === 'orders'
    // A minute counts until its end has left the window, and a busy month has tens of thousands of minutes.
    const within = (span: number): CallCount => table.count(this.#account, now - span - minute + 1)
    return hasRoom(current, forOrders, within) ? now : freeAt(this.#history(), current, forOrders, now)
  }

  #fullSpan(kind: CallKind): QuotaSpan | null {
    const { clock, limits } = this.#parts
    return fullSpan(this.#history(), limits(this.#account), kind === 'orders', clock.now())
  }

  #history(): CallBucket[] {
    const { table } = this.#parts
    return table.since(this.#account, this.#now() - month - minute)
  }

  /**
   * The time now. Calls dated later were made before the clock was set back. They count from now on: none is forgotten,
   * and no wait is longer than a limit's window.
   */
  #now(): number {
    const { db, table, clock } = this.#parts
    const now = clock.now()
    if (!table.hasLater(this.#account, now)) return now
    if (db.isTransaction) table.pullBack(this.#account, now)
    else inTransaction(db, () => table.pullBack(this.#account, now))
    return now
  }
}

const isUnlimited = ({ perHour, perMonth }: QuotaLimits): boolean => perHour === null && perMonth === null

/** One bucket for each minute. */
function summed(buckets: readonly CallBucket[]): CallBucket[] {
  const minutes = new Map<number, CallBucket>()
  for (const { at, orders, others } of buckets) {
    const start = at - (at % minute)
    const { orders: o = 0, others: r = 0 } = minutes.get(start) ?? {}
    if (orders + others > 0) minutes.set(start, { at: start, orders: o + orders, others: r + others })
  }
  return [...minutes.values()]
}

/** The calls that this computer made for one account, while a team decides whether they may be made. */
export class OwnCalls {
  readonly #parts: AccountBudgetParts
  readonly account: string

  constructor(parts: AccountBudgetParts, account: string) {
    this.#parts = parts
    this.account = account
  }

  get clock(): Clock {
    return this.#parts.clock
  }

  get waits(): QuotaWaits | undefined {
    return this.#parts.waits
  }

  /** Counts a call. @returns what takes it out of the count again */
  add(kind: CallKind): () => void {
    const { db, table, clock } = this.#parts
    const at = clock.now()
    table.add(this.account, kind === 'orders', at)
    return () => {
      if (db.isOpen) table.remove(this.account, kind === 'orders', at)
    }
  }

  /** The minutes of the last 30 days. */
  history(): CallBucket[] {
    return this.#parts.table.since(this.account, this.#parts.clock.now() - month)
  }

  /** Puts these minutes in the place of all that was counted when `before` was read; what was counted since stays. */
  replace(minutes: readonly CallBucket[], before: readonly CallBucket[]): void {
    const { db, table } = this.#parts
    inTransaction(db, () => {
      const known = new Map(before.map((bucket) => [bucket.at, bucket]))
      const since = this.history().map(({ at, orders, others }) => ({
        at,
        orders: Math.max(0, orders - (known.get(at)?.orders ?? 0)),
        others: Math.max(0, others - (known.get(at)?.others ?? 0)),
      }))
      table.replace(this.account, summed([...minutes, ...since]))
    })
    this.changed()
  }

  changed(): void {
    this.#parts.onCounted?.(this.account)
  }
}

export interface QuotaLedgerOptions {
  /** A database with the tables of `quotaSchema`. */
  readonly db: DatabaseSync
  readonly clock?: Clock
  /** The dealer's limits as they are now; read at every call, so that a change counts at once. */
  readonly limits?: (accountId: string) => QuotaLimits
  /** Gets each call that waits. */
  readonly waits?: QuotaWaits
  /** Gets each account whose count has changed. */
  readonly onCounted?: (accountId: string) => void
}

/** Counts every call that leaves, by account, in a file that outlives the app; other processes count in the same file. */
export class QuotaLedger {
  readonly #parts: AccountBudgetParts

  constructor({ db, clock = systemClock, limits = () => noLimits, waits, onCounted }: QuotaLedgerOptions) {
    this.#parts = { db, table: new QuotaTable(db), clock, limits, waits, onCounted }
    this.#parts.table.prune(clock.now())
  }

  forAccount(accountId: string): AccountBudget {
    return new AccountBudget(this.#parts, accountId)
  }

  /** Calls that this computer counts itself, even if another decides whether a call may be made. */
  ownCalls(accountId: string): OwnCalls {
    return new OwnCalls(this.#parts, accountId)
  }
}
