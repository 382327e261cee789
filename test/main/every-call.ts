import { readStates } from '../../src/main/accounts/accounts-api.ts'
import { ServiceAdverts } from '../../src/main/batch/sending/service-adverts.ts'
import type { HttpClient } from '../../src/main/http/http-client.ts'
import { InventoryApi } from '../../src/main/inventory/inventory-api.ts'
import { OrdersApi } from '../../src/main/orders/orders-api.ts'
import { createRealtyApi } from '../../src/main/realty/realty-api.ts'
import { createSearchApi } from '../../src/main/search/search-api.ts'
import { redact } from './http/local-service.ts'

/** Every call that the features make of the service, each with one request. */
export const everyCall: Readonly<
  Record<string, (client: HttpClient, signal?: AbortSignal) => Promise<unknown>>
> = {
  'GET /states': (client, signal) => readStates(client, signal),
  'GET /auto/info': (client, signal) => new InventoryApi(client).advertInfo(1, signal),
  'GET /auto/info of several': (client, signal) => new InventoryApi(client).advertInfos([1], signal).next(),
  'GET /auto/search': (client, signal) => new InventoryApi(client).searchAdverts({}, 0, signal),
  'GET /auto/search, walked': (client, signal) => new InventoryApi(client).walkAdverts({}, signal).next(),
  'GET /auto/search of the market': (client, signal) => createSearchApi(client).search([], signal),
  'GET /new_to_old': (client, signal) => createSearchApi(client).newToOld([], signal),
  'GET /old_to_new': (client, signal) => createSearchApi(client).oldToNew([], signal),
  'GET /auto/new/autos': (client, signal) => new InventoryApi(client).ownAdverts(signal),
  'GET /ria/basket/orders/': (client, signal) => new OrdersApi(client, redact).orders(signal),
  'GET /ria/basket/status': (client, signal) => new OrdersApi(client, redact).statuses(signal),
  'GET /dom/search': (client, signal) => createRealtyApi(client).find([], signal),
  'GET /dom/info/1': (client, signal) => createRealtyApi(client).info(1, signal),
  'GET /dom/options': (client, signal) =>
    createRealtyApi(client).catalog({ category: 1, realtyType: 1, operationType: 1 }, signal),
  'DELETE /auto/new/autos': (client, signal) =>
    new ServiceAdverts(client, new InventoryApi(client)).write(
      { operation: 'delete', payload: { auto_id: 1 } },
      signal,
    ),
}
