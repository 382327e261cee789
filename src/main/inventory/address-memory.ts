import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import type { Clock } from '../system/clock.ts'

/**
 * Addresses outside of the contract, and what is known of them. They are the ways to the list of own adverts, and the
 * read of an advert of a new vehicle. Of each of the two reads it is known whether it has shown an own advert.
 */
export type AddressName =
  | 'own-list'
  | 'new-search'
  | 'user-search'
  | 'new-advert'
  | `${OwnKind}-at-${ReadAddress}`

/** The two reads of an advert: /auto/info, and the one of new vehicles. */
export type ReadAddress = 'info' | 'new'

/** Kinds of own adverts, each of which may be shown elsewhere: created by this app, else listed, by the length of the id. */
export type OwnKind = 'created' | 'listed-new' | 'listed'

/** `missing`: the service itself said that the account has no such address, or it does not do what it should. */
export type AddressAnswer = 'works' | 'missing'

/** Stores what an account's service answered at addresses that not every service has. */
export interface AddressMemory {
  answerOf(name: AddressName): AddressAnswer | null
  note(name: AddressName, answer: AddressAnswer): void
}

/** Stores it until the app ends. */
export class AddressesInMemory implements AddressMemory {
  readonly #answers = new Map<AddressName, AddressAnswer>()

  answerOf(name: AddressName): AddressAnswer | null {
    return this.#answers.get(name) ?? null
  }

  note(name: AddressName, answer: AddressAnswer): void {
    this.#answers.set(name, answer)
  }
}

export const addressesSchema = `
  CREATE TABLE service_addresses (
    account_id TEXT NOT NULL,
    address TEXT NOT NULL,
    base_url TEXT NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('works', 'missing')),
    noticed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, address)
  ) STRICT, WITHOUT ROWID;
`

/** Time for which an answer counts, in ms: a service that gains or loses an address is noticed within a week. */
const countsFor = 7 * 24 * 3_600_000
/** An answer that is given again is written down again after this time, in ms. */
const renewedAfter = 24 * 3_600_000
/** For how long what was read here counts without another look, in ms: another process may write it too. */
const rememberedFor = 1_000

const noticeSchema = z.object({ answer: z.enum(['works', 'missing']), noticedAt: z.number() })
type Notice = z.infer<typeof noticeSchema>

/** An account at an address: what one address answered doesn't count for another. */
export interface AddressOwner {
  readonly accountId: string
  readonly baseUrl: string
}

const noticeQuery = new RowQuery(
  noticeSchema,
  `SELECT answer, noticed_at AS noticedAt FROM service_addresses
       WHERE account_id = ? AND base_url = ? AND address = ?`,
)

/** Stores it in cache.db, across starts. */
export class AddressTable implements AddressMemory {
  readonly #db: DatabaseSync
  readonly #owner: AddressOwner
  readonly #clock: Clock
  /** A sync asks for two addresses with every advert. */
  readonly #remembered = new Map<AddressName, { readonly notice: Notice | undefined; readonly at: number }>()

  constructor(db: DatabaseSync, owner: AddressOwner, clock: Clock) {
    this.#db = db
    this.#owner = owner
    this.#clock = clock
  }

  answerOf(name: AddressName): AddressAnswer | null {
    return this.#within(name, countsFor)
  }

  note(name: AddressName, answer: AddressAnswer): void {
    if (this.#within(name, renewedAfter) === answer) return
    this.#remembered.delete(name)
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO service_addresses (account_id, address, base_url, answer, noticed_at)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(this.#owner.accountId, name, this.#owner.baseUrl, answer, this.#clock.now())
  }

  #within(name: AddressName, ms: number): AddressAnswer | null {
    const now = this.#clock.now()
    const notice = this.#noticeOf(name, now)
    const age = notice ? now - notice.noticedAt : -1
    return notice && age >= 0 && age < ms ? notice.answer : null
  }

  #noticeOf(name: AddressName, now: number): Notice | undefined {
    const known = this.#remembered.get(name)
    if (known && now >= known.at && now - known.at < rememberedFor) return known.notice
    const notice = noticeQuery.first(this.#db, this.#owner.accountId, this.#owner.baseUrl, name)
    this.#remembered.set(name, { notice, at: now })
    return notice
  }
}
