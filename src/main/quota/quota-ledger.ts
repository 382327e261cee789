import type { DatabaseSync } from 'node:sqlite'
import { systemClock, type Clock } from '../system/clock.ts'
import { AccountBudget, type AccountBudgetParts } from './account-budget.ts'
import { noLimits, type QuotaLimits } from './quota.ts'
import { QuotaTable } from './quota-table.ts'
import { OwnCalls } from './own-calls.ts'
import type { QuotaWaits } from './quota-waits.ts'

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

  /** What this computer counts itself, whoever decides whether a call may be made. */
  ownCalls(accountId: string): OwnCalls {
    return new OwnCalls(this.#parts, accountId)
  }
}
