import { z } from 'zod'
import { identifier, number, prose, readable } from './tolerant.ts'

/** Elements of the lookups (docs/service/lookups.md). What can't be read of a list is left out of it. */
const named = { name: prose.transform((name) => name ?? '') }

export const makeEntry = z.looseObject({ ...named, marka_id: identifier })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The chain has the id as `model_id`, the dictionaries of a search as `value`. */
export const modelEntry = z.preprocess(
  (entry) => (isRecord(entry) ? { ...entry, model_id: entry.model_id ?? entry.value } : entry),
  z.looseObject({ ...named, model_id: identifier }),
)

export const generationEntry = z.looseObject({
  ...named,
  generation_id: identifier,
  year_from: number,
  /** 0 if it is still made. */
  year_to: number,
})

/** `name` is there in newer answers only. */
export const bodyEntry = z.looseObject({
  ...named,
  generation_bodystyle_id: identifier,
  bodystyle_id: number,
})

export const baseEntry = z.looseObject({ ...named, base_id: identifier })

export const equipEntry = z.looseObject({ ...named, equip_id: identifier, year: number })

/** An entry of the dictionaries of a search. */
export const dictionaryEntry = z.looseObject({ ...named, value: identifier })
export type DictionaryEntry = z.infer<typeof dictionaryEntry>

/** A region, a city or a district of real estate: each has the ids of the larger places with its own. */
export const placeEntry = z.preprocess(
  (entry) => (isRecord(entry) ? { ...entry, id: entry.area_id ?? entry.cityID ?? entry.stateID } : entry),
  z.looseObject({ ...named, id: identifier }),
)

/** The list that an answer holds. */
export const lookupList = <Entry extends z.ZodType>(entry: Entry) => readable(entry)

/** The answer of GET /states, which the contract does not give: whatever of it names a region. */
export const regionsSchema = readable(dictionaryEntry)
