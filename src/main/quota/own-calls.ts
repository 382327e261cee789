import type { CallKind } from '../http/call.ts'
import { inTransaction } from '../storage/transactions.ts'
import type { Clock } from '../system/clock.ts'
import type { AccountBudgetParts } from './account-budget.ts'
import { minute, month, type CallBucket } from './quota.ts'
import type { QuotaWaits } from './quota-waits.ts'

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
