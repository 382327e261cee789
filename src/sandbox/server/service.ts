import type { DatabaseSync } from 'node:sqlite'
import type { AdvertCounts, ControlledService } from '../control/control.ts'
import { Ledger, type LedgerEntry } from '../control/ledger.ts'
import type { Quirks } from '../control/quirks.ts'
import { notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { OrderBook } from '../orders/order-book.ts'
import { seedOrders } from '../orders/order-seed.ts'
import { orderStatuses, type Order } from '../orders/order.ts'
import { Realty } from '../realty/realty.ts'
import { newToOld, oldToNew } from '../vehicles/conversion.ts'
import { VehicleReads } from '../vehicles/vehicle-reads.ts'
import { VehicleStore } from '../vehicles/vehicle-store.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'
import { regions } from '../world/regions.ts'
import { findKeyProblem } from './access.ts'
import { inTransaction } from './database.ts'
import { renewStock, type Identity } from './identity.ts'
import { isWrite, WriteExecutor, writesPath } from './write-executor.ts'

export interface ServiceParts {
  readonly database: DatabaseSync
  readonly identity: Identity
  readonly quirks: Quirks
  readonly ownList: boolean
  /** The sandbox's own address, known once it listens: the pictures are there. */
  readonly origin: () => string
}

type Route = (call: Call) => Answer

/** The classified-ads service itself: one call in, one answer out (docs/service). */
export class Service implements ControlledService {
  readonly #parts: ServiceParts
  readonly #vehicles: VehicleStore
  readonly #orders: OrderBook
  readonly #ledger: Ledger
  readonly #reads: VehicleReads
  readonly #writer: WriteExecutor
  readonly #routes: Readonly<Record<string, Route>>
  #identity: Identity
  #realty: Realty

  constructor(parts: ServiceParts) {
    const { database, quirks, origin } = parts
    this.#parts = parts
    this.#identity = parts.identity
    this.#vehicles = new VehicleStore(database, this.#plan())
    this.#orders = new OrderBook(database, this.#seededOrders())
    this.#ledger = new Ledger(database)
    this.#reads = new VehicleReads(this.#vehicles, quirks, origin)
    this.#writer = new WriteExecutor({
      database,
      vehicles: this.#vehicles,
      reads: this.#reads,
      ledger: this.#ledger,
    })
    this.#realty = this.#seededRealty()
    this.#routes = this.#makeRoutes(parts.ownList)
  }

  /**
   * Executes the call, unless it has a `problem`. `fault` names the fault that strikes after the answer, for the ledger.
   */
  answer(call: Call, problem?: Answer, fault?: string): Answer {
    const { quirks } = this.#parts
    const refused = problem ?? quirks.rateLimit() ?? findKeyProblem(call, this.#identity.key)
    const answer = isWrite(call)
      ? this.#writer.execute(call, this.#identity.userId, refused, fault)
      : (refused ?? this.#route(call)?.(call) ?? notFound('Address'))
    return quirks.refusal(answer)
  }

  /** Records a write that a fault kept from being executed; other calls leave no trace. */
  recordUnexecuted(call: Call, fault: string): void {
    if (isWrite(call)) this.#writer.recordUnexecuted(call, fault)
  }

  advert(id: number): VehicleFacts | undefined {
    return this.#vehicles.find(id)
  }

  counts(): AdvertCounts {
    const all = this.#vehicles.all()
    const deleted = all.filter((facts) => facts.deleted).length
    const own = this.#vehicles.ownedBy(this.#identity.userId).length
    return { total: all.length - deleted, own, written: this.#vehicles.writtenCount(), deleted }
  }

  writes(): LedgerEntry[] {
    return this.#ledger.all()
  }

  putOrder(change: unknown): Order | undefined {
    return this.#orders.put(change)
  }

  /** Forgets what was written, orders and ledger included, and seeds the stock anew as of now. */
  reset(): void {
    const { database } = this.#parts
    inTransaction(database, () => {
      database.exec('DELETE FROM written; DELETE FROM orders; DELETE FROM ledger;')
      this.#identity = renewStock(database, this.#identity)
    })
    this.#reads.forget()
    this.#vehicles.load(this.#plan())
    this.#orders.renew(this.#seededOrders())
    this.#realty = this.#seededRealty()
  }

  #makeRoutes(ownList: boolean): Record<string, Route> {
    return {
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
      ...(ownList ? { [`GET ${writesPath}`]: (call) => this.#reads.own(call, this.#identity.userId) } : {}),
    }
  }

  #route(call: Call): Route | undefined {
    return this.#parts.quirks.knowsPath(call.path, call.lastSlash) ? this.#routes[routeOf(call)] : undefined
  }

  #plan() {
    const { seed, adverts, userId, seededAt } = this.#identity
    return { seed, count: adverts, userId, seededAt }
  }

  #seededOrders() {
    return seedOrders(this.#vehicles.seededOwn(), this.#identity.seed, this.#identity.seededAt)
  }

  #seededRealty() {
    return new Realty(this.#identity.seed, this.#identity.seededAt)
  }

  #orderList(): Answer {
    const orders = this.#orders.all()
    return ok({ status: true, total: orders.length, orders })
  }

  #statusList(): Answer {
    const short = this.#parts.quirks.has('status-names')
    const data = orderStatuses.map((status) => (short && status.id === 0 ? { id: 0, name: 'Новые' } : status))
    return ok({ status: true, data })
  }
}

const routeOf = ({ method, path }: Call): string =>
  `${method} ${path.replace(/^\/dom\/info\/[^/]+$/, '/dom/info/{advert_id}')}`
