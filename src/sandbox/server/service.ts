import type { DatabaseSync } from 'node:sqlite'
import { notFound, ok, type Answer } from '../http/answers.ts'
import { findKeyProblem, type Call } from '../http/call.ts'
import { newToOld, oldToNew } from '../vehicles/conversion.ts'
import { regions } from '../world/regions.ts'
import { inTransaction } from './database.ts'
import { renewStock, type Identity } from './identity.ts'
import { Ledger } from '../control/ledger.ts'
import { OrderBook, orderStatuses, seedOrders } from '../orders/orders.ts'
import type { Quirks } from '../control/quirks.ts'
import { Realty } from '../realty/realty.ts'
import { VehicleStore } from '../vehicles/vehicle-store.ts'
import { VehicleReads } from '../vehicles/vehicle-reads.ts'
import { judgeWrite, type WriteMethod, type WriteOutcome } from '../vehicles/writes.ts'

export interface ServiceParts {
  readonly database: DatabaseSync
  readonly identity: Identity
  readonly quirks: Quirks
  readonly ownList: boolean
  /** Where the pictures are: the sandbox's own address, known once it listens. */
  readonly origin: () => string
}

const writesPath = '/auto/new/autos'

/** The classified-ads service itself: one call in, one answer out, everything of the contract in between. */
export class Service {
  readonly vehicles: VehicleStore
  readonly orders: OrderBook
  readonly ledger: Ledger
  readonly #parts: ServiceParts
  readonly #reads: VehicleReads
  readonly #routes: Readonly<Record<string, (call: Call) => Answer>>
  #identity: Identity
  #realty: Realty

  constructor(parts: ServiceParts) {
    this.#parts = parts
    this.#identity = parts.identity
    this.vehicles = new VehicleStore(parts.database, this.#plan())
    this.orders = new OrderBook(parts.database, this.#seededOrders())
    this.ledger = new Ledger(parts.database)
    this.#reads = new VehicleReads(this.vehicles, parts.quirks, parts.origin)
    this.#realty = this.#seededRealty()
    this.#routes = {
      'GET /auto/info': (call) => this.#reads.info(call),
      'GET /auto/search': (call) => this.#reads.search(call),
      'GET /new_to_old': ({ query }) => ok(newToOld(query)),
      'GET /old_to_new': ({ query }) => ok(oldToNew(query)),
      'GET /states': () => ok(regions.map(({ id, name }) => ({ name, value: id }))),
      'GET /ria/basket/orders': () => this.#orderList(),
      'GET /ria/basket/status': () => this.#statusList(),
      'GET /dom/search': (call) => this.#realty.search(call),
      'GET /dom/info/{advert_id}': (call) => this.#realty.info(call),
      'GET /dom/options': (call) => this.#realty.options(call),
      ...(parts.ownList
        ? { [`GET ${writesPath}`]: (call) => this.#reads.own(call, this.#identity.userId) }
        : {}),
    }
  }

  /** Executes the call, unless it has a `problem`. `strike` names the fault that waits for the answer, for the ledger. */
  answer(call: Call, problem?: Answer, strike?: string): Answer {
    const early = problem ?? this.#parts.quirks.rateLimit() ?? findKeyProblem(call, this.#identity.key)
    const answer = isWrite(call)
      ? this.#write(call, early, strike)
      : (early ?? this.#route(call)?.(call) ?? notFound('Address'))
    return this.#parts.quirks.refusal(answer)
  }

  #route(call: Call): ((call: Call) => Answer) | undefined {
    return this.#parts.quirks.knowsPath(call.path, call.lastSlash) ? this.#routes[routeOf(call)] : undefined
  }

  /** A write that a fault kept from being executed. */
  recordUnexecuted(call: Call, strike: string): void {
    if (isWrite(call)) this.#record(call, undefined, strike)
  }

  /** Forgets what was written, orders and ledger included, and seeds the stock anew as of now. */
  reset(): void {
    const { database } = this.#parts
    inTransaction(database, () => {
      database.exec('DELETE FROM written; DELETE FROM orders; DELETE FROM ledger;')
      this.#identity = renewStock(database, this.#identity)
    })
    this.#reads.forget()
    this.vehicles.load(this.#plan())
    this.orders.renew(this.#seededOrders())
    this.#realty = this.#seededRealty()
  }

  #plan() {
    const { seed, adverts, userId, seededAt } = this.#identity
    return { seed, count: adverts, userId, seededAt }
  }

  #seededOrders() {
    return seedOrders(this.vehicles.seededOwn(), this.#identity.seed, this.#identity.seededAt)
  }

  #seededRealty() {
    return new Realty(this.#identity.seed, this.#identity.seededAt)
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

  /** The change and its line in the ledger are one transaction: neither is there without the other. */
  #write(call: Call, early: Answer | undefined, strike: string | undefined): Answer {
    const outcome = early === undefined ? this.#judge(call) : { answer: early }
    const { answer, facts } = outcome
    const before = facts === undefined ? undefined : this.vehicles.find(facts.id)
    inTransaction(this.#parts.database, () => {
      if (facts !== undefined) this.vehicles.write(facts)
      this.#record(
        call,
        facts?.id,
        strike === undefined ? String(answer.status) : `${answer.status} ${strike}`,
      )
    })
    if (facts !== undefined) this.#reads.noteWrite(facts.id, before)
    return answer
  }

  #judge(call: Call): WriteOutcome {
    const method = call.method as WriteMethod
    const now = Math.floor(Date.now() / 1000)
    return judgeWrite({ method, params: call.query, userId: this.#identity.userId, now }, this.vehicles)
  }

  #record(call: Call, autoId: number | undefined, answer: string): void {
    const params = Object.fromEntries([...call.query].filter(([name]) => name !== 'api_key'))
    this.ledger.append({
      method: call.method,
      params,
      committed: autoId !== undefined,
      autoId: autoId ?? null,
      answer,
    })
  }
}

const isWrite = (call: Call): boolean =>
  call.path === writesPath && ['POST', 'PUT', 'DELETE'].includes(call.method)

const routeOf = ({ method, path }: Call): string =>
  `${method} ${path.replace(/^\/dom\/info\/[^/]+$/, '/dom/info/{advert_id}')}`
