import { z } from 'zod'
import type { Params } from './service/params.ts'
import { createAccountsApi } from './accounts/accounts-api.ts'
import { createBatchApi, type BatchApi } from './batch/sending/batch-api.ts'
import type { Connection } from './http/connection.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions } from './http/http-client.ts'
import { isLoopback } from './http/proxy.ts'
import { readRetries } from './http/retry.ts'
import { createInventoryApi, type InventoryApi, type OwnListMemory } from './inventory/inventory-api.ts'
import { createOrdersApi, type OrdersApi } from './orders/orders-api.ts'

/** The service as one account speaks to it. */
export interface ServiceClient {
  readonly connection: Connection
  readonly inventory: InventoryApi
  readonly batch: BatchApi
  readonly orders: OrdersApi
  /** GET of any path, as it comes: for support. */
  raw(path: string, params: Params): Promise<unknown>
}

interface Open extends ServiceClient {
  readonly http: HttpClient
}

type Common = Omit<HttpClientOptions, 'connection' | 'budget'>

/** What is kept of each account's dealings with the service. */
interface ClientMemory {
  budget(accountId: string): HttpClientOptions['budget']
  ownList(connection: Connection): OwnListMemory
}

/** One client for each account, so that its limits and connections are shared by all who ask; made anew when its key or address changes. */
export class ServiceClients {
  readonly #common: Common
  readonly #memory: ClientMemory
  readonly #open = new Map<string, Open>()

  constructor(common: Common, memory: ClientMemory) {
    this.#common = common
    this.#memory = memory
  }

  of(connection: Connection): ServiceClient {
    const known = this.#open.get(connection.accountId)
    if (known && same(known.connection, connection)) return known
    void known?.http.close()
    const http = createHttpClient(this.#optionsFor(connection))
    const made = {
      connection,
      http,
      inventory: createInventoryApi(http, this.#memory.ownList(connection)),
      batch: createBatchApi(http),
      orders: createOrdersApi(http, (text) => this.#common.redactor.redact(text)),
      raw: (path: string, params: Params) =>
        http.read(path, params, z.unknown(), { priority: 'interactive' }),
    }
    this.#open.set(connection.accountId, made)
    return made
  }

  /** GET /states with this very connection, whatever is open: proves an address and a key before they are used. */
  async probe(connection: Connection, signal?: AbortSignal): Promise<void> {
    const retries = { ...readRetries, attempts: 1 }
    const http = createHttpClient({ ...this.#optionsFor(connection), retries })
    try {
      await createAccountsApi(http).states(signal)
    } finally {
      await http.close()
    }
  }

  #optionsFor(connection: Connection): HttpClientOptions {
    const budget = this.#memory.budget(connection.accountId)
    return { ...this.#common, connection, budget, perSecond: paceFor(connection.baseUrl) }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ http }) => http.close()))
  }
}

/**
 * Requests begun in any second. The service names no such limit; this is far above what either of its plans allows in
 * an hour, and no burst that its guards could take for an attack. On this machine there is nobody to spare.
 */
export const paceFor = (baseUrl: string): number | null => (isLoopback(new URL(baseUrl)) ? null : 20)

const same = (a: Connection, b: Connection): boolean =>
  a.baseUrl === b.baseUrl && a.userId === b.userId && a.key === b.key && a.readAuth === b.readAuth
