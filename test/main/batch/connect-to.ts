import { ServiceAdverts } from '../../../src/main/batch/sending/service-adverts.ts'
import { HttpClient, type HttpClientOptions } from '../../../src/main/http/http-client.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { AddressesInMemory } from '../../../src/main/inventory/address-memory.ts'
import type { OwnKnowledge } from '../../../src/main/inventory/advert-addresses.ts'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import { currencyIds } from '#shared/batch/currency.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox-options.ts'

/** What another process needs to reach a sandbox. */
export type Address = Pick<Sandbox, 'baseUrl' | 'key' | 'userId' | 'controlToken'>

export const accountId = 'dealer'

/** The real client, over real HTTP, as the roots put it together. */
export function connectTo(
  address: Address,
  limits: Pick<
    HttpClientOptions,
    'readLimitMs' | 'writeLimitMs' | 'budget' | 'retries' | 'clock' | 'proxyFor'
  > = {},
  journal: () => Journal | null = () => null,
) {
  const connection = { accountId, readAuth: 'query' as const, ...address }
  const client = new HttpClient({ connection, redactor: new Redactor(), ...limits })
  const inventory = new InventoryApi(client, new AddressesInMemory(), knownOf(journal))
  const port = new ServiceAdverts(client, inventory)
  return { client, port, inventory }
}

/** What the journal knows; no read is cached. */
const knownOf = (journal: () => Journal | null): OwnKnowledge => ({
  read: () => false,
  listed: () => false,
  created: (id) => (journal()?.tables.writes.createdBy(accountId, id) ?? null) !== null,
  createdAmong: (ids) => journal()?.tables.writes.createdAmong(accountId, ids) ?? new Set(),
  currency: (id) => {
    const { currency_id: last } = journal()?.tables.writes.values(accountId, id) ?? {}
    return currencyIds.find((each) => each === last) ?? null
  },
})
