import { priceIn, type AdvertWrite } from '#shared/batch/advert-write.ts'
import type { OwnAdverts } from './service/advert-record.ts'
import type { CurrentAdvert } from './import/check/row-compare.ts'
import type { AdvertPort, KnownAdvert, Quota } from './batch/sending/advert-port.ts'
import type { BatchApi } from './batch/sending/batch-api.ts'
import { currencyOf, ServiceAdverts, type AdvertReads } from './batch/sending/service-adverts.ts'
import type { PlanningAccount } from './batch/batch-calls.ts'
import type { Batches } from './batch/open-batches.ts'
import type { Connection } from './http/connection.ts'
import type { AdvertFacts } from './inventory/adverts-table.ts'
import type { QuotaLedger } from './quota/quota-ledger.ts'
import type { InventoryService } from './inventory/inventory-service.ts'

/** The account's service, as far as batches use it. */
interface BatchClient {
  readonly connection: Connection
  readonly batch: BatchApi
  readonly inventory: AdvertReads
}

/** Takes what was written to an advert, so that the inventory shows it at once. */
interface WrittenStock {
  noteWritten(owner: Connection, write: AdvertWrite, autoId: number): void
}

interface WarningLog {
  warn(event: string, details?: object): void
}

interface OwnListSource {
  readonly inventory: {
    ownAdverts(signal: AbortSignal, priority: 'interactive'): Promise<OwnAdverts | null>
  }
}

/** The adverts of an account at the service; the inventory shows whatever is written to them at once. */
export const advertPort = (
  { connection, batch, inventory }: BatchClient,
  stock: WrittenStock,
  log: WarningLog,
): AdvertPort =>
  new ServiceAdverts({
    userId: connection.userId,
    writes: batch,
    reads: inventory,
    onWritten: (write, autoId) => stock.noteWritten(connection, write, autoId),
    onUncached: (autoId, error) => log.warn('a written advert is not in the cache yet', { autoId, error }),
  })

/** A cached advert as a batch compares it: who owns it, what it is, its values by the names of the write endpoints. */
export function knownAdvertOf(facts: AdvertFacts): KnownAdvert {
  const currency = currencyOf(facts.mainCurrency)
  const price = currency && priceIn(facts, currency)
  return {
    userId: facts.userId,
    markaId: facts.makeId,
    modelId: facts.modelId,
    addDate: facts.addedAt,
    gone: facts.state === 'gone',
    values: {
      ...(currency === null ? {} : { currency_id: currency }),
      ...(price === null ? {} : { price }),
      auto_note: facts.description,
      version: facts.version,
    },
  }
}

/** An advert as a file's rows are compared with it; values that the service doesn't show come from the journal. */
function currentAdvert(
  facts: AdvertFacts,
  written: Readonly<Record<string, string | number>>,
): CurrentAdvert {
  return {
    title: facts.title,
    userId: facts.userId,
    gone: facts.state === 'gone',
    currencyId: currencyOf(facts.mainCurrency),
    prices: Object.fromEntries(
      ([1, 2, 3] as const).flatMap((currency) => {
        const price = priceIn(facts, currency)
        return price === null ? [] : [[currency, price]]
      }),
    ),
    autoNote: facts.description,
    version: facts.version,
    ...flagOf('inStock', written.in_stock),
    ...flagOf('testDrive', written.test_drive),
  }
}

const flagOf = (name: 'inStock' | 'testDrive', value: string | number | undefined) =>
  value === 0 || value === 1 ? { [name]: value } : {}

/** The account that a file is checked for, with what the cache and the journal know of its adverts. */
export function planningAccount(
  connection: Connection,
  inventory: InventoryService,
  { reader, ownWrites }: Batches,
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
          .map((facts) => [facts.id, currentAdvert(facts, ownWrites.values(accountId, facts.id))]),
      ),
    sentBefore: (fingerprints) => reader.sentBefore(accountId, fingerprints),
  }
}

/** How long a confirmation waits for the count of adverts, in ms. */
const countLimitMs = 5_000

/** How many adverts the account has at the service; null if it has no list of them, or can't be reached. */
export async function countOwn({ inventory }: OwnListSource): Promise<number | null> {
  try {
    const own = await inventory.ownAdverts(AbortSignal.timeout(countLimitMs), 'interactive')
    return own && own.active.length + own.archive.length
  } catch {
    return null
  }
}

/** The ledger as the engine reads it. A ledger that can't be read must not stop the dealer's work. */
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
