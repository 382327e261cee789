import { AddressesInMemory } from '../../src/main/inventory/address-memory.ts'
import { noLocalData } from '../../src/main/inventory/advert-addresses.ts'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { failureWords } from '../../src/shared/words/failure-words.ts'
import { accountsHandlers } from '../../src/main/accounts/accounts-calls.ts'
import { AccountsService } from '../../src/main/accounts/accounts-service.ts'
import type { AccountKeys } from '../../src/main/accounts/account-keys.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import type { HttpClient } from '../../src/main/http/http-client.ts'
import { Redactor } from '../../src/main/log/redact.ts'
import { advertsSchema } from '../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { InventoryApi } from '../../src/main/inventory/inventory-api.ts'
import { inventoryHandlers } from '../../src/main/inventory/inventory-calls.ts'
import { FreshWrites } from '../../src/main/inventory/fresh-writes.ts'
import { InventoryService } from '../../src/main/inventory/inventory-service.ts'
import { StockListTable, stockListSchema } from '../../src/main/inventory/stock-list-table.ts'
import { InventorySync } from '../../src/main/inventory/inventory-sync.ts'
import { ordersSchema } from '../../src/main/orders/orders-schema.ts'
import { noStatuses, ordersOn } from './orders/orders-on.ts'
import { OrdersApi } from '../../src/main/orders/orders-api.ts'
import { ordersHandlers } from '../../src/main/orders/orders-calls.ts'
import { ServiceClients } from '../../src/main/context/service-clients.ts'
import { clientFor, connectionTo, redact, startService } from './http/local-service.ts'
import { everyCall } from './every-call.ts'
import { databaseOfTest } from '../databases.ts'

/** A service that takes requests and never answers; tells when one came, and when its connection is gone. */
async function silentService() {
  const came = Promise.withResolvers<undefined>()
  const closed = Promise.withResolvers<undefined>()
  const service = await startService((request) => {
    request.socket.once('close', () => closed.resolve(undefined))
    came.resolve(undefined)
  })
  return { ...service, came: came.promise, closed: closed.promise }
}

/** The call is under way, its signal aborts, and the socket closes; the call ends too, however it does. */
async function expectHeard(
  call: (client: HttpClient, signal: AbortSignal, baseUrl: string) => unknown,
): Promise<void> {
  const service = await silentService()
  const stop = new AbortController()
  const ended = Promise.allSettled([call(clientFor(service.baseUrl), stop.signal, service.baseUrl)])
  await Promise.race([service.came, ended])
  expect(service.requests).toHaveLength(1)
  stop.abort()
  await Promise.all([service.closed, ended])
}

test.each(Object.entries(everyCall))('%s ends at the socket when its signal aborts', (_name, call) =>
  expectHeard(call),
)

const words = (error: unknown) => failureWords(error instanceof Fault ? error : new Fault('internal'))
const owner = { accountId: 'a', userId: 77 }

function database(...tables: string[]): DatabaseSync {
  const db = databaseOfTest(...tables)
  return db
}

const inventoryOf = (client: HttpClient) => {
  const db = database(advertsSchema, stockListSchema)
  const stock = {
    table: new AdvertsTable(db),
    clock: systemClock,
    owner: () => Promise.resolve(owner),
  }
  return inventoryHandlers(
    new InventoryService({ ...stock, written: () => ({}) }),
    new InventorySync({
      ...stock,
      list: new StockListTable(db),
      fresh: new FreshWrites(systemClock),
      source: () => Promise.resolve(new InventoryApi(client)),
      waitsUntil: () => null,
      mayReadSoon: () => false,
      words,
      onUnread: () => undefined,
      onChanged: () => undefined,
      onRecord: () => undefined,
      onSync: () => undefined,
    }),
  )
}

const ordersOf = (client: HttpClient) =>
  ordersHandlers(
    ordersOn(database(ordersSchema), {
      // One reading of the two, so that the service sees one request.
      source: () =>
        Promise.resolve({
          orders: (signal) => new OrdersApi(client, redact).orders(signal),
          statuses: () => Promise.resolve([]),
        }),
      words,
    }),
    noStatuses,
    () => Promise.resolve(),
  )

function accountsOf(baseUrl: string) {
  const clients = new ServiceClients(
    { redactor: new Redactor(), clock: systemClock },
    { budget: () => undefined, addresses: () => new AddressesInMemory(), known: () => noLocalData },
  )
  const account = { ...connectionTo(baseUrl), id: 'a', name: 'A', kind: 'service' as const }
  return accountsHandlers(
    new AccountsService({
      book: { read: () => ({ accounts: [account], activeId: 'a', removed: [] }), write: () => undefined },
      keys: { reread: () => undefined, key: () => Promise.resolve(account.key) } as unknown as AccountKeys,
      sandbox: () => Promise.reject(new Fault('internal')),
      states: (connection, signal) => clients.probe(connection, signal),
      words,
      clock: systemClock,
      onKey: () => undefined,
    }),
  )
}

describe("the window's cancel reaches the socket", () => {
  test('orders:refresh', () =>
    expectHeard((client, signal) => ordersOf(client)['orders:refresh'](null, signal)))
  test('inventory:sync', () =>
    expectHeard((client, signal) => inventoryOf(client)['inventory:sync'](null, signal)))
  test('inventory:add', () =>
    expectHeard((client, signal) => inventoryOf(client)['inventory:add']({ ids: [1] }, signal)))
  test('accounts:test', () =>
    expectHeard((_client, signal, baseUrl) =>
      accountsOf(baseUrl)['accounts:test']({ accountId: 'a' }, signal),
    ))
})
