import { z } from 'zod'
import type { Params } from '../service/params.ts'
import {
  baseEntry,
  bodyEntry,
  dictionaryEntry,
  equipEntry,
  generationEntry,
  lookupList,
  makeEntry,
  modelEntry,
  placeEntry,
} from '../service/lookup-answers.ts'

/** Passenger cars. */
const cars = 1

/** A list that the service gives at one of several addresses: the first that it has counts. */
export interface LookupList<Entry> {
  readonly addresses: readonly { readonly path: string; readonly params: Params; readonly pattern: string }[]
  readonly entries: z.ZodType<Entry[]>
}

const at = (path: string, params: Params = [], pattern = path) => ({ path, params, pattern })

function list<Entry extends z.ZodType>(
  entry: Entry,
  ...addresses: LookupList<unknown>['addresses']
): LookupList<z.output<Entry>> {
  return { addresses, entries: lookupList(entry) }
}

/** The chain of a new vehicle, newer addresses before older ones (docs/service/lookups.md). */
export const chain = {
  makes: () => list(makeEntry, at('/auto/new/marks', [['category_id', cars]])),
  models: (make: number) =>
    list(
      modelEntry,
      at('/auto/new/models', [
        ['marka_id', make],
        ['category_id', cars],
      ]),
      at(
        `/auto/categories/${cars}/marks/${make}/models`,
        [],
        '/auto/categories/{id}/marks/{marka_id}/models',
      ),
    ),
  generations: (model: number) =>
    list(
      generationEntry,
      at('/auto/new/generations', [['model_id', model]]),
      at('/auto/new/generation', [['model_id', model]]),
    ),
  bodies: (generation: number) =>
    list(bodyEntry, at('/auto/new/generation_bodystyles', [['generation_id', generation]])),
  bases: (body: number) =>
    list(baseEntry, at('/auto/new/generation_bodystyles_bases', [['generation_bodystyle_id', body]])),
  equips: (base: number) =>
    list(
      equipEntry,
      at('/auto/new/equips', [['base_id', base]]),
      at('/auto/new/equip_base', [['base_id', base]]),
    ),
} as const

const dictionary = (path: string, pattern = path) => list(dictionaryEntry, at(path, [], pattern))

const ofCategory = (category: number, name: string) =>
  dictionary(`/auto/categories/${category}/${name}`, `/auto/categories/{id}/${name}`)

/** The dictionaries of a search (docs/service/lookups.md). */
export const dictionaries = {
  categories: () => dictionary('/auto/categories'),
  makes: (category: number = cars) => ofCategory(category, 'marks'),
  bodyStyles: (category: number = cars) => ofCategory(category, 'bodystyles'),
  gearboxes: (category: number = cars) => ofCategory(category, 'gearboxes'),
  drives: (category: number = cars) => ofCategory(category, 'driverTypes'),
  options: (category: number = cars) => ofCategory(category, 'options'),
  fuels: () => dictionary('/auto/type'),
  colours: () => dictionary('/auto/colors'),
  countries: () => dictionary('/auto/countries'),
  states: () => dictionary('/auto/states'),
  cities: (state: number) => dictionary(`/auto/states/${state}/cities`, '/auto/states/{id}/cities'),
} as const

const places = (path: string, pattern: string, langId: number) =>
  list(placeEntry, at(path, [['lang_id', langId]], pattern))

/** The places of real estate; `langId` 4 asks for Ukrainian names. */
export const realtyPlaceLists = {
  states: (_of: number, langId: number) => places('/dom/states', '/dom/states', langId),
  cities: (state: number, langId: number) => places(`/dom/cities/${state}`, '/dom/cities/{id}', langId),
  /** The answer is an array in an array. */
  districts(city: number, langId: number) {
    const { addresses, entries } = places(
      `/dom/cities_districts/${city}`,
      '/dom/cities_districts/{id}',
      langId,
    )
    return {
      addresses,
      entries: z.preprocess((answer) => (Array.isArray(answer) ? answer.flat() : answer), entries),
    }
  },
} as const
