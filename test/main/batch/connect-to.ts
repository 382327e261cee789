import type { AdvertRecord } from '#shared/inventory/advert-record.ts'
import type { AdvertPort, LiveAdvert } from '../../../src/main/batch/sending/advert-port.ts'
import { createBatchApi } from '../../../src/main/batch/sending/batch-api.ts'
import { createHttpClient, type HttpClientOptions } from '../../../src/main/core/http-client.ts'
import { createRedactor } from '../../../src/main/core/redact.ts'
import { createInventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox-options.ts'

/** What another process needs to reach a sandbox. */
export type Address = Pick<Sandbox, 'baseUrl' | 'key' | 'userId' | 'controlToken'>

export const accountId = 'dealer'

const currencyIds = { USD: 1, EUR: 2, UAH: 3 } as const

const liveAdvertOf = (autoId: number, record: AdvertRecord): LiveAdvert => ({
  autoId,
  userId: record.userId,
  markaId: record.markId,
  modelId: record.modelId,
  usd: record.USD,
  eur: record.EUR,
  uah: record.UAH,
  currency: currencyIds[record.autoData.mainCurrency as keyof typeof currencyIds],
  description: record.autoData.description,
  version: record.autoData.version,
  addDate: record.addDate,
  title: record.title,
})

/** The real client, over real HTTP, as the roots put it together. */
export function connectTo(
  address: Address,
  limits: Pick<HttpClientOptions, 'readLimitMs' | 'writeLimitMs' | 'budget'> = {},
) {
  const connection = { accountId, readAuth: 'query' as const, ...address }
  const client = createHttpClient({ connection, redactor: createRedactor(), ...limits })
  const batchApi = createBatchApi(client)
  const inventory = createInventoryApi(client)
  const port: AdvertPort = {
    userId: address.userId,
    write: (row, signal) => batchApi.write(row, signal),
    readAdvert: async (autoId, signal) =>
      liveAdvertOf(autoId, await inventory.advertInfo(autoId, signal, 'interactive')),
    search: async ({ markaId, modelId, price }, page, signal) => {
      const band = price && { price_ot: price.from, price_do: price.to, currency: price.currency }
      const search = { vehicles: [{ marka_id: markaId, model_id: modelId }], ...band }
      return (await inventory.searchAdverts(search, page, signal)).ids
    },
    findOwn: async (signal) => (await inventory.ownAdverts(signal))?.active ?? null,
  }
  return { client, port, inventory }
}
