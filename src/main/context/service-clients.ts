import { z } from 'zod'
import type { Params } from '../service/params.ts'
import { readStates } from '../accounts/accounts-api.ts'
import { ServiceAdverts } from '../batch/sending/service-adverts.ts'
import type { CallBudget } from '../http/call.ts'
import type { Connection } from '../http/connection.ts'
import type { Exchanged } from '../http/exchange.ts'
import { HttpClient, type HttpClientOptions } from '../http/http-client.ts'
import type { ProxyLogins } from '../http/proxy-logins.ts'
import { isLoopback, type ProxyFor } from '../http/proxy.ts'
import { readRetries } from '../http/retry.ts'
import type { AddressMemory } from '../inventory/address-memory.ts'
import type { OwnKnowledge } from '../inventory/advert-addresses.ts'
import { InventoryApi } from '../inventory/inventory-api.ts'
import type { Log } from '../log/log.ts'
import { DemandApi } from '../demand/demand-api.ts'
import { LookupsApi } from '../lookups/lookups-api.ts'
import type { Redactor } from '../log/redact.ts'
import { OrdersApi } from '../orders/orders-api.ts'
import { createRealtyApi, type RealtyApi } from '../realty/realty-api.ts'
import { createSearchApi, type SearchApi } from '../search/search-api.ts'
import type { Clock } from '../system/clock.ts'

/** The service as one account reaches it. */
export interface ServiceClient {
  readonly connection: Connection
  readonly inventory: InventoryApi
  readonly adverts: ServiceAdverts
  readonly orders: OrdersApi
  readonly lookups: LookupsApi
  readonly search: SearchApi
  readonly demand: DemandApi
  readonly realty: RealtyApi
  /** GET of any path, as it comes: for support. */
  raw(path: string, params: Params): Promise<unknown>
  /** GET of any path, sent once: the answer with its status and headers, whatever they say. */
  look(path: string, params: Params): Promise<Exchanged>
}

interface Open extends ServiceClient {
  readonly http: HttpClient
}

/** Parts that the clients of all accounts share. */
export interface ClientSurroundings {
  readonly redactor: Redactor
  readonly log?: Log
  readonly proxyFor?: ProxyFor
  readonly proxyLogins?: ProxyLogins
  readonly clock: Clock
  /** Gets of each request whether the service of the account was reached. */
  readonly onLine?: (accountId: string, isReached: boolean) => void
}

/** Stored calls of each account, and the service's answers to it. */
export interface ClientMemory {
  budget(accountId: string): CallBudget | undefined
  addresses(connection: Connection): AddressMemory
  /** Knowledge of the account's adverts without asking. */
  known(connection: Connection): OwnKnowledge
}

/** One client for each account, so that all its requests share limits and connections; replaced when its key or address changes. */
export class ServiceClients {
  readonly #common: ClientSurroundings
  readonly #memory: ClientMemory
  readonly #open = new Map<string, Open>()

  constructor(common: ClientSurroundings, memory: ClientMemory) {
    this.#common = common
    this.#memory = memory
  }

  of(connection: Connection): ServiceClient {
    const known = this.#open.get(connection.accountId)
    if (known && same(known.connection, connection)) return known
    void known?.http.close()
    const http = new HttpClient(this.#optionsFor(connection))
    const inventory = new InventoryApi(
      http,
      this.#memory.addresses(connection),
      this.#memory.known(connection),
    )
    const made = {
      connection,
      http,
      inventory,
      adverts: new ServiceAdverts(http, inventory),
      orders: new OrdersApi(http, (text) => this.#common.redactor.redact(text)),
      lookups: new LookupsApi(http),
      search: createSearchApi(http),
      demand: new DemandApi(http, (text) => this.#common.redactor.redact(text)),
      realty: createRealtyApi(http),
      raw: (path: string, params: Params) =>
        http.read(path, params, z.unknown(), { priority: 'interactive' }),
      look: (path: string, params: Params) => http.look(path, params),
    }
    this.#open.set(connection.accountId, made)
    return made
  }

  /** Time of a service on another computer, ms since 1970; null before its first answer. */
  otherNow(): number | null {
    for (const { connection, http } of this.#open.values()) {
      const now = isLoopback(new URL(connection.baseUrl)) ? null : http.serviceNow()
      if (now !== null) return now
    }
    return null
  }

  /** GET /states with exactly this connection: proves an address and a key before they are used. */
  async probe(connection: Connection, signal?: AbortSignal): Promise<void> {
    const retries = { ...readRetries, attempts: 1 }
    const http = new HttpClient({ ...this.#optionsFor(connection), retries })
    try {
      await readStates(http, signal)
    } finally {
      await http.close()
    }
  }

  #optionsFor(connection: Connection): HttpClientOptions {
    const budget = this.#memory.budget(connection.accountId)
    const { onLine, ...common } = this.#common
    const { accountId, baseUrl } = connection
    return {
      ...common,
      connection,
      budget,
      perSecond: paceFor(baseUrl),
      onLine: (isReached) => onLine?.(accountId, isReached),
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ http }) => http.close()))
  }
}

/**
 * Requests begun in any second. The service names no such limit. This one is far above what either of its plans allows
 * in an hour, and no burst that looks like an attack. A service on this machine needs no such limit.
 */
export const paceFor = (baseUrl: string): number | null => (isLoopback(new URL(baseUrl)) ? null : 20)

const same = (a: Connection, b: Connection): boolean =>
  a.baseUrl === b.baseUrl && a.userId === b.userId && a.key === b.key && a.readAuth === b.readAuth
