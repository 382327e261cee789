import type { CurrencyId } from '#shared/batch/currency.ts'
import type { ReadOptions } from '../http/call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { saysMissing, saysNoSuchAddress, ServiceError } from '../http/service-error.ts'
import { advertAnswerSchema, type AdvertRecord } from '../service/advert-record.ts'
import { asAdvertRecord, newVehicleSchema } from '../service/new-vehicle-record.ts'
import type { AddressMemory, OwnKind, ReadAddress } from './address-memory.ts'
import type { OwnLists } from './own-lists.ts'

/** Knowledge of this app about an advert without asking the service. */
export interface OwnKnowledge {
  /** True if a row of the journal created it. */
  created(id: number): boolean
  /** Those of them that rows of the journal created. */
  createdAmong(ids: readonly number[]): ReadonlySet<number>
  /** True if a read showed it as an advert of the account. */
  read(id: number): boolean
  /** True if the last list that was kept has it, and no read showed it since. */
  listed(id: number): boolean
  /** The currency of the price that was last written to it; null if none was. */
  currency(id: number): CurrencyId | null
}

export const noLocalData: OwnKnowledge = {
  created: () => false,
  createdAmong: () => new Set(),
  read: () => false,
  listed: () => false,
  currency: () => null,
}

/** No user has this id: the owner is not known, but is not the account. */
const somebodyElse = 0

/** Adverts whose kinds are looked up in one go while others are being read. */
const notedAtOnce = 100

/** Ids of used vehicles have 8 digits, those of new ones 7 (docs/service/practice.md, "new vehicles"). */
const isNewId = (id: number): boolean => id >= 1_000_000 && id < 10_000_000

const kindOf = (id: number, isCreated: boolean): OwnKind => {
  if (isCreated) return 'created'
  return isNewId(id) ? 'listed-new' : 'listed'
}

/** Reads an advert at the address that shows it: /auto/info, or the one of new vehicles. */
export class AdvertAddresses {
  readonly #client: HttpClient
  readonly #memory: AddressMemory
  readonly #known: OwnKnowledge
  readonly #lists: OwnLists
  /** Reads under way. */
  #reading = 0
  /** Adverts that were shown, and where; their kinds are not noted yet. */
  #shown: { readonly id: number; readonly address: ReadAddress }[] = []

  constructor(client: HttpClient, memory: AddressMemory, known: OwnKnowledge, lists: OwnLists) {
    this.#client = client
    this.#memory = memory
    this.#known = known
    this.#lists = lists
  }

  /**
   * @throws ServiceError `not-found` in the service's own form if the advert is gone; with reason `not-shown` for an
   * own advert (created, listed or read before) that no address of its kind reports as gone
   */
  async read(id: number, options: ReadOptions): Promise<AdvertRecord> {
    this.#reading += 1
    try {
      return await this.#readAnywhere(id, options)
    } finally {
      this.#reading -= 1
      if (this.#reading === 0 || this.#shown.length >= notedAtOnce) this.#noteKinds()
    }
  }

  async #readAnywhere(id: number, options: ReadOptions): Promise<AdvertRecord> {
    const answers: { readonly address: ReadAddress; readonly error: ServiceError }[] = []
    for (const address of this.#addressesFor(id)) {
      const found = await this.#readAt(address, id, options)
      if (!(found instanceof ServiceError)) return found
      answers.push({ address, error: found })
    }
    const missing = answers.filter(({ error }) => saysMissing(error))
    const kind = await this.#kindOf(id, options)
    if (kind && !missing.some(({ address }) => this.#hasShown(kind, address)))
      throw notShown(answers.at(-1)?.error)
    throw missing[0]?.error ?? notShown(answers.at(-1)?.error)
  }

  /** Tries the working address first; the address of new vehicles only for an advert that may be one. */
  *#addressesFor(id: number): Generator<ReadAddress> {
    const state = this.#memory.answerOf('new-advert')
    const isNewFirst = state === 'works' && isNewId(id)
    if (isNewFirst) yield 'new'
    yield 'info'
    // What is known of the advert is asked only now: nearly every one was shown before this point.
    if (!isNewFirst && state !== 'missing' && this.#mayBeNew(id)) yield 'new'
  }

  #mayBeNew(id: number): boolean {
    const known = this.#known
    return isNewId(id) || (this.#isListed(id) && !known.read(id)) || known.created(id)
  }

  #isListed(id: number): boolean {
    return this.#lists.has(id) || this.#known.listed(id)
  }

  /** Null if nothing says that it is an own advert; the list is read for that only if the id is a new vehicle's. */
  async #kindOf(id: number, options: ReadOptions): Promise<OwnKind | null> {
    if (isNewId(id)) return (await this.#isOwn(id, options)) ? this.#knownKindOf(id) : null
    return this.#known.created(id) || this.#isListed(id) ? this.#knownKindOf(id) : null
  }

  /** The kind of an advert if it is an own one. */
  #knownKindOf(id: number): OwnKind {
    return kindOf(id, this.#known.created(id))
  }

  /** A 404 of an address that never showed adverts of the kind proves nothing about one. */
  #hasShown(kind: OwnKind, address: ReadAddress): boolean {
    this.#noteKinds()
    return this.#memory.answerOf(`${kind}-at-${address}`) === 'works'
  }

