import type { FieldName } from '#shared/batch/write-fields.ts'
import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import type { VehicleCells } from '../../names/vehicle-ids.ts'
import type { SentBefore, SentSince, UnsentEdits } from '../../writes/sent-before.ts'
import type { NewVehicle, StockMatch } from '../../writes/stock-match.ts'
import type { CurrentAdvert } from './row-compare.ts'

/** Facts of some adverts in the cache and the journal. */
export interface KnownAdverts {
  readonly current: ReadonlyMap<number, CurrentAdvert>
  /** Those that rows of the journal are about: only such a row can be in it already. */
  readonly journalled: ReadonlySet<number>
  /** Writes to them since the file's moment. */
  readonly sent?: ReadonlyMap<number, SentSince> | undefined
  readonly unsent?: UnsentEdits | undefined
}

/** The price of an own advert, in each currency that it shows. */
export interface ModelPrice {
  readonly makeId: number | null
  readonly modelId: number | null
  readonly year: number | null
  readonly usd: number | null
  readonly eur: number | null
  readonly uah: number | null
}

/** The account's stock and journal, with which rows are compared. */
export interface Compare {
  /** True if the journal holds creates of the account. */
  readonly holdsCreates: boolean
  /** True if anything is known of the account's stock, be it by the journal alone. */
  readonly holdsStock: boolean
  /** True if names of modifications and equipment are known where they belong. */
  readonly holdsNames: boolean
  /** Sends of which nothing is known, any of which may be a create that was not found; null if there are none. */
  readonly unknownSends: SentBefore | null
  /** @param fields those of which the values are asked; others may be missing */
  readonly adverts: (autoIds: readonly number[], fields: readonly FieldName[]) => KnownAdverts
  /** Rows with these fingerprints that were sent before, or wait to be sent. */
  readonly sentBefore: (fingerprints: readonly string[]) => ReadonlyMap<string, SentBefore>
  /** Match of the vehicle of each create, in their order; null if nothing is. */
  readonly inStock: (vehicles: readonly NewVehicle[]) => readonly (StockMatch | null)[]
  /** The prices of the account's adverts of these models, of any make. */
  readonly prices: (modelIds: readonly number[]) => readonly ModelPrice[]
  /** Meaning of the cells of a vehicle. */
  readonly vehicle: (cells: VehicleCells) => ResolvedVehicle
}
