import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { isoOf } from '../system/clock.ts'
import type { Context } from '../context/context.ts'
import { sandboxId } from '../accounts/account-list.ts'
import { MissingTable } from '../service/missing-table.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { BuyerForgetter } from './buyer-forgetter.ts'
import type { OtherBuyers } from './buyer-removal.ts'
import { BuyerKeys } from './order-seal.ts'
import { OrdersService, showOrders } from './orders-service.ts'
import { OrdersTable } from './orders-table.ts'
import { hasTeamFile } from '../team/team-file.ts'
import { readable } from '../storage/readable.ts'

const hour = 3_600_000
/** Longest time for which a wrong clock, or an unused app, may go unnoticed. */
const mostApart = 5 * 24 * hour

const seenSchema = z.object({ at: z.number() })

/** The time by which data is removed for good: that of a clock which something else bears out. */
class RetentionClock {
  readonly #context: Context
  readonly #table: OrdersTable
  #isSaid = false

  constructor(context: Context, table: OrdersTable) {
    this.#context = context
    this.#table = table
  }

  /**
   * Ms since 1970: this computer's time if it is that of another one, or days at most from the last time that was right. Else the
   * earliest of them, by which nothing is removed that was not due then.
   */
  now(): number {
    const context = this.#context
    const now = context.clock.now()
    const kept = this.#kept()
    const seen = kept ?? this.#newest()
    const known = context.otherNow() ?? seen ?? now
    if (Math.abs(now - known) <= mostApart) {
      if (kept === null || Math.abs(now - kept) > hour) this.#keep(now)
      if (this.#isSaid) context.noteClockApart(null)
      this.#isSaid = false
      return now
    }
    if (!this.#isSaid)
      context.noteClockApart({ now: new Date(now).toISOString(), known: new Date(known).toISOString() })
    this.#isSaid = true
    return Math.min(now, known, seen ?? now)
  }

  #kept(): number | null {
    return new RowQuery(seenSchema, 'SELECT at FROM clock_seen').first(this.#table.own.db)?.at ?? null
  }

  #newest(): number | null {
    const newest = Date.parse(this.#table.lastReadAt() ?? '')
    return Number.isNaN(newest) ? null : newest
  }

  #keep(now: number): void {
    try {
      this.#table.own.db
        .prepare('INSERT OR REPLACE INTO clock_seen (one, at) VALUES (1, ?)')
        .run(Math.round(now))
    } catch {
      // An older time that is known removes less.
    }
  }
}

/** True if this app's last write to an advert said that it is in stock, remembered until it is written to again. */
class WrittenStock {
  readonly #written: (accountId: string, advertId: number) => unknown
  readonly #known = new Map<string, boolean | null>()

  /** @param written the field `in_stock` as the journal has it: 1, 0 or absent */
  constructor(written: (accountId: string, advertId: number) => unknown) {
    this.#written = written
  }

  /** Null if nothing was written, or the journal can't be read. */
  isInStock(accountId: string, advertId: number): boolean | null {
    const key = `${accountId}/${advertId}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const read = this.#read(accountId, advertId)
    this.#known.set(key, read)
    return read
  }

  forget(accountId: string, advertId: number): void {
    this.#known.delete(`${accountId}/${advertId}`)
  }

  #read(accountId: string, advertId: number): boolean | null {
    try {
      const value = this.#written(accountId, advertId)
      return value === undefined || value === null ? null : Number(value) === 1
    } catch {
      return null
    }
  }
}

/** @param others removes other data of buyers with those of the orders */
export function ordersOf(
  context: Context,
  inventory: InventoryService,
  others: OtherBuyers,
  onErased: () => void,
): OrdersService {
  const { publish } = context
  const { dataDir } = context.environment
  const { cache, staged, journal, clock, settings, words, log, hub } = context
  hub.on('quota-wait-changed', ({ account, kind, until }) => {
    if (kind === 'orders')
      context.forCurrent(account, () => publish('orders:waiting', { until: isoOf(until) }))
  })
  const table = new OrdersTable(cache, staged, others)
  hub.on('orders-found', ({ accountId }) =>
    context.forCurrent(accountId, () =>
      publish('orders:unseen', { count: table.changes.unseen(accountId).size }),
    ),
  )
  hub.on('orders-taken', ({ accountId }) => context.forCurrent(accountId, () => showOrders(publish, orders)))
  const stock = new WrittenStock((accountId, id) => journal.tables.writes.values(accountId, id).in_stock)
  hub.on('advert-written', ({ owner, autoId }) => stock.forget(owner.accountId, autoId))
  const retention = new RetentionClock(context, table)
  const orders = new OrdersService({
    table,
    keys: new BuyerKeys(context.keychain, () => table.own.keyName()),
    clock,
    accountId: async () => (await context.accounts.owner()).accountId,
    source: async (accountId) => (await context.client(accountId)).orders,
    adverts: (accountId, ids) => inventory.statesAndPrices(accountId, ids),
    inStock: (accountId, id) => stock.isInStock(accountId, id),
    doubts: (accountId) =>
      readable(
        () => new Map(journal.tables.orderStatuses.open(accountId).map((write) => [write.orderId, write])),
        new Map(),
      ),
    taken: (accountId) =>
      accountId !== sandboxId && hasTeamFile(dataDir)
        ? readable(() => journal.tables.team.orders.taken(accountId), new Map())
        : null,
    sentStatuses: (accountId) => readable(() => journal.tables.orderStatuses.last(accountId), []),
    statusService: (accountId) => {
      if (new MissingTable(cache, clock).of(accountId, 'order-status') !== null) return 'missing'
      return readable(() => journal.tables.orderStatuses.hasAnswered(accountId), false) ? 'known' : 'unknown'
    },
    retentionNow: () => retention.now(),
    buyerDataDays: () => settings.get().buyerDataDays,
    words,
    onUnread: (error) => log.warn('an order could not be read', { error }),
    onChanges: (accountId) => hub.emit('orders-found', { accountId }),
    onErased() {
      showOrders(publish, orders)
      onErased()
    },
  })
  return orders
}

export function buyersOf(context: Context, orders: OrdersService, onForgotten: () => void): BuyerForgetter {
  const { publish, clock, log, hub } = context
  const buyers = new BuyerForgetter({
    forget: () => orders.forgetBuyers(),
    clock,
    onForgotten() {
      showOrders(publish, orders)
      onForgotten()
    },
    onFailure: (error) => log.warn('buyers’ data could not be removed', { error }),
  })
  hub.on('settings-changed', () => buyers.now())
  void buyers.run()
  void orders
    .finishErasing()
    .catch((error: unknown) => log.warn('buyers’ data could not be erased', { error }))
  return buyers
}
