import type { CallKind } from '../http/call.ts'
import { inTransaction } from '../storage/transactions.ts'
import type { Clock } from '../system/clock.ts'
import type { AccountBudgetParts } from './account-budget.ts'
import { month, type CallBucket } from './quota.ts'
import type { QuotaWaits } from './quota-waits.ts'

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

  /** Puts these minutes in the place of all that is counted. */
  replace(minutes: readonly CallBucket[]): void {
    inTransaction(this.#parts.db, () => this.#parts.table.replace(this.account, minutes))
    this.changed()
  }

  changed(): void {
    this.#parts.onCounted?.(this.account)
  }
}
