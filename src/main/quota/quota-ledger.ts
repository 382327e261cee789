import type { DatabaseSync } from 'node:sqlite'
import { Fault } from '#shared/bridge/failure.ts'
import { systemClock, type Clock } from '../system/clock.ts'
import { inTransaction } from '../storage/database.ts'
import type { CallBudget, CallKind } from '../http/http-client.ts'
import { callsWithin, day, freeAt, hasRoom, hour, minute, month, noLimits, planCalls } from './quota.ts'
import type { CallCount, QuotaLimits, QuotaPlan } from './quota.ts'
import { createQuotaTable } from './quota-table.ts'
import type { QuotaWaits } from './quota-waits.ts'

export interface QuotaUse {
  readonly hour: number
  readonly day: number
  readonly month: number
}

/** The ledger of one account: the http client reserves by it, a batch is planned against it. */
export interface AccountBudget extends CallBudget {
  /** When the next call may begin, ms since 1970, or null where it may now. Takes nothing. */
  freeAt(kind: CallKind): number | null
  /** Calls of the last hour, day and 30 days. */
  used(): QuotaUse
  /** How `calls` further calls would go. */
  plan(calls: number): QuotaPlan
}

export interface QuotaLedger {
  forAccount(accountId: string): AccountBudget
}

export interface QuotaLedgerOptions {
  /** cache.db, with `quotaMigration` among its migrations. */
  readonly db: DatabaseSync
  readonly clock?: Clock
  /** The dealer's limits as they are now; asked at every call, so that a change counts at once. */
  readonly limits?: (accountId: string) => QuotaLimits
  /** Told of each call that waits. */
  readonly waits?: QuotaWaits
}

/** Longest sleep before the limits are looked at again: the dealer may have raised them meanwhile. */
const glance = minute

/** Counts every call that leaves, by account, in a file that outlives the app; other processes count in the same. */
export function createQuotaLedger(options: QuotaLedgerOptions): QuotaLedger {
  const { db, clock = systemClock, limits = () => noLimits, waits } = options
  const table = createQuotaTable(db)
  table.prune(clock.now())

  const history = (account: string) => table.since(account, clock.now() - month - minute)

  const opening = (account: string, kind: CallKind): number => {
    const current = limits(account)
    const [now, forOrders] = [clock.now(), kind === 'orders']
    // A minute counts until its end has left the window, and a busy month has tens of thousands of them.
    const within = (span: number): CallCount => table.count(account, now - span - minute + 1)
    return hasRoom(current, forOrders, within) ? now : freeAt(history(account), current, forOrders, now)
  }

  /** When it may begin; taken where that is now. One transaction: two processes don't take the same call. */
  const take = (account: string, kind: CallKind): { readonly at: number; readonly taken: boolean } =>
    inTransaction(db, () => {
      const at = opening(account, kind)
      const now = clock.now()
      if (at > now) return { at, taken: false }
      table.add(account, kind === 'orders', now)
      return { at: now, taken: true }
    })

  const giveBack = (account: string, kind: CallKind, at: number): void => {
    // After the end of the app: a call too many in the count is no harm.
    if (db.isOpen) table.remove(account, kind === 'orders', at)
  }

  return {
    forAccount: (account) => ({
      async reserve(kind, { wait, signal }) {
        const waiting = { account, kind }
        try {
          for (;;) {
            if (signal?.aborted) throw new Fault('cancelled')
            const { at, taken } = take(account, kind)
            if (taken) return () => giveBack(account, kind, at)
            if (!wait) throw usedUp(at, clock.now())
            waits?.note(waiting, at)
            await clock.sleep(Math.min(at - clock.now(), glance), signal)
          }
        } finally {
          waits?.end(waiting)
        }
      },
      freeAt(kind) {
        const at = opening(account, kind)
        return at > clock.now() ? at : null
      },
      used() {
        const buckets = history(account)
        const within = (span: number): number => callsWithin(buckets, span, clock.now())
        return { hour: within(hour), day: within(day), month: within(month) }
      },
      plan(calls) {
        const current = limits(account)
        const buckets = isUnlimited(current) ? [] : history(account)
        return planCalls(buckets, current, calls, clock.now())
      },
    }),
  }
}

const usedUp = (at: number, now: number): Fault =>
  new Fault('quota', { wakesAt: new Date(at).toISOString(), minutes: Math.ceil((at - now) / minute) })

const isUnlimited = ({ perHour, perMonth }: QuotaLimits): boolean => perHour === null && perMonth === null
