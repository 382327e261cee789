import type { VehicleNames } from '#shared/batch/row.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import { type FileChoices, VehicleReader } from '../names/vehicle-reader.ts'
import type { KnownNames } from '../names/resolve-vehicle.ts'
import type { SentBefore, SentSince, UnsentEdits } from '../writes/sent-before.ts'
import type { NewVehicle, StockMatch } from '../writes/stock-match.ts'
import type { Values } from '../writes/values.ts'
import type { KnownContents } from './columns/match-contents.ts'
import type { Compare, ModelPrice } from './compare/compare.ts'
import type { CurrentAdvert } from './compare/row-compare.ts'
import type { AccountFacts } from './worker/draft-source.ts'

/** Account whose cache and journal a worker reads, and where they are. */
export interface AccountPlace {
  readonly accountId: string
  readonly userId: number
  readonly baseUrl: string
  readonly cache: string
  /** Null if there is none but in memory: it knows nothing. */
  readonly journal: string | null
  /** Null if there is none but in memory. */
  readonly edits: string | null
  /** Ms since 1970. */
  readonly now: number
}

/** The account that a file is checked for, with what its cache and journal know. */
export interface DraftAccount extends Omit<AccountFacts, 'links'> {
  /** By which planning knows that the rows were checked for the current account. */
  readonly accountId?: string
  /** Known values of these adverts (at most 500 ids) and of these fields of theirs, without those that aren't known. */
  readonly currentValues: (
    autoIds: readonly number[],
    journalled: ReadonlySet<number>,
    fields: readonly FieldName[],
  ) => ReadonlyMap<number, CurrentAdvert>
  /** Place where a worker reads the same now; without it, rows are compared in the caller's thread alone. */
  readonly place?: () => AccountPlace
  /** Rows among these that were sent before, and in which batch (at most 500 fingerprints). */
  readonly sentBefore: (fingerprints: readonly string[]) => ReadonlyMap<string, SentBefore>
  /** Writes to these adverts since a moment (ISO 8601); nothing, if this isn't given. */
  readonly sentSince?: (autoIds: readonly number[], since: string) => ReadonlyMap<number, SentSince>
  /** Edits of these adverts that wait here to be sent; none, if this isn't given. */
  readonly unsentEdits?: (autoIds: readonly number[]) => UnsentEdits
  /** True if the journal holds creates of the account; it may, if this isn't given. */
  readonly holdsCreates?: () => boolean
  /**
   * True if names of modifications and equipment are known where they belong; nothing is known, if this isn't given.
   */
  readonly holdsNames?: () => boolean
  /** Reads the cells of vehicles for one check of a file; no name is known, if this isn't given. */
  readonly vehicleReader?: (choices?: FileChoices) => Pick<VehicleReader, 'read'>
  /** Names of the vehicle's ids in a row's payload, by their fields; none, if this isn't given. */
  readonly vehicleNames?: (payload: Values) => VehicleNames
  /** The adverts of the dealer's own numbers now; none, if this isn't given. */
  readonly links?: () => NonNullable<AccountFacts['links']>
  /** Adverts among these that rows of the journal are about; all of them may be, if this isn't given. */
  readonly journalled?: (autoIds: readonly number[]) => ReadonlySet<number>
  /** Finds creates of vehicles that the stock has already, for one check; none is found, if this isn't given. */
  readonly stockMatches?: () => {
    find(vehicles: readonly NewVehicle[]): readonly (StockMatch | null)[]
  }
  /** Prices of the account's adverts of these models; nothing is known, if this isn't given. */
  readonly modelPrices?: (modelIds: readonly number[]) => readonly ModelPrice[]
  /** Sends of which nothing is known; none if it isn't given. */
  readonly unknownSends?: () => SentBefore | null
}

/** The row with the names of its vehicle's ids. */
export const withNames = (row: DraftRow, account: DraftAccount | null): DraftRow => {
  const names = account?.vehicleNames?.(row.payload) ?? {}
  return Object.keys(names).length === 0 ? row : { ...row, names }
}

/** The rows with the titles of their adverts: a row with an error is not compared, and so has none yet. */
export function withTitles(rows: readonly DraftRow[], account: DraftAccount | null): DraftRow[] {
  const untitled = new Set(rows.flatMap((row) => (row.title === null ? advertOf(row) : [])))
  if (!account || untitled.size === 0) return [...rows]
  const known = account.currentValues([...untitled], new Set(), [])
  return rows.map((row) => ({
    ...row,
    title: row.title ?? advertOf(row).map((id) => known.get(id)?.title ?? null)[0] ?? null,
  }))
}

/** The advert that a row edits or deletes, none if its id is not known. */
const advertOf = ({ operation, payload: { auto_id: id } }: DraftRow): number[] =>
  operation !== 'create' && typeof id === 'number' ? [id] : []

/** Names are unknown: ids count as they are. */
const noNames: KnownNames = { candidates: () => [], chosen: () => null, isElsewhere: () => false }
const readUnknown = (): VehicleReader => new VehicleReader(noNames)

/** Facts of the account by which columns are matched. */
export const knownContents = ({
  currentValues,
  vehicleReader = readUnknown,
}: DraftAccount): KnownContents => {
  const reader = vehicleReader()
  return {
    adverts: (ids) => new Set(currentValues(ids, new Set(), []).keys()),
    vehicles: (cells) => cells.map((each) => reader.read(each)),
  }
}

/**
 * Compares the rows of a file with what is known of the account, and chosen in this file.
 * @param asOf the moment of the file, ISO 8601; null for rows that are no file's
 */
export function compareWith(account: DraftAccount, choices: FileChoices, asOf: string | null): Compare {
  const { currentValues, sentBefore, holdsCreates = () => true, holdsNames = () => false } = account
  const reader = (account.vehicleReader ?? readUnknown)(choices)
  const journalledOf = account.journalled ?? ((autoIds: readonly number[]) => new Set(autoIds))
  const stock = account.stockMatches?.()
  return {
    holdsCreates: holdsCreates(),
    holdsStock: stock !== undefined && (account.stock !== null || holdsCreates()),
    holdsNames: holdsNames(),
    vehicles: (cells) => cells.map((each) => reader.read(each)),
    unknownSends: account.unknownSends?.() ?? null,
    adverts: (ids, fields) => {
      const journalled = journalledOf(ids)
      const current = currentValues(ids, journalled, fields)
      const sent = asOf === null ? undefined : account.sentSince?.([...journalled], asOf)
      return { current, journalled, sent, unsent: account.unsentEdits?.(ids) }
    },
    sentBefore,
    inStock: (found) => stock?.find(found) ?? found.map(() => null),
    prices: (modelIds) => account.modelPrices?.(modelIds) ?? [],
  }
}
