import type { Context } from '../../context/context.ts'
import { BuyerCallsService } from './buyer-calls-service.ts'
import { BuyerCallsTable } from './buyer-calls-table.ts'
import type { CallPhonesTable } from './call-phones-table.ts'
import { MissingTable } from '../../service/missing-table.ts'
import type { OrdersService } from '../../orders/orders-service.ts'

/**
 * The calls of buyers; what is saved is shown without a key.
 * @param orders have the key of buyers' data, and know how long it is kept
 */
export const buyerCallsOf = (
  context: Context,
  orders: OrdersService,
  phones: CallPhonesTable,
): BuyerCallsService => {
  const { publish, cache, staged, clock, words, log } = context
  return new BuyerCallsService({
    clock,
    words,
    table: new BuyerCallsTable(cache, staged, phones),
    missing: new MissingTable(cache, clock),
    owner: async () => (await context.accounts.owner()).accountId,
    connection: () => context.accounts.connection(),
    api: async (accountId) => (await context.client(accountId)).demand,
    key: () => orders.vault.key(),
    forgetBefore: () => orders.forgetBefore(),
    onUnread: (error) => log.warn('a call of a buyer could not be read', { error }),
    onChanged: (accountId, waiting) =>
      context.forCurrent(accountId, () => publish('demand:calls', { waiting })),
  })
}
