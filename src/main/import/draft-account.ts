import type { VehicleNames } from '#shared/batch/row.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import type { FileChoices, VehicleReader } from '../names/vehicle-reader.ts'
import type { Values } from '../writes/values.ts'
import type { KnownContents } from './columns/match-contents.ts'
import type { Compare } from './compare/compare.ts'
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
  readonly accountId: string
  /** Place where a worker reads the same now; null if rows are compared in the caller's thread alone. */
  readonly place: () => AccountPlace | null
  /** Known values of these adverts (at most 500 ids) and of these fields of theirs, without those that aren't known. */
  readonly currentValues: (
    autoIds: readonly number[],
    journalled: ReadonlySet<number>,
    fields: readonly FieldName[],
  ) => ReadonlyMap<number, CurrentAdvert>
  /** The adverts of the dealer's own numbers now. */
  readonly links: () => AccountFacts['links']
  /** True if names of modifications and equipment are known where they belong. */
  readonly holdsNames: () => boolean
  /** Reads the cells of vehicles for one check of a file. */
  readonly vehicleReader: (choices?: FileChoices) => Pick<VehicleReader, 'read'>
  /** Names of the vehicle's ids in a row's payload, by their fields. */
  readonly vehicleNames: (payload: Values) => VehicleNames
  /**
   * Stock and journal with which the rows of one check are compared.
   * @param asOf the moment of the file, ISO 8601; null for rows that are no file's
   */
  readonly compare: (choices: FileChoices, asOf: string | null) => Compare
}

/** The row with the names of its vehicle's ids. */
export const withNames = (row: DraftRow, account: DraftAccount | null): DraftRow => {
  const names = account?.vehicleNames(row.payload) ?? {}
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

/** Facts of the account by which columns are matched. */
export const knownContents = ({ currentValues, vehicleReader }: DraftAccount): KnownContents => {
  const reader = vehicleReader()
  return {
    adverts: (ids) => new Set(currentValues(ids, new Set(), []).keys()),
    vehicle: (cells) => reader.read(cells),
  }
}
