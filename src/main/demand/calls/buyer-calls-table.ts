import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { callRowSchema } from '#shared/demand/buyer-calls.ts'
import type { BuyerCall } from '../../service/buyer-call.ts'
import { RowQuery } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'
import { daysBefore } from '../days-table.ts'
import type { CallPhonesTable, CallSeal } from './call-phones-table.ts'

const callSchema = callRowSchema
  .pick({ id: true, at: true, status: true, talk: true, ring: true, make: true, model: true })
  .extend({ recorded: z.number() })
/** A call without its caller's identity. */
export type SavedCall = Readonly<z.infer<typeof callSchema>>

const idSchema = z.object({ id: z.number() })
const laterSchema = z.object({ id: z.number(), others: z.int() })
const answeredSchema = z.object({ id: z.number(), at: z.string() })
const readSchema = z.object({ toDay: z.string(), readAt: z.string() })
const returnedSchema = z.object({ id: z.number(), at: z.string() })
const newestSchema = z.object({ day: z.string() })

/** So many days before the newest call, older ones are dropped. */
const keptDays = 400

/** Calls of the same person, known by the marks that one key made. */
const samePerson = `call_phones AS own JOIN call_phones AS other
  ON other.account_id = own.account_id AND other.key_id = own.key_id AND other.caller = own.caller AND other.call_id <> own.call_id
  JOIN buyer_calls AS that ON that.account_id = other.account_id AND that.call_id = other.call_id`
const unanswered = "status NOT IN ('answer', '')"

export interface ReadCallsSpan {
  /** The last day that was asked for, `YYYY-MM-DD` in Kyiv. */
  readonly toDay: string
  /** ISO 8601. */
  readonly readAt: string
  /** Moment before which callers are not saved, in the service's form. */
  readonly phonesSince: string
}

const callsQuery = new RowQuery(
  callSchema,
  'SELECT call_id AS id, at, status, talk, ring, make, model, recorded FROM buyer_calls WHERE account_id = ? ORDER BY at DESC, call_id DESC',
)
const waitingQuery = new RowQuery(
  idSchema,
  `SELECT call_id AS id FROM buyer_calls WHERE account_id = ? AND at >= ? AND ${unanswered}`,
)
const laterQuery = new RowQuery(
  laterSchema,
  `SELECT own.call_id AS id, count(*) AS others FROM ${samePerson}
       WHERE own.account_id = ? AND own.key_id = ? GROUP BY own.call_id`,
)
const answeredLaterQuery = new RowQuery(
  answeredSchema,
  `SELECT own.call_id AS id, min(that.at) AS at
       FROM ${samePerson} JOIN buyer_calls AS this ON this.account_id = own.account_id AND this.call_id = own.call_id
       WHERE own.account_id = ? AND this.${unanswered} AND that.status = 'answer' AND that.at > this.at GROUP BY own.call_id`,
)
const answeredQuery = new RowQuery(
  answeredSchema,
  'SELECT call_id AS id, at FROM answered_calls WHERE account_id = ?',
)
const beforeQuery = new RowQuery(
  idSchema,
  `SELECT DISTINCT that.call_id AS id FROM ${samePerson} JOIN buyer_calls AS this
         ON this.account_id = own.account_id AND this.call_id = own.call_id
       WHERE own.account_id = ? AND own.call_id = ? AND that.${unanswered} AND that.at < this.at`,
)
const readQuery = new RowQuery(
  readSchema,
  'SELECT to_day AS toDay, read_at AS readAt FROM call_reads WHERE account_id = ?',
)
const returnedQuery = new RowQuery(
  returnedSchema,
  'SELECT call_id AS id, at FROM returned_calls WHERE account_id = ?',
)
const newestQuery = new RowQuery(
  newestSchema,
  "SELECT coalesce(max(substr(at, 1, 10)), '') AS day FROM buyer_calls WHERE account_id = ?",
)

/** The calls of buyers, in cache.db, and which of them the dealer returned or the same person was answered after, in staged.db. */
export class BuyerCallsTable {
  readonly phones: CallPhonesTable
  readonly #cache: DatabaseSync
  readonly #own: DatabaseSync

  constructor(cache: DatabaseSync, own: DatabaseSync, phones: CallPhonesTable) {
    this.#cache = cache
    this.#own = own
    this.phones = phones
  }

