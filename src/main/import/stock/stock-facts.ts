import { z } from 'zod'
import type { CurrencyId } from '#shared/batch/currency.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { StockCheck, StockChoice } from '#shared/stock/stock-check.ts'

/** Make, model, modification and equipment; 0 for what isn't known. */
export type Vehicle = readonly [marka: number, model: number, base: number, equip: number]

/** Facts of the journal about a key that has or had an advert. */
export interface LinkFact {
  readonly key: string
  readonly fold: string
  readonly autoId: number
  readonly state: 'live' | 'ended'
  readonly endedBy: 'file' | 'person' | null
  /** Null if nothing is known; at least make and model should be, or the link holds every new key. */
  readonly vehicle: Vehicle | null
  /** The file's source had the key in its last file, or was the last one that had it. */
  readonly ofSource: boolean
  /** The newest file of another source has it: the car is missing nowhere. */
  readonly isElsewhere: boolean
  /** The source whose newest file has it and that had no file for so long that this counts no more; null if there is none. */
  readonly silentSource: string | null
  /** Last person or file that took the advert out of stock. */
  readonly out: 'file' | 'person' | null
  /** The advert is known to be gone or sold. */
  readonly gone: boolean
  /** The link was found by likeness alone: its advert is never withdrawn without a question. */
  readonly byLikeness: boolean
  /** A person linked the advert: whether it is in stock is not known until the file says it. */
  readonly byHand: boolean
  /** Another desk wrote the advert since this one read it. */
  readonly isStale: boolean
  /** The advert's price and currency are known, without which no edit can put it out of stock. */
  readonly priced: boolean
  /** The currency of the advert's price, if it is known. */
  readonly currency: CurrencyId | null
  /** The first file of those in a row that lacked the key: the checksum of its content, and its as-of. */
  readonly lacked: { readonly sha256: string; readonly at: string } | null
}

export const keyedVehicleSchema = z.object({
  key: z.string(),
  fold: z.string(),
  vehicle: z.tuple([z.int(), z.int(), z.int(), z.int()]).readonly().nullable(),
})
/** Vehicle traits that decide whether two keys may be one car. */
export type KeyedVehicle = Readonly<z.infer<typeof keyedVehicleSchema>>

/** A key with a row that isn't settled: it is neither created, edited nor withdrawn. The vehicle is that of a create, else null. */
export interface HeldFact extends KeyedVehicle {
  readonly why: 'in-doubt' | 'conflict' | 'sending'
}

/** Last value that the file gave for a field, and what the advert showed after that. */
export interface FieldFact {
  /** Null if the file never gave one: the link was made of an advert that existed. */
  readonly given: string | number | null
  readonly shown: string | number | null
  /** A person keeps the field from the file. */
  readonly pinned: boolean
}
export type FieldFacts = Readonly<Partial<Record<FieldName, FieldFact>>>

/** An own live advert without a live link, not yet declared to be in no file. */
export interface UnlinkedAdvert {
  readonly autoId: number
  readonly title: string
  readonly makeId: number
  readonly modelId: number
  readonly prices: Readonly<Partial<Record<CurrencyId, number>>>
  readonly year: number | null
  /** Modification and equipment, if a create of this journal made the advert. */
  readonly trim: readonly [base: number, equip: number] | null
}

/** Facts of the file that are not in its rows. */
export interface FileFact {
  readonly sha256: string
  /** The date of its content, ISO 8601. */
  readonly asOf: string
  /** It lacks its usual end: the totals, or the end of the last line. */
  readonly isCut: boolean
  /** More rows than the file has, which a line below them says; null if none does. */
  readonly statedRows: number | null
}

/** Everything that decides about a stock file, besides its cars; plain data that crosses threads. */
export interface StockFacts extends Pick<
  StockChoice,
  'missing' | 'byHand' | 'sameTrim' | 'maxMissing' | 'maxNew'
> {
  readonly file: FileFact
  /** The service lists the own adverts, in one way or another: an advert that was made elsewhere is seen. */
  readonly seesOwn: boolean
  /** Keys that may have adverts since before a recovery, none of which can be seen: `all`, or those of the last file. */
  readonly mayBeMade: 'all' | ReadonlySet<string>
  /** `--rows`: exactly so many rows are right. */
  readonly expectedRows: number | null
  /** Rows of the largest file of the source that was taken within the last week; 0 if none was. */
  readonly largestOfWeek: number
  readonly links: readonly LinkFact[]
  /** By key. */
  readonly fields: ReadonlyMap<string, FieldFacts>
  readonly held: readonly HeldFact[]
  /**
   * Rows without a live link in the newest files of the other sources, also without a key ('', with the fold ''): a car
   * that is missing here may be one of them.
   */
  readonly elsewhere: readonly KeyedVehicle[]
  /** Answers "another car": two keys, or a key and `advertName` of an advert. */
  readonly apart: readonly (readonly [key: string, other: string])[]
  /** Keys that a person wants created again; each is taken off by the create. */
  readonly renewed: readonly string[]
  readonly unlinked: readonly UnlinkedAdvert[]
}

/** Name of an advert for `apart`. */
export const advertName = (autoId: number): string => `advert ${String(autoId)}`

/** Facts of the account besides the stock: names of makes, and adverts with open orders. */
export interface ClueFacts {
  readonly makes: ReadonlyMap<number, string>
  readonly ordered: ReadonlySet<number>
}

/**
 * Request to check a file as the whole stock of a source, with all that the decisions follow from; data that crosses
 * threads.
 */
export interface StockRequest extends Pick<
  StockChoice,
  'key' | 'source' | 'filter' | 'quantity' | 'missing'
> {
  /** The fields that columns of the source's last file gave. */
  readonly usualFields: readonly string[]
  readonly facts: StockFacts
  readonly clues: ClueFacts
  /** Facts that the check reports; the worker doesn't need them. */
  readonly reported: Pick<StockCheck, 'isFirstLook' | 'age' | 'asOf' | 'last' | 'largestOfWeek' | 'revision'>
}