  /** The record, or the error if it says that it is not there. @throws any other error */
  async #readAt(
    address: ReadAddress,
    id: number,
    options: ReadOptions,
  ): Promise<AdvertRecord | ServiceError> {
    try {
      const record = await (address === 'info' ? this.#readInfo(id, options) : this.#readNew(id, options))
      this.#noteShown(address, id)
      return record
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (saysMissing(error)) return error
      // The address is no part of the contract: another form of a 404 is the word of whatever answers in its place.
      const isUnknown = error.code === 'not-found'
      if (address === 'new' && saysNoSuchAddress(error)) this.#memory.note('new-advert', 'missing')
      else if (address !== 'new' || !isUnknown) throw error
      return error
    }
  }

  async #readInfo(id: number, options: ReadOptions): Promise<AdvertRecord> {
    const record = await this.#client.read('/auto/info', [['auto_id', id]], advertAnswerSchema, options)
    if (!record) throw nothingThere()
    return record
  }

  async #readNew(id: number, options: ReadOptions): Promise<AdvertRecord> {
    const client = this.#client
    const known = this.#known
    const found = await client.read(`/auto/new/auto/${id}`, [], newVehicleSchema, options)
    if (!found) throw nothingThere()
    const isOwn = await this.#isOwn(id, options)
    const unknown = this.#lists.isWhole ? somebodyElse : null
    const userId = isOwn ? client.userId : unknown
    return asAdvertRecord(found, { id, userId, currency: known.currency(id) })
  }

  /** The record of a new vehicle names no owner: whose it is follows from what was created, read and listed. */
  async #isOwn(id: number, options: ReadOptions): Promise<boolean> {
    const known = this.#known
    return (
      known.created(id) || known.read(id) || this.#isListed(id) || (await this.#lists.ids(options)).has(id)
    )
  }

  #noteShown(address: ReadAddress, id: number): void {
    if (address === 'new') this.#memory.note('new-advert', 'works')
    this.#shown.push({ id, address })
  }

  /** Notes which kinds of own adverts the addresses have shown: for many at once, because a sync shows thousands. */
  #noteKinds(): void {
    const shown = this.#shown
    if (shown.length === 0) return
    this.#shown = []
    const memory = this.#memory
    const known = this.#known
    const created = known.createdAmong(shown.map(({ id }) => id))
    for (const { id, address } of shown)
      if (created.has(id) || this.#isListed(id) || known.read(id))
        memory.note(`${kindOf(id, created.has(id))}-at-${address}`, 'works')
  }
}

const nothingThere = (): ServiceError =>
  new ServiceError('not-found', { sent: 'maybe', answered: true, status: 200, ownForm: true })

/** It is not proven to be gone, so the error does not have the form in which the service says that. */
const notShown = (cause: ServiceError | undefined): ServiceError =>
  new ServiceError('not-found', { sent: 'maybe', answered: true, reason: 'not-shown' }, { cause })
