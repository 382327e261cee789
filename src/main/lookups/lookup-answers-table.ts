import { storedJson, RowQuery, storedFlag, reportUnreadableRecord } from '../storage/row-query.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Clock } from '../system/clock.ts'

/**
 * Answers of the lookups as they came, by address and question; `lookups_missing`: addresses that the service does not
 * have for the account. Times in ms since 1970.
 */
export const lookupsSchema = `
  CREATE TABLE lookup_answers (
    account_id TEXT NOT NULL,
    base_url TEXT NOT NULL,
    address TEXT NOT NULL,
    pattern TEXT NOT NULL,
    at INTEGER NOT NULL,
    answer TEXT NOT NULL CHECK (json_valid(answer)),
    PRIMARY KEY (account_id, base_url, address)
  ) STRICT;
  CREATE INDEX lookup_answers_by_pattern ON lookup_answers (account_id, base_url, pattern);
  CREATE INDEX lookup_answers_by_age ON lookup_answers (at);
  CREATE TABLE lookups_missing (
    account_id TEXT NOT NULL,
    base_url TEXT NOT NULL,
    pattern TEXT NOT NULL,
    noticed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, base_url, pattern)
  ) STRICT, WITHOUT ROWID;
`

/** Time for which an answer counts as fresh, in ms: a month. An older one is still read if there is no other. */
const freshFor = 30 * 24 * 3_600_000
/** Time for which the service's word that it has no such address counts, in ms. */
const missingFor = 7 * 24 * 3_600_000
/** Answers that are kept; each is some kB. The oldest go first. */
const mostAnswers = 10_000

const answerSchema = z.object({
  at: z.number(),
  answer: storedJson,
})
const noticeSchema = z.object({ noticedAt: z.number() })
const foundSchema = z.object({ found: storedFlag })

/** An account at an address: what one service answered doesn't count for another. */
export interface LookupOwner {
  readonly accountId: string
  readonly baseUrl: string
}

export interface KeptAnswer {
  readonly answer: unknown
  readonly fresh: boolean
}

const owned = 'account_id = ? AND base_url = ?'

const answerQuery = new RowQuery(
  answerSchema,
  `SELECT at, answer FROM lookup_answers WHERE ${owned} AND address = ?`,
)
const noticeQuery = new RowQuery(
  noticeSchema,
  `SELECT noticed_at AS noticedAt FROM lookups_missing WHERE ${owned} AND pattern = ?`,
)
const hasAnsweredQuery = new RowQuery(
  foundSchema,
  `SELECT EXISTS (SELECT 1 FROM lookup_answers WHERE ${owned} AND pattern = ?) AS found`,
)

/** Answers of the lookups, in cache.db. */
export class LookupAnswersTable {
  readonly #db: DatabaseSync
  readonly #clock: Clock

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Last answer of an address, however long ago; undefined if it never did. */
  find({ accountId, baseUrl }: LookupOwner, address: string): KeptAnswer | undefined {
    const kept = answerQuery.first(this.#db, accountId, baseUrl, address)
    return kept && { answer: kept.answer, fresh: this.#isWithin(kept.at, freshFor) }
  }

  /** Reports an answer in which no list was found. */
  reportUnreadable({ answer }: KeptAnswer): void {
    reportUnreadableRecord(this.#db, { table: 'lookup_answers', leftOut: true, query: 'list', cells: answer })
  }

  save({ accountId, baseUrl }: LookupOwner, address: string, pattern: string, answer: unknown): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO lookup_answers VALUES (?, ?, ?, ?, ?, ?)')
      .run(accountId, baseUrl, address, pattern, this.#clock.now(), JSON.stringify(answer))
    this.#db
      .prepare(
        `DELETE FROM lookup_answers WHERE rowid IN
           (SELECT rowid FROM lookup_answers ORDER BY at DESC LIMIT -1 OFFSET ?)`,
      )
      .run(mostAnswers)
  }

  /** True if the service said within a week that it has no such address. */
  isMissing({ accountId, baseUrl }: LookupOwner, pattern: string): boolean {
    const notice = noticeQuery.first(this.#db, accountId, baseUrl, pattern)
    return notice !== undefined && this.#isWithin(notice.noticedAt, missingFor)
  }

  setMissing({ accountId, baseUrl }: LookupOwner, pattern: string): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO lookups_missing VALUES (?, ?, ?, ?)')
      .run(accountId, baseUrl, pattern, this.#clock.now())
  }

  /** True if the address ever answered: then a 404 is about what was asked, not about the address. */
  hasAnswered({ accountId, baseUrl }: LookupOwner, pattern: string): boolean {
    return hasAnsweredQuery.one(this.#db, accountId, baseUrl, pattern).found
  }

  /** A clock that was set back makes nothing fresh that may be old. */
  #isWithin(at: number, span: number): boolean {
    const age = this.#clock.now() - at
    return age >= 0 && age < span
  }
}
