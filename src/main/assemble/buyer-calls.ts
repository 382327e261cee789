import { BuyerCallsService } from '../demand/calls/buyer-calls-service.ts'
import { BuyerCallsTable } from '../demand/calls/buyer-calls-table.ts'
import type { CallPhonesTable } from '../demand/calls/call-phones-table.ts'
import { MissingTable } from '../demand/missing-table.ts'
import type { OrdersService } from '../orders/orders-service.ts'
import { forCurrent } from './current-account.ts'
import type { Ground } from './ground.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

interface Parts {
  /** They have the key of buyers' data, and know how long it is kept. */
  readonly orders: OrdersService
  readonly phones: CallPhonesTable
}

/** The calls of buyers; what is saved is shown without a key. */
export const buyerCallsOf = (
  { publish }: Ground,
  { cache, staged, clock, words, log }: Storage,
  service: Service,
  { orders, phones }: Parts,
): BuyerCallsService =>
  new BuyerCallsService({
    ...{ clock, words },
    table: new BuyerCallsTable(cache, staged, phones),
    missing: new MissingTable(cache, clock),
    owner: async () => (await service.accounts.owner()).accountId,
    connection: () => service.accounts.connection(),
    api: async (accountId) => (await service.client(accountId)).demand,
    key: () => orders.buyerKey(),
    forgetBefore: () => orders.forgetBefore(),
    onUnread: (error) => log.warn('a call of a buyer could not be read', { error }),
    onChanged: (accountId, waiting) =>
      forCurrent(service, accountId, () => publish('demand:calls', { waiting })),
  })
