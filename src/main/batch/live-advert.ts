import { currencies, type CurrencyId } from '#shared/batch/advert-write.ts'
import type { AdvertRecord } from '#shared/inventory/advert-record.ts'
import type { LiveAdvert } from './advert-port.ts'

const currencyIds = new Map<string | null, CurrencyId>([
  [currencies[1], 1],
  [currencies[2], 2],
  [currencies[3], 3],
])

/** What the engine compares of a record of /auto/info. */
export const liveAdvertOf = (autoId: number, record: AdvertRecord): LiveAdvert => ({
  autoId,
  userId: record.userId,
  markaId: record.markId,
  modelId: record.modelId,
  usd: record.USD,
  eur: record.EUR,
  uah: record.UAH,
  currency: currencyIds.get(record.autoData.mainCurrency) ?? null,
  description: record.autoData.description,
  version: record.autoData.version,
  addDate: record.addDate,
  title: record.title,
})
