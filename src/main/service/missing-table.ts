import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { saysNoSuchAddress } from '../http/service-error.ts'
import { RowQuery } from '../storage/row-query.ts'
import { timestamp, type Clock } from '../system/clock.ts'

/** Service that said last that it gives an account no `what`. */
export const demandMissingSchema = `
  CREATE TABLE demand_missing (
    account_id TEXT NOT NULL,
    what TEXT NOT NULL,
    base_url TEXT NOT NULL,
    noticed_at TEXT NOT NULL,
    PRIMARY KEY (account_id, what)
  ) STRICT, WITHOUT ROWID;
`

/** Data about buyers that an account asks for or sets. */
export type Demanded = 'views' | 'totals' | 'calls' | 'order-status'

/** An account at an address: what one service doesn't have, another may. */
export interface AskedAccount {
  readonly accountId: string
  readonly baseUrl: string
}

const noticeSchema = z.object({ baseUrl: z.string(), at: z.string() })

/** Time for which the service's "none" counts, in ms. */
const missingFor = 24 * 3_600_000

const noticeQuery = new RowQuery(
  noticeSchema,
  'SELECT base_url AS baseUrl, noticed_at AS at FROM demand_missing WHERE account_id = ? AND what = ?',
)

/** Data that services said they don't give, in cache.db. */
export class MissingTable {
  readonly #db: DatabaseSync
  readonly #clock: Clock

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** The address that said so within a day; null if none did. */
  of(accountId: string, what: Demanded): string | null {
    const notice = noticeQuery.first(this.#db, accountId, what)
    const age = notice ? this.#clock.now() - Date.parse(notice.at) : -1
    return notice && age >= 0 && age < missingFor ? notice.baseUrl : null
  }

  set({ accountId, baseUrl }: AskedAccount, what: Demanded): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO demand_missing VALUES (?, ?, ?, ?)')
      .run(accountId, what, baseUrl, timestamp(this.#clock))
  }

  /** @throws Fault `demand-missing` if the account's service said so within a day */
  refuse({ accountId, baseUrl }: AskedAccount, what: Demanded): void {
    if (this.of(accountId, what) === baseUrl) throw new Fault('demand-missing', { reason: what })
  }

  /** @throws Fault `demand-missing` if the service says that it has no such address, which is remembered */
  async ask<Answer>(account: AskedAccount, what: Demanded, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask()
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      this.set(account, what)
      throw new Fault('demand-missing', { reason: what }, { cause: error })
    }
  }
}