  /** The newest first. */
  all(accountId: string): readonly SavedCall[] {
    return callsQuery.all(this.#cache, accountId)
  }

  /** The last reading; null before the first. */
  reading(accountId: string): Readonly<z.infer<typeof readSchema>> | null {
    return readQuery.first(this.#cache, accountId) ?? null
  }

  /** Unanswered calls since a moment, also when the same person rang later, that were not returned. */
  waiting(accountId: string, since: string): ReadonlySet<number> {
    const done = new Set([...this.returned(accountId).keys(), ...this.answered(accountId).keys()])
    return new Set(
      waitingQuery.all(this.#cache, accountId, since).flatMap(({ id }) => (done.has(id) ? [] : [id])),
    )
  }

  /** Number of further calls of each person who rang more than once. */
  rangAgain(accountId: string, { keyId }: CallSeal): ReadonlyMap<number, number> {
    return new Map(laterQuery.all(this.#cache, accountId, keyId).map(({ id, others }) => [id, others]))
  }

  /** Time of a later answered call of the same person, in the service's form. */
  answered(accountId: string): ReadonlyMap<number, string> {
    return new Map(answeredQuery.all(this.#own, accountId).map(({ id, at }) => [id, at]))
  }

  /** Time when the dealer marked calls as returned, ISO 8601. */
  returned(accountId: string): ReadonlyMap<number, string> {
    return new Map(returnedQuery.all(this.#own, accountId).map(({ id, at }) => [id, at]))
  }

  /** Marks a call as returned, and with it those before of the same person; null takes the mark away. */
  markReturned(accountId: string, callId: number, at: string | null): void {
    const ids = [callId, ...beforeQuery.all(this.#cache, accountId, callId).map(({ id }) => id)]
    const put = this.#own.prepare('INSERT OR IGNORE INTO returned_calls VALUES (?, ?, ?)')
    const remove = this.#own.prepare('DELETE FROM returned_calls WHERE account_id = ? AND call_id = ?')
    inTransaction(this.#own, () => {
      for (const id of ids) {
        if (at === null) remove.run(accountId, id)
        else put.run(accountId, id, at)
      }
    })
  }

  /** Saves what was read; a call that is saved already gets what it is now. */
  save(accountId: string, calls: readonly BuyerCall[], span: ReadCallsSpan, seal: CallSeal): void {
    const put = this.#cache.prepare('INSERT OR REPLACE INTO buyer_calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    const keptSince = inTransaction(this.#cache, () => {
      for (const call of calls) {
        const at = (call.date ?? '').replace('T', ' ')
        const make = call.marka ?? ''
        const model = call.model ?? ''
        const recorded = Number((call.link ?? '') !== '')
        put.run(
          accountId,
          call.call_id,
          at,
          call.status,
          call.duration,
          call.waighting,
          make,
          model,
          recorded,
        )
        if (at >= span.phonesSince) this.phones.put(accountId, call.call_id, phonesOf(call), seal)
      }
      const oldest = this.#oldest(accountId, span.toDay)
      for (const table of ['call_phones', 'buyer_calls'])
        this.#cache
          .prepare(
            `DELETE FROM ${table} WHERE account_id = ? AND call_id IN (
               SELECT call_id FROM buyer_calls WHERE account_id = ? AND at < ?)`,
          )
          .run(accountId, accountId, oldest)
      this.#cache
        .prepare('INSERT OR REPLACE INTO call_reads VALUES (?, ?, ?)')
        .run(accountId, span.toDay, span.readAt)
      return oldest
    })
    this.#keepAnswered(accountId, keptSince)
  }

  /** The first day whose calls are kept. Neither a wrong clock nor a call with a date to come lets any go before its time. */
  #oldest(accountId: string, today: string): string {
    const { day } = newestQuery.one(this.#cache, accountId)
    return day === '' ? '' : daysBefore(day < today ? day : today, keptDays)
  }

  /** While it is known who rang: later that may be erased, or its key lost, and the call is answered all the same. */
  #keepAnswered(accountId: string, keptSince: string): void {
    const put = this.#own.prepare(
      'INSERT INTO answered_calls VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = min(at, excluded.at)',
    )
    inTransaction(this.#own, () => {
      for (const { id, at } of answeredLaterQuery.all(this.#cache, accountId)) put.run(accountId, id, at)
      this.#own
        .prepare('DELETE FROM answered_calls WHERE account_id = ? AND at < ?')
        .run(accountId, keptSince)
    })
  }
}

const phonesOf = ({ caller_phone: caller, phone, destination_phone: led, link }: BuyerCall) => ({
  caller: caller ?? '',
  shown: phone ?? '',
  led: led ?? '',
  link: link ?? '',
})
