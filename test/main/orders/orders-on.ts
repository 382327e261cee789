import type { DatabaseSync } from 'node:sqlite'
import { Fault } from '#shared/bridge/failure.ts'
import { BuyerKeys } from '../../../src/main/orders/buyer-key.ts'
import {
  followedOrdersMigration,
  forgottenBuyersMigration,
  ordersMigration,
  ordersTotalMigration,
} from '../../../src/main/orders/orders-migrations.ts'
import { OrdersService, type OrdersPorts } from '../../../src/main/orders/orders-service.ts'
import { OrdersTable } from '../../../src/main/orders/orders-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { failureWords } from '../../../src/main/words/failure-words.ts'

/** The orders' own steps of the cache, in their order. */
export const orderMigrations = [
  ordersMigration,
  forgottenBuyersMigration,
  ordersTotalMigration,
  followedOrdersMigration,
]

/** The orders of the account `a` on a database with `orderMigrations`, with a key in memory. */
export function ordersOn(
  db: DatabaseSync,
  { source, ...others }: Partial<OrdersPorts> & Pick<OrdersPorts, 'source'>,
): OrdersService {
  const table = new OrdersTable(db)
  return new OrdersService({
    table,
    keys: new BuyerKeys({ keychain: null, name: () => table.buyers.vaultName() }),
    clock: systemClock,
    accountId: () => Promise.resolve('a'),
    source,
    adverts: () => new Map(),
    inStock: () => null,
    buyerDataDays: () => null,
    words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal')),
    onUnread: () => undefined,
    ...others,
  })
}
