import type { FieldName } from '#shared/batch/write-fields.ts'
import type { JournalTables } from '../batch/journal/journal-tables.ts'
import { createdAdverts, openCreatesOf } from '../batch/journal/journalled-vehicles.ts'
import type { Compare } from '../import/compare/compare.ts'
import type { AccountPlace, DraftAccount } from '../import/draft-account.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { NamesTable } from '../names/names-table.ts'
import { vehicleIdsIn, type VehicleIds } from '../names/vehicle-ids.ts'
import { type FileChoices, VehicleReader } from '../names/vehicle-reader.ts'
import { looksDamaged } from '../storage/database-check.ts'
import { unknownBefore, type UnsentEdits } from '../writes/sent-before.ts'
import type { Values } from '../writes/values.ts'
import { asksHidden, comparedFacts, currentAdverts, noWrites, writtenOfMany } from './batch-ports.ts'
import { StockMatches, type JournalledCreates } from './stock-matches.ts'

/** Reads of the journal for a check, over any connection to it. */
export type JournalReads = Pick<JournalTables, 'db' | 'writes' | 'batches' | 'unknownSends' | 'links'>

/** Facts of an account, and their place. */
interface Known extends Pick<DraftAccount, 'readsAfter' | 'place'> {
  readonly inventory: InventoryService
  /** The journal as it is now. */
  readonly journal: () => JournalReads
  readonly names: NamesTable
  /** Edits that wait to be sent. */
  readonly unsent: (accountId: string, autoIds: readonly number[]) => UnsentEdits
  /** True if a list of names was never asked for. */
  readonly isUnasked: (within: VehicleIds) => boolean
}

/** The account that a file is checked for, with what the cache and the journal know of its adverts. */
export function planningAccount(
  owner: Pick<AccountPlace, 'accountId' | 'userId' | 'baseUrl'>,
  known: Known,
): DraftAccount {
  const { inventory, journal, names, readsAfter, place } = known
  const { accountId, userId, baseUrl } = owner
  const stock = inventory.count(owner)
  const account: Omit<DraftAccount, 'compare'> = {
    accountId,
    userId,
    baseUrlLength: baseUrl.length,
    stock: stock > 0 ? stock : null,
    readsAfter,
    place,
    currentValues: (autoIds, journalled, fields: readonly FieldName[]) => {
      const isWritten = journalled.size > 0 && asksHidden(fields)
      const written = isWritten ? journal().writes.valuesOfMany(accountId, [...journalled]) : noWrites
      return currentAdverts(comparedFacts(inventory, accountId, autoIds, fields), written, fields)
    },
    links: () => linkedNumbers(journal(), accountId),
    vehicleNames: (payload) => names.namesOf(accountId, vehicleIdsIn(payload)),
    holdsNames: () => names.holdsChains(accountId),
    vehicleReader: (choices) => {
      const all = { ...names.of(accountId), isUnasked: known.isUnasked }
      return new VehicleReader(choices?.over(all) ?? all)
    },
  }
  return { ...account, compare: (choices, asOf) => compareWith(account, owner, known, { choices, asOf }) }
}

/** One check of a file. */
interface OneCheck {
  readonly choices: FileChoices
  readonly asOf: string | null
}

/** The stock and the journal of the account as one check asks for them. */
function compareWith(
  { vehicleReader, currentValues, holdsNames, stock }: Omit<DraftAccount, 'compare'>,
  owner: Pick<AccountPlace, 'accountId' | 'userId'>,
  { inventory, journal, unsent }: Known,
  { choices, asOf }: OneCheck,
): Compare {
  const { accountId } = owner
  const reader = vehicleReader(choices)
  const holdsCreates = journal().batches.holdsCreates(accountId)
  const matches = new StockMatches({
    stock: () => inventory.table.known.vehicles(owner),
    written: (ids) => writtenIfReadable(journal(), accountId, ids),
    journalled: () => journalledIfReadable(journal(), inventory, accountId),
  })
  return {
    holdsCreates,
    holdsStock: stock !== null || holdsCreates,
    holdsNames: holdsNames(),
    unknownSends: unknownBefore(journal().unknownSends.last()),
    vehicle: (cells) => reader.read(cells),
    adverts: (ids, fields) => {
      const { writes } = journal()
      const journalled = writes.known(ids)
      const current = currentValues(ids, journalled, fields)
      const sent = asOf === null ? undefined : writes.sentSince(accountId, [...journalled], asOf)
      return { current, journalled, sent, unsent: unsent(accountId, ids) }
    },
    sentBefore: (fingerprints) => journal().writes.sentBefore(accountId, fingerprints),
    inStock: (found) => matches.find(found),
    prices: (modelIds) => inventory.table.known.modelPrices(owner, modelIds),
  }
}

/** The adverts of own numbers; 0 for a number of which a create is planned, being sent or in doubt. */
function linkedNumbers({ links }: JournalReads, accountId: string): (readonly [string, number])[] {
  const held = links
    .held(accountId, null)
    .flatMap(({ key, operation }) => (operation === 'create' ? [key] : []))
  const live = links
    .list(accountId)
    .flatMap(({ key, autoId, state }) => (state === 'live' ? [[key, autoId] as const] : []))
  return [...held.map((key) => [key, 0] as const), ...live]
}

/**
 * Returns the journal's last write, for a question that can do without it: an unreadable journal is reported where it
 * is sent from or shown.
 */
function writtenIfReadable(
  { writes }: JournalReads,
  accountId: string,
  ids: readonly number[],
): ReadonlyMap<number, Values> {
  try {
    return writtenOfMany(
      { reader: { journalled: (some) => writes.known(some) }, writes: () => writes },
      accountId,
      ids,
    )
  } catch (error) {
    if (!looksDamaged(error)) throw error
    return noWrites
  }
}

/** Time for which a new advert may be missing in a list of the account's adverts, in ms. */
export const unlistedFor = 60 * 60_000

/**
 * Creates that the cached stock lacks, for a question that can do without them. What was created before a whole sync and is
 * not cached since is not in stock.
 */
function journalledIfReadable(
  { db, writes }: JournalReads,
  inventory: InventoryService,
  accountId: string,
): JournalledCreates {
  const syncedAt = inventory.table.syncs.last(accountId)
  const after = syncedAt === null ? null : new Date(Date.parse(syncedAt) - unlistedFor).toISOString()
  try {
    const created = createdAdverts(db, {
      accountId,
      after,
      unknown: (ids) => inventory.table.known.neverCached(accountId, ids),
      written: (ids) => writes.valuesOfMany(accountId, ids),
    })
    return { open: openCreatesOf(db, accountId), created }
  } catch (error) {
    if (!looksDamaged(error)) throw error
    return { open: [], created: [] }
  }
}
