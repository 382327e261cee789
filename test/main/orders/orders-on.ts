import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Fault } from '#shared/bridge/failure.ts'
import { BuyerKeys } from '../../../src/main/orders/order-seal.ts'
import { ownOrdersSchema } from '../../../src/main/orders/orders-schema.ts'
import type { OrdersPorts } from '../../../src/main/orders/orders-ports.ts'
import { OrdersService } from '../../../src/main/orders/orders-service.ts'
import { OrdersTable } from '../../../src/main/orders/orders-table.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'

const owns = new WeakMap<DatabaseSync, DatabaseSync>()

/** The database of what is the dealer's own: beside this cache, or in memory as the cache is. */
export function ownBeside(cache: DatabaseSync): DatabaseSync {
  const place = cache.location()
  const own =
    owns.get(cache) ??
    openDatabase({
      path: place === null ? ':memory:' : join(dirname(place), 'staged.db'),
      schema: ownOrdersSchema,
      synchronous: 'FULL',
      now: () => 0,
    }).db
  owns.set(cache, own)
  return own
}

/** The orders of the account `a` on a database with `ordersSchema`, and a key in memory. */
export function ordersOn(
  db: DatabaseSync,
  { source, ...others }: Partial<OrdersPorts> & Pick<OrdersPorts, 'source'>,
): OrdersService {
  const table = new OrdersTable(db, ownBeside(db))
  const { clock = systemClock } = others
  return new OrdersService({
    table,
    keys: new BuyerKeys(null, () => table.own.keyName()),
    clock,
    retentionNow: () => clock.now(),
    accountId: () => Promise.resolve('a'),
    source,
    adverts: () => new Map(),
    inStock: () => null,
    doubts: () => new Map(),
    sentStatuses: () => [],
    taken: () => null,
    statusService: () => 'unknown',
    buyerDataDays: () => null,
    words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal')),
    onUnread: () => undefined,
    ...others,
  })
}

/** For tests that set no status: there is nothing to set one with. */
export const noStatuses = undefined as never
