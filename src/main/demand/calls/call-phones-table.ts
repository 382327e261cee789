import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { personOf } from '#shared/demand/caller.ts'
import { RowQuery, storedJson } from '../../storage/row-query.ts'

/** Seal of who rang: the seal of the buyers of orders. */
export interface CallSeal {
  readonly keyId: string
  seal(place: string, text: string): Uint8Array
  open(place: string, sealed: Uint8Array): string | null
  markOf(place: string, text: string): string
}

const phonesSchema = z.object({ caller: z.string(), shown: z.string(), led: z.string(), link: z.string() })
/** Caller and called number, where that led, and the address of the recording; '' for what is unknown. */
export type CallPhones = Readonly<z.infer<typeof phonesSchema>>

const sealedSchema = z.object({ id: z.number(), sealed: z.instanceof(Uint8Array) })
const untilSchema = z.object({ until: z.string().nullable() })

const ofLostKeys =
  "FROM call_phones WHERE key_id <> ? AND key_id <> (SELECT coalesce(key_id, '') FROM order_vault)"
/** Those of a call that began before a moment. */
const before =
  'FROM call_phones WHERE EXISTS (SELECT 1 FROM buyer_calls AS of WHERE of.account_id = call_phones.account_id AND of.call_id = call_phones.call_id AND of.at < ?)'

const placeOf = (accountId: string, callId: number): string => `call/${accountId}/${callId}`

const sealedQuery = new RowQuery(
  sealedSchema,
  'SELECT call_id AS id, sealed FROM call_phones WHERE account_id = ? AND key_id = ?',
)

/** Callers, sealed, in cache.db. They leave with the buyers of orders; data sealed by another key stays. */
export class CallPhonesTable {
  readonly #cache: DatabaseSync
  readonly #own: DatabaseSync
  readonly #now: () => string

  /**
   * @param own the database of what can't be read again
   * @param now Kyiv's time in the service's form
   */
  constructor(cache: DatabaseSync, own: DatabaseSync, now: () => string) {
    this.#cache = cache
    this.#own = own
    this.#now = now
  }

  put(accountId: string, callId: number, phones: CallPhones, seal: CallSeal): void {
    const person = personOf(phones.caller)
    const caller = person === '' ? null : seal.markOf(`caller/${accountId}`, person)
    this.#cache
      .prepare('INSERT OR REPLACE INTO call_phones VALUES (?, ?, ?, ?, ?)')
      .run(
        accountId,
        callId,
        seal.keyId,
        caller,
        seal.seal(placeOf(accountId, callId), JSON.stringify(phones)),
      )
  }

  /** Those that this key opens, by call. */
  all(accountId: string, seal: CallSeal): ReadonlyMap<number, CallPhones> {
    return new Map(
      sealedQuery.all(this.#cache, accountId, seal.keyId).flatMap(({ id, sealed }) => {
        const text = seal.open(placeOf(accountId, id), sealed)
        const phones = text === null ? undefined : storedJson.pipe(phonesSchema).safeParse(text).data
        return phones ? [[id, phones] as const] : []
      }),
    )
  }

  /** Up to when the dealer erased who rang; '' if never. */
  erasedUntil(): string {
    return (
      new RowQuery(untilSchema, 'SELECT max(until) AS until FROM erased_callers').one(this.#own).until ?? ''
    )
  }

  hasAny(): boolean {
    return this.#cache.prepare('SELECT 1 FROM call_phones LIMIT 1').get() !== undefined
  }

  hasBefore(moment: string): boolean {
    return this.#cache.prepare(`SELECT 1 ${before} LIMIT 1`).get(moment) !== undefined
  }

  hasLost(keyId: string): boolean {
    return this.#cache.prepare(`SELECT 1 ${ofLostKeys} LIMIT 1`).get(keyId) !== undefined
  }

  removeLost(keyId: string): void {
    this.#cache.prepare(`DELETE ${ofLostKeys}`).run(keyId)
  }

  /** @returns of how many calls */
  forget(moment: string): number {
    return Number(this.#cache.prepare(`DELETE ${before}`).run(moment).changes)
  }

  /** A later reading of the same calls brings none of it back. */
  clear(): void {
    this.#own.exec('DELETE FROM erased_callers')
    this.#own.prepare('INSERT INTO erased_callers VALUES (?)').run(this.#now())
    this.#cache.exec('DELETE FROM call_phones')
  }
}
