import { currencyIds, type CurrencyId, priceIn } from '#shared/batch/currency.ts'
import { hiddenFields } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { BatchParts } from '../batch/sending/batch-parts.ts'
import type { KnownAdvert } from '../batch/sending/service-adverts.ts'
import type { Writes } from '../batch/journal/writes.ts'
import type { DeletedAdvert } from '../batch/undo/recreate-file.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { CurrentAdvert } from '../import/compare/row-compare.ts'
import {
  type AdvertFacts,
  type BriefFacts,
  type ComparedFacts,
  shownFacts,
} from '../inventory/advert-rows.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { namesOfCreate } from '../names/learned-names.ts'
import type { NamesTable } from '../names/names-table.ts'
import type { AccountCalls } from '../quota/account-calls.ts'
import type { QuotaLedger } from '../quota/quota-ledger.ts'
import { looksDamaged } from '../storage/database-check.ts'
import type { OwnAdverts } from '../service/advert-record.ts'
import { hiddenValues, shownValues } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'

interface OwnListSource {
  readonly inventory: {
    ownAdverts(signal: AbortSignal, priority: 'interactive'): Promise<OwnAdverts | null>
  }
}

/** A cached advert as a batch compares it: who owns it, what it is, its values by the names of the write endpoints. */
export const knownAdvertOf = (facts: AdvertFacts, firstReadAt: string | null = null): KnownAdvert => ({
  userId: facts.userId,
  markaId: facts.makeId,
  modelId: facts.modelId,
  // A record of a new vehicle does not say when it was added: not later than it was first seen.
  addDate: facts.addedAt || (firstReadAt && serviceTime(Date.parse(firstReadAt))),
  title: facts.title,
  gone: facts.state === 'gone',
  values: shownValues(shownFacts(facts)),
})

/** Facts of a deleted advert that the cache and the journal still have, for a create; null if there are none. */
export function deletedAdvert(
  inventory: Pick<InventoryService, 'table'>,
  writes: Writes,
  accountId: string,
  autoId: number,
): DeletedAdvert | null {
  const [facts] = inventory.table.facts.all(accountId, [autoId])
  const written = writes.values(accountId, autoId)
  if (!facts) return Object.keys(written).length === 0 ? null : { title: '', values: written }
  const { makeId, modelId } = facts
  return {
    title: facts.title,
    values: {
      ...written,
      ...(makeId === null ? {} : { marka_id: makeId }),
      ...(modelId === null ? {} : { model_id: modelId }),
      ...shownValues(shownFacts(facts)),
    },
  }
}

/** Facts of an advert, with its description, which is kept apart, only if it is asked for. */
export type AskedFacts<Facts extends ComparedFacts = BriefFacts> = Facts & {
  readonly description?: string | undefined
}

/** Facts of the cached adverts among `ids`, as far as these fields need them. */
export const askedFacts = (
  inventory: Pick<InventoryService, 'table'>,
  accountId: string,
  ids: readonly number[],
  fields: readonly FieldName[],
): AskedFacts[] => withDescriptions(inventory, accountId, inventory.table.facts.brief(accountId, ids), fields)

/** The same without what no row of a file is compared with. */
export const comparedFacts = (
  inventory: Pick<InventoryService, 'table'>,
  accountId: string,
  ids: readonly number[],
  fields: readonly FieldName[],
): AskedFacts<ComparedFacts>[] =>
  withDescriptions(inventory, accountId, inventory.table.facts.compared(accountId, ids), fields)

function withDescriptions<Facts extends ComparedFacts>(
  inventory: Pick<InventoryService, 'table'>,
  accountId: string,
  facts: Facts[],
  fields: readonly FieldName[],
): AskedFacts<Facts>[] {
  if (!fields.includes('auto_note')) return facts
  const ids = facts.map(({ id }) => id)
  const texts = inventory.table.facts.descriptions(accountId, ids)
  return facts.map((each) => ({ ...each, description: texts.get(each.id) }))
}

/** True if the journal alone knows one of the fields. */
export const asksHidden = (fields: readonly FieldName[]): boolean =>
  hiddenFields.some((field) => fields.includes(field))

/** An advert as the rows of a file are compared with it; values that no read shows come from the journal. */
function currentAdvert(
  facts: AskedFacts<ComparedFacts>,
  written: Values | undefined,
  fields: readonly FieldName[],
): CurrentAdvert {
  const { title, userId, makeId, modelId, year, state, pending, updatedAt } = facts
  const prices: Partial<Record<CurrencyId, number>> = {}
  for (const currency of currencyIds) {
    const price = priceIn(facts, currency)
    if (price !== null) prices[currency] = price
  }
  const shown = shownValues(shownFacts(facts), fields)
  const values = written ? { ...shown, ...hiddenValues(written) } : shown
  const advert = { title, userId, makeId, modelId, year, gone: state === 'gone', prices, values }
  // What a read shows has a date.
  return pending && updatedAt === '' ? { ...advert, unshown: true } : advert
}

/** An advert that the journal has no row about needs no question. */
export const noWrites: ReadonlyMap<number, Values> = new Map()

interface WrittenSource {
  readonly reader: { journalled(autoIds: readonly number[]): ReadonlySet<number> }
  readonly writes: () => Pick<Writes, 'valuesOfMany'>
}

/** Values that the journal wrote last to each of these adverts; one that it has no row of is absent. */
export function writtenOfMany(
  { reader, writes }: WrittenSource,
  accountId: string,
  ids: readonly number[],
): ReadonlyMap<number, Values> {
  const journalled = reader.journalled(ids)
  return journalled.size === 0 ? noWrites : writes().valuesOfMany(accountId, [...journalled])
}

/** The adverts by their ids. `written`: what the journal wrote last to them, if it wrote anything. */
export const currentAdverts = (
  facts: readonly AskedFacts<ComparedFacts>[],
  written: ReadonlyMap<number, Values>,
  fields: readonly FieldName[],
): Map<number, CurrentAdvert> =>
  new Map(facts.map((each) => [each.id, currentAdvert(each, written.get(each.id), fields)]))

/**
 * Learns, once, the names of what the account created. A journal that can't be read is reported by what sends or shows
 * it: names are a help, and without them the next question learns.
 */
export function learnCreates(names: NamesTable, writes: Writes, accountId: string): void {
  try {
    names.learnOnce(accountId, () => writes.createdVehicles(accountId).flatMap(namesOfCreate))
  } catch (error) {
    if (!looksDamaged(error)) throw error
  }
}

/** Time for which a confirmation waits for the count of adverts, in ms. */
const countLimitMs = 5_000

/** Number of adverts that the account has at the service; null if it has no list of them, or can't be reached. */
export async function countOwn({ inventory }: OwnListSource): Promise<number | null> {
  try {
    const own = await inventory.ownAdverts(AbortSignal.timeout(countLimitMs), 'interactive')
    return own && own.active.length + own.archive.length
  } catch {
    return null
  }
}

/**
 * The counts of calls as the engine reads them. Counts that can't be read must not stop the dealer's work: each call is counted
 * before it is made.
 * @param shared the counts of a team, `unasked` before its first call; null without one
 */
export const freeFor =
  (
    ledger: QuotaLedger,
    shared: (accountId: string) => Pick<AccountCalls, 'plan'> | 'unasked' | null = () => null,
  ): BatchParts['freeFor'] =>
  (accountId, calls) => {
    try {
      const counts = shared(accountId) ?? ledger.forAccount(accountId)
      if (counts === 'unasked') return null
      const { fitsNow, finishesAt } = counts.plan(calls)
      return fitsNow ? null : finishesAt
    } catch {
      return null
    }
  }
