import type { DatabaseSync } from 'node:sqlite'
import { advertRecord } from './advert-record.ts'
import { notEnoughData, notFound, ok, type Answer } from './answers.ts'
import { findKeyProblem, type Call } from './calls.ts'
import { newToOld, oldToNew } from './conversion.ts'
import { regions } from './data/regions.ts'
import { inTransaction } from './database.ts'
import { renewStock, type Identity } from './identity.ts'
import { Ledger } from './ledger.ts'
import { OrderBook, orderStatuses, seedOrders } from './orders.ts'
import { readPairs, wholeNumber } from './query.ts'
import type { Quirks } from './quirks.ts'
import { searchPage } from './search-page.ts'
import { VehicleStore } from './store.ts'
import { isListed, type VehicleFacts } from './vehicle.ts'
import { judgeWrite, type WriteMethod, type WriteOutcome } from './writes.ts'

export interface ServiceParts {
  readonly database: DatabaseSync
  readonly identity: Identity
  readonly quirks: Quirks
  readonly ownList: boolean
  /** Where the pictures are: the sandbox's own address, known once it listens. */
  readonly origin: () => string
}

type Handler = (call: Call) => Answer

const writesPath = '/auto/new/autos'

/** The classified-ads service itself: one call in, one answer out, everything of the contract in between. */
export class Service {
  readonly vehicles: VehicleStore
  readonly orders: OrderBook
  readonly ledger: Ledger
  readonly #parts: ServiceParts
  #identity: Identity
  /** What the first read after a write still shows, in quirk `stale-read`. */
  readonly #stale = new Map<number, VehicleFacts | undefined>()
  readonly #routes: Readonly<Record<string, Handler>>

  constructor(parts: ServiceParts) {
    this.#parts = parts
    this.#identity = parts.identity
    this.vehicles = new VehicleStore(parts.database, this.#plan())
    this.orders = new OrderBook(parts.database, this.#seededOrders())
    this.ledger = new Ledger(parts.database)
    this.#routes = {
      'GET /auto/info': (call) => this.#info(call),
      'GET /auto/search': (call) => this.#search(call),
      'GET /new_to_old': (call) => ok(newToOld(call.query)),
      'GET /old_to_new': (call) => ok(oldToNew(call.query)),
      'GET /states': () => ok(regions.map(({ id, name }) => ({ name, value: id }))),
      'GET /ria/basket/orders': () => this.#orderList(),
      'GET /ria/basket/status': () => this.#statusList(),
      [`GET ${writesPath}`]: (call) => this.#ownAdverts(call),
    }
  }

  /** Executes the call. `strike` names the fault that waits for the answer, for the ledger. */
  answer(call: Call, problem?: Answer, strike?: string): Answer {
    const early = problem ?? this.#parts.quirks.rateLimit() ?? findKeyProblem(call, this.#identity.key)
    const answer = isWrite(call)
      ? this.#write(call, early, strike)
      : (early ?? this.#routes[`${call.method} ${call.path}`]?.(call) ?? notFound('Address'))
    return this.#parts.quirks.refusal(answer)
  }

  /** A write that a fault kept from being executed. */
  recordUnexecuted(call: Call, strike: string): void {
    if (isWrite(call)) this.#record(call, false, null, strike)
  }

  /** Forgets what was written, orders and ledger included, and seeds the stock anew as of now. */
  reset(): void {
    const { database } = this.#parts
    inTransaction(database, () => {
      database.exec('DELETE FROM written; DELETE FROM orders; DELETE FROM ledger;')
      this.#identity = renewStock(database, this.#identity)
    })
    this.#stale.clear()
    this.vehicles.load(this.#plan())
    this.orders.renew(this.#seededOrders())
  }

  #plan() {
    const { seed, adverts, userId, seededAt } = this.#identity
    return { seed, count: adverts, userId, seededAt }
  }

  #seededOrders() {
    const { seed, userId, seededAt } = this.#identity
    return seedOrders(this.vehicles.ownedBy(userId), seed, seededAt)
  }

  #info({ query }: Call): Answer {
    const id = wholeNumber(query.get('auto_id'))
    if (id === undefined) return notEnoughData
    const facts = this.#read(id)
    if (facts === undefined || facts.deleted) return notFound('Advert')
    const record = advertRecord(facts, this.#parts.origin(), query.get('lang_id') === '2' ? 2 : 4)
    const { quirks } = this.#parts
    return ok(quirks.root(quirks.advert(record, facts)))
  }

  #read(id: number): VehicleFacts | undefined {
    if (!this.#stale.has(id)) return this.vehicles.find(id)
    const before = this.#stale.get(id)
    this.#stale.delete(id)
    return before
  }

  #search({ query }: Call): Answer {
    const stock = this.vehicles.all()
    const page = searchPage(stock, readPairs(query))
    const { quirks } = this.#parts
    const promoted = quirks.has('promotion')
      ? stock.find((facts) => facts.level > 0 && isListed(facts))?.id.toString()
      : undefined
    return ok(quirks.root(quirks.search(page, promoted)))
  }

  #orderList(): Answer {
    const orders = this.orders.all()
    return ok({ status: true, total: orders.length, orders })
  }

  #statusList(): Answer {
    const short = this.#parts.quirks.has('status-names')
    const data = orderStatuses.map((status) => (short && status.id === 0 ? { id: 0, name: 'Новые' } : status))
    return ok({ status: true, data })
  }

  /** Documented elsewhere, not in the contract (field-notes.md, "list of own adverts"). */
  #ownAdverts({ query }: Call): Answer {
    if (!this.#parts.ownList) return notFound('Address')
    if (wholeNumber(query.get('user_id')) !== this.#identity.userId) return notEnoughData
    const own = this.vehicles.ownedBy(this.#identity.userId)
    const gone = (facts: VehicleFacts) => facts.archived || facts.sold
    return ok({
      active: own.filter((facts) => !gone(facts)).map(({ id }) => id),
      archive: own.filter(gone).map(({ id }) => id),
    })
  }

  #write(call: Call, early: Answer | undefined, strike: string | undefined): Answer {
    const outcome: WriteOutcome =
      early !== undefined
        ? { answer: early }
        : judgeWrite(
            {
              method: call.method as WriteMethod,
              params: call.query,
              userId: this.#identity.userId,
              now: Math.floor(Date.now() / 1000),
            },
            this.vehicles,
          )
    const { answer, facts } = outcome
    const before = facts === undefined ? undefined : this.vehicles.find(facts.id)
    inTransaction(this.#parts.database, () => {
      if (facts !== undefined) this.vehicles.write(facts)
      this.#record(
        call,
        facts !== undefined,
        facts?.id ?? null,
        [answer.status, strike ?? ''].join(' ').trim(),
      )
    })
    if (facts !== undefined && this.#parts.quirks.has('stale-read')) this.#stale.set(facts.id, before)
    return answer
  }

  #record(call: Call, committed: boolean, autoId: number | null, answer: string): void {
    const params = Object.fromEntries([...call.query].filter(([name]) => name !== 'api_key'))
    this.ledger.append({ method: call.method, params, committed, autoId, answer })
  }
}

const isWrite = (call: Call): boolean =>
  call.path === writesPath && ['POST', 'PUT', 'DELETE'].includes(call.method)
