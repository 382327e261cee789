import { currencyOfCode, priceIn } from '#shared/batch/currency.ts'
import type { AdvertWrite } from './writes/advert-write.ts'
import type { AdvertRecord } from './service/advert-record.ts'
import type { CurrentAdvert } from './import/compare/row-compare.ts'
import type { AdvertPort, CachedAdvert, LiveAdvert, Quota } from './batch/sending/advert-port.ts'
import type { BatchService } from './batch/batch-service.ts'
import type { Connection } from './http/connection.ts'
import type { AdvertFacts } from './inventory/adverts-table.ts'
import { shownFacts } from './inventory/shown-facts.ts'
import type { Log } from './log/log.ts'
import type { PlanningAccount } from './plan-draft.ts'
import type { QuotaLedger } from './quota/quota-ledger.ts'
import type { InventoryService } from './inventory/inventory-service.ts'
import type { ServiceClient } from './service-clients.ts'
import { hiddenValues, shownValues } from './writes/shown-values.ts'
import type { Values } from './writes/values.ts'

/** Is told each write that the service answered as done. */
export interface WrittenAdverts {
  noteWritten(owner: Connection, write: AdvertWrite, autoId: number): void
}

/** What the batch engine needs of the service; whatever it wrote stands in the inventory at once. */
export function advertPort(
  { connection, batch, inventory }: Pick<ServiceClient, 'connection' | 'batch' | 'inventory'>,
  stock: WrittenAdverts,
  log: Pick<Log, 'warn'>,
): AdvertPort {
  // The write is done, whatever becomes of the cache: an answer that is known must not be lost over it.
  const noteWritten = (row: AdvertWrite, autoId: number): void => {
    try {
      stock.noteWritten(connection, row, autoId)
    } catch (error) {
      log.warn('a written advert is not in the cache yet', { autoId, error })
    }
  }
  // Where the quota is used up a batch waits in sight, with its reason, and not inside a read: each is `interactive`.
  return {
    userId: connection.userId,
    async write(row, signal) {
      const result = await batch.write(row, signal)
      const autoId = row.operation === 'create' ? result.lastInsertId : row.payload.auto_id
      if (result.numRows > 0 && autoId > 0) noteWritten(row, autoId)
      return result
    },
    readAdvert: async (autoId, signal) =>
      liveAdvert(await inventory.advertInfo(autoId, signal, 'interactive')),
    async findOwn(signal) {
      const own = await inventory.ownAdverts(signal, 'interactive')
      return own && [...own.active, ...own.archive]
    },
    async search({ markaId, modelId, price }, page, signal) {
      const band = price && { price_ot: price.from, price_do: price.to, currency: price.currency }
      const search = { vehicles: [{ marka_id: markaId, model_id: modelId }], ...band }
      return (await inventory.searchAdverts(search, page, signal, 'interactive')).ids
    },
  }
}

const liveAdvert = (record: AdvertRecord): LiveAdvert => ({
  autoId: record.autoData.autoId,
  userId: record.userId,
  markaId: record.markId,
  modelId: record.modelId,
  usd: record.USD,
  eur: record.EUR,
  uah: record.UAH,
  currency: currencyOfCode(record.autoData.mainCurrency),
  description: record.autoData.description,
  version: record.autoData.version,
  addDate: record.addDate,
  title: record.title,
})

/** A cached advert as a batch compares it: who owns it, what it is, its values by the names of the write endpoints. */
export const cachedAdvertOf = (facts: AdvertFacts): CachedAdvert => ({
  userId: facts.userId,
  markaId: facts.makeId,
  modelId: facts.modelId,
  addDate: facts.addedAt,
  gone: facts.state === 'gone',
  values: shownValues(shownFacts(facts)),
})

/** An advert as the rows of a file are compared with it; what no read shows comes from the journal. */
const currentAdvert = (facts: AdvertFacts, written: Values): CurrentAdvert => ({
  title: facts.title,
  userId: facts.userId,
  gone: facts.state === 'gone',
  prices: Object.fromEntries(
    ([1, 2, 3] as const).flatMap((currency) => {
      const price = priceIn(facts, currency)
      return price === null ? [] : [[currency, price]]
    }),
  ),
  values: { ...shownValues(shownFacts(facts)), ...hiddenValues(written) },
})

/** The account that a file is checked for, with what the cache and the journal know. */
export function planningAccount(
  connection: Connection,
  inventory: InventoryService,
  batches: BatchService,
): PlanningAccount {
  const { accountId, userId, baseUrl } = connection
  const stock = inventory.count(connection)
  return {
    accountId,
    userId,
    baseUrlLength: baseUrl.length,
    stock: stock > 0 ? stock : null,
    currentValues: (autoIds) =>
      new Map(
        inventory
          .facts(accountId, autoIds)
          .map((facts) => [facts.id, currentAdvert(facts, batches.written(accountId, facts.id))]),
      ),
    sentBefore: (fingerprints) => batches.sentBefore(accountId, fingerprints),
  }
}

/** A question by the way, which an import doesn't wait for any longer. */
const countLimitMs = 5_000

/** How many adverts the account has at the service; null where it has no list of them, or can't be asked now. */
export async function countOwn({ inventory }: Pick<ServiceClient, 'inventory'>): Promise<number | null> {
  try {
    const own = await inventory.ownAdverts(AbortSignal.timeout(countLimitMs), 'interactive')
    return own && own.active.length + own.archive.length
  } catch {
    return null
  }
}

/** The ledger as a batch asks it. One that can't be read must not stop the dealer's work. */
export const batchQuota = (ledger: QuotaLedger): Quota => ({
  freeFor(accountId, calls) {
    try {
      const { fitsNow, finishesAt } = ledger.forAccount(accountId).plan(calls)
      return fitsNow ? null : finishesAt
    } catch {
      return null
    }
  },
})
