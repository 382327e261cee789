import { sandboxId } from '../accounts/account-list.ts'
import type { Batches } from '../batch/open-batches.ts'
import { MissingTable } from '../demand/missing-table.ts'
import { forCurrent, isoOf } from './current-account.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { BuyerForgetter } from '../orders/buyer-forgetter.ts'
import type { OtherBuyers } from '../orders/buyer-removal.ts'
import { BuyerKeys } from '../orders/buyer-key.ts'
import { OrdersService } from '../orders/orders-service.ts'
import { RetentionClock } from '../orders/retention-clock.ts'
import { OrderStatusService } from '../orders/status/order-status-service.ts'
import { OrdersTable } from '../orders/orders-table.ts'
import { statusWords } from '../orders/status-words.ts'
import { WrittenStock } from '../orders/written-stock.ts'
import { hasTeamFile } from '../team/team-file.ts'
import type { Ground } from './ground.ts'
import { readable } from './readable.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'
import type { Team } from './team.ts'

interface OrdersParts {
  readonly inventory: InventoryService
  /** What else of buyers is removed with those of the orders. */
  readonly others: OtherBuyers
  readonly onErased: () => void
}

export function ordersOf(
  { publish, dataDir }: Ground,
  storage: Storage,
  service: Service,
  { inventory, others, onErased }: OrdersParts,
): OrdersService {
  const { cache, staged, journal, clock, settings, words, log, hub } = storage
  hub.on('quota-wait-changed', ({ account, kind, until }) => {
    if (kind === 'orders')
      forCurrent(service, account, () => publish('orders:waiting', { until: isoOf(until) }))
  })
  const table = new OrdersTable(cache, staged, others)
  hub.on('orders-found', ({ accountId }) =>
    forCurrent(service, accountId, () =>
      publish('orders:unseen', { count: table.changes.unseen(accountId).size }),
    ),
  )
  hub.on('orders-taken', ({ accountId }) => forCurrent(service, accountId, () => showOrders(publish, orders)))
  const stock = new WrittenStock((accountId, id) => journal.writes.values(accountId, id).in_stock)
  hub.on('advert-written', ({ owner, autoId }) => stock.forget(owner.accountId, autoId))
  const retention = new RetentionClock({
    clock,
    db: () => table.own.db,
    newestRecord: () => table.lastReadAt(),
    otherNow: () => service.otherNow(),
    onApart: (now, known) =>
      storage.noteClockApart(
        { now: new Date(now).toISOString(), known: new Date(known).toISOString() },
        publish,
      ),
  })
  const orders = new OrdersService({
    table,
    keys: new BuyerKeys({ keychain: service.keychain, name: () => table.own.keyName() }),
    clock,
    accountId: async () => (await service.accounts.owner()).accountId,
    source: async (accountId) => (await service.client(accountId)).orders,
    adverts: (accountId, ids) => inventory.statesAndPrices(accountId, ids),
    inStock: (accountId, id) => stock.isInStock(accountId, id),
    doubts: (accountId) =>
      readable(
        () => new Map(journal.orderStatuses.open(accountId).map((write) => [write.orderId, write])),
        new Map(),
      ),
    taken: (accountId) =>
      accountId !== sandboxId && hasTeamFile(dataDir)
        ? readable(() => journal.team.orders.taken(accountId), new Map())
        : null,
    sentStatuses: (accountId) => readable(() => journal.orderStatuses.last(accountId), []),
    statusService: (accountId) => {
      if (new MissingTable(cache, clock).of(accountId, 'order-status') !== null) return 'missing'
      return readable(() => journal.orderStatuses.hasAnswered(accountId), false) ? 'known' : 'unknown'
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

/** What sets statuses of orders: it writes the journal under the lock of the batches. */
export function orderStatusesOf(
  { publish }: Ground,
  { cache, clock, words, log }: Storage,
  service: Service,
  {
    orders,
    batches,
    team,
  }: { readonly orders: OrdersService; readonly batches: Batches; readonly team: Team },
): OrderStatusService {
  const missing = new MissingTable(cache, clock)
  return new OrderStatusService({
    connection: () => service.accounts.connection(),
    journal: () => batches.recovery.ensureLock().orderStatuses,
    missing: {
      refuse: (account) => missing.refuse(account, 'order-status'),
      set: (account) => missing.set(account, 'order-status'),
    },
    turn: (accountId) => team.orderTurn(accountId),
    send: async (accountId, orderId, status) =>
      (await service.client(accountId)).orders.setStatus(orderId, status),
    read: (accountId, signal) => orders.readStatuses(accountId, signal),
    expect: (accountId, orderId, status) => orders.ownStatuses.expect(accountId, orderId, status),
    onWritten: () => batches.backups.request(),
    nameOf: (accountId, status) => statusWords(orders.statusName(accountId, status)),
    onChanged: (accountId) => forCurrent(service, accountId, () => showOrders(publish, orders)),
    onUnread: (error) => log.warn('what a status that was set came to is not saved or not read', { error }),
    words,
    clock,
  })
}

/** Sends the orders of the current account to the window. */
export function showOrders(publish: Ground['publish'], orders: OrdersService): void {
  void orders.list().then(
    (state) => publish('orders:changed', state),
    // Without an account there is no page to bring up to date.
    () => undefined,
  )
}

export function buyersOf(
  { publish }: Ground,
  { clock, log, hub }: Storage,
  orders: OrdersService,
  onForgotten: () => void,
): BuyerForgetter {
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
