import type { DatabaseSync } from 'node:sqlite'
import type { AdvertCounts, ControlledService } from '../control/control-parts.ts'
import { Ledger, type LedgerEntry } from '../control/ledger.ts'
import type { Quirks } from '../control/quirks.ts'
import { noAccess, noSuchPath, ok, refusal, wrongMethod, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { liveOrder, liveOrderStatuses } from '../orders/live-orders.ts'
import { OrderBook } from '../orders/order-book.ts'
import { seedOrders } from '../orders/order-seed.ts'
import { setOrderStatus } from '../orders/set-order-status.ts'
import { orderStatuses, type Order } from '../orders/order.ts'
import { LiveWorld } from '../live/live-world.ts'
import { newerPath } from '../lookups/older-paths.ts'
import { Realty } from '../realty/realty.ts'
import { totalsOf } from '../demand/day-statistics.ts'
import { UsedAdverts } from '../vehicles/used-adverts.ts'
import { combinations, type Combination } from '../vehicles/combinations.ts'
import { NewVehicleReads } from '../vehicles/new-vehicle-reads.ts'
import { VehicleReads } from '../vehicles/vehicle-reads.ts'
import { VehicleStore } from '../vehicles/vehicle-store.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'
import type { ClockChange, ClockState, WorldClock } from '../world/world-clock.ts'
import { findKeyProblem } from './access.ts'
import { inTransaction } from './database.ts'
import { renewElsewhere, renewStock, saveReached, worldReached, type Identity } from './identity.ts'
import type { Modes } from '../control/modes.ts'
import { makeRoutes } from './routes.ts'
import { RouteTable } from './route-table.ts'
import { isWrite, WriteExecutor, writeMethods, writesPath } from './write-executor.ts'

export interface ServiceParts {
  readonly database: DatabaseSync
  readonly identity: Identity
  readonly quirks: Quirks
  readonly modes: Modes
  readonly clock: WorldClock
  /** Things happen by themselves from so many days ago on; absent, nothing does. */
  readonly liveWorld: { readonly daysAgo?: number } | undefined
}

/** The classified-ads service itself: one call in, one answer out (docs/service). */
export class Service implements ControlledService {
  readonly #parts: ServiceParts
  readonly #vehicles: VehicleStore
  readonly #orders: OrderBook
  readonly #ledger: Ledger
  readonly #reads: VehicleReads
  readonly #writer: WriteExecutor
  readonly #routes: RouteTable
  readonly #world: LiveWorld | undefined
  #identity: Identity
  #realty: Realty

  constructor(parts: ServiceParts) {
    const { database, quirks, modes, clock } = parts
    this.#parts = parts
    this.#identity = parts.identity
    this.#vehicles = new VehicleStore(database, this.#plan())
    this.#orders = new OrderBook(database, this.#seededOrders(), () => clock.now())
    this.#ledger = new Ledger(database)
    this.#reads = new VehicleReads(this.#vehicles, quirks, modes, () => clock.now())
    this.#writer = new WriteExecutor({
      database,
      vehicles: this.#vehicles,
      reads: this.#reads,
      ledger: this.#ledger,
      now: () => clock.now(),
      rules: () => ({
        moderates: this.#world !== undefined,
        archives: this.#world !== undefined || quirks.has('deleted-in-archive'),
      }),
    })
    this.#world = parts.liveWorld && this.#liveWorld()
    this.#realty = this.#seededRealty()
    this.#routes = this.#makeRoutes(new NewVehicleReads(this.#vehicles, this.#reads))
  }

  /**
   * Executes the call, unless it has a `problem`. `fault` names the fault that strikes after the answer, for the ledger.
   */
  answer(call: Call, problem?: Answer, fault?: string): Answer {
    this.#world?.catchUp()
    const { quirks } = this.#parts
    const refused = problem ?? quirks.rateLimit() ?? findKeyProblem(call, this.#identity.key)
    const answer = isWrite(call)
      ? this.#writer.execute(call, this.#identity.userId, refused, fault)
      : (refused ?? this.#read(call))
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

  combinations(count: number): Combination[] {
    return combinations(count)
  }

  putOrder(change: unknown): Order | undefined {
    return this.#orders.put(change)
  }

  removeOrder(id: number): Order | undefined {
    return this.#orders.remove(id)
  }

  get clock(): ClockState {
    return this.#parts.clock.state
  }

  /** Sets the clock of a live world, and lets happen what it passes; undefined if the world is not a live one. */
  passTime(change: ClockChange): ClockState | undefined {
    if (this.#world === undefined) return undefined
    this.#parts.clock.change(change)
    this.#world.catchUp()
    return this.clock
  }

  /** Forgets all writes, orders and ledger included, and seeds the stock again; a live world begins again. */
  reset(): void {
    const { database, clock, liveWorld } = this.#parts
    inTransaction(database, () => {
      database.exec('DELETE FROM written; DELETE FROM orders; DELETE FROM ledger;')
      this.#identity = renewStock(database, this.#identity, liveWorld?.daysAgo)
      this.#reached.save(this.#identity.seededAt)
    })
    if ((liveWorld?.daysAgo ?? 0) > 0) clock.restart(this.#identity.seededAt)
    this.#reads.forget()
    this.#vehicles.load(this.#plan())
    this.#orders.renew(this.#seededOrders())
    this.#realty = this.#seededRealty()
  }

  move(newElsewhere: boolean): void {
    this.#identity = renewElsewhere(this.#parts.database, this.#identity, newElsewhere)
    this.reset()
  }

  get #reached() {
    const { database } = this.#parts
    return {
      load: () => worldReached(database) ?? this.#identity.seededAt,
      save: (at: number) => saveReached(database, at),
    }
  }

  #liveWorld(): LiveWorld {
    const { database, clock } = this.#parts
    return new LiveWorld({
      vehicles: this.#vehicles,
      orders: this.#orders,
      seed: () => this.#identity.seed,
      userId: () => this.#identity.userId,
      now: () => clock.now(),
      reached: this.#reached,
      atOnce: (work) => inTransaction(database, work),
    })
  }

  #makeRoutes(newReads: NewVehicleReads): RouteTable {
    const statistics = {
      find: (id: number) => this.#vehicles.find(id),
      stock: () => this.#vehicles.seededOwn(),
      userId: () => this.#identity.userId,
      seed: () => this.#identity.seed,
      now: () => this.#parts.clock.now(),
    }
    const routes = makeRoutes({
      reads: this.#reads,
      newReads,
      stock: () => this.#vehicles.all(),
      userId: () => this.#identity.userId,
      realty: () => this.#realty,
      orders: ({ query }) => this.#orderList(query),
      setOrderStatus: (call) =>
        setOrderStatus(call, {
          orders: this.#orders,
          userId: this.#identity.userId,
          statuses: this.#statuses.map(({ id }) => id),
        }),
      orderStatuses: () => this.#statusList(),
      statistics,
      used: new UsedAdverts({
        find: (id) => this.#vehicles.find(id),
        ownedBy: (userId) => this.#vehicles.ownedBy(userId),
        userId: () => this.#identity.userId,
        totals: (facts) => totalsOf(facts, statistics),
      }),
      live: () => this.#parts.modes.live,
      older: () => this.#parts.quirks.has('old-lookups'),
    })
    return new RouteTable(routes)
  }

  #read(call: Call): Answer {
    const { quirks, modes } = this.#parts
    const found = quirks.knowsPath(call.path, call.lastSlash) ? this.#find(call) : undefined
    if (found === undefined) return noSuchPath(call.path, modes.live)
    if (!('route' in found))
      return wrongMethod(call.path === writesPath ? [...found, ...writeMethods] : found)
    const off = modes.refusalOf(found.path, call.method)
    if (off === undefined) return found.route(call, found.ids)
    return off === 403 ? noAccess : noSuchPath(call.path, modes.live)
  }

  /** The live service still has the paths of older clients (docs/service/lookups.md). */
  #find(call: Call) {
    const found = this.#routes.find(call)
    if (found !== undefined || !this.#parts.modes.live) return found
    return this.#routes.find({ ...call, path: newerPath(call.path) })
  }

  #plan() {
    const { seed, adverts, ownShare, userId, seededAt, newElsewhere } = this.#identity
    return { seed, count: adverts, ownShare, userId, seededAt, newElsewhere }
  }

  #seededOrders() {
    return seedOrders(this.#vehicles.seededOwn(), this.#identity.seed, this.#identity.seededAt)
  }

  #seededRealty() {
    return new Realty(this.#identity.seed, this.#identity.seededAt, this.#parts.modes)
  }

  #orderList(query: URLSearchParams): Answer {
    const isAsked = query.get('user_id') === String(this.#identity.userId)
    if (this.#parts.quirks.has('orders-of-user') && !isAsked)
      return refusal(400, 'BAD_REQUEST', 'user_id is required')
    const all = this.#orders.all()
    const orders = this.#parts.modes.live ? all.map(liveOrder) : all
    return ok({ status: true, total: orders.length, orders })
  }

  get #statuses() {
    return this.#parts.modes.live ? liveOrderStatuses : orderStatuses
  }

  #statusList(): Answer {
    const short = !this.#parts.modes.live && this.#parts.quirks.has('status-names')
    const data = this.#statuses.map((status) =>
      short && status.id === 0 ? { id: 0, name: 'Новые' } : status,
    )
    return ok({ status: true, data })
  }
}
