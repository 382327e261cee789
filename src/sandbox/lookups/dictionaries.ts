import type { Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { autoOptions, bodyStyles, colours, drives, fuels, gearboxes } from '../vehicles/equipment.ts'
import { findMake, makes } from '../vehicles/vehicle-catalog.ts'
import type { Names } from '../world/names.ts'
import { cities, regions } from '../world/regions.ts'

interface Entry {
  readonly name: string
  readonly value: number
}

/** The service lets its dictionaries be kept for 12 minutes (docs/service/lookups.md). */
const list = (value: readonly Entry[]): Answer => ({
  status: 200,
  value,
  headers: { 'cache-control': 'max-age=720' },
})

const named = (names: Readonly<Record<number, Names>>): Entry[] =>
  Object.entries(names).map(([id, { uk }]) => ({ name: uk, value: Number(id) }))

const categories = new Map([
  [1, 'Легкові'],
  [2, 'Мото'],
  [6, 'Вантажівки'],
])

/** Countries by the ids that `brandOrigin` takes: ISO 3166 numbers, and one of the service's own. */
const countries = new Map([
  [156, 'Китай'],
  [203, 'Чехія'],
  [250, 'Франція'],
  [276, 'Німеччина'],
  [380, 'Італія'],
  [392, 'Японія'],
  [410, 'Корея'],
  [528, 'Нідерланди'],
  [642, 'Румунія'],
  [643, 'Росія'],
  [724, 'Іспанія'],
  [752, 'Швеція'],
  [804, 'Україна'],
  [826, 'Англія'],
  [840, 'США'],
  [900, 'Інша'],
])

const entries = (names: ReadonlyMap<number, string>): Entry[] =>
  [...names].map(([value, name]) => ({ name, value }))

/** The capital's region is the first; the service leaves one of the 25 out. */
const statesInOrder = regions
  .filter(({ id }) => id !== 21)
  .toSorted((one, other) => Number(other.id === 10) - Number(one.id === 10))

const modelBodies = (category: number): Set<number> =>
  new Set(
    makes.filter((make) => make.category === category).flatMap((make) => make.models.map(({ body }) => body)),
  )

type Dictionary = (query: URLSearchParams, ids: readonly string[]) => Answer

/** Technical dictionaries are the same for all categories here; an unknown category has none. */
const ofCategory =
  (all: readonly Entry[]): Dictionary =>
  (_, [category]) =>
    list(categories.has(wholeNumber(category) ?? 0) ? all : [])

/** The dictionaries of a search (docs/service/lookups.md), by their path. */
export const dictionaries: Readonly<Record<string, Dictionary>> = {
  '/auto/categories': () => list(entries(categories)),
  '/auto/categories/{id}/marks': (_, [category]) =>
    list(
      makes
        .filter((make) => make.category === wholeNumber(category))
        .map(({ name, id }) => ({ name, value: id })),
    ),
  '/auto/categories/{id}/marks/{marka_id}/models': (_, [category, marka]) => {
    const make = findMake(wholeNumber(marka) ?? 0)
    const models = make?.category === wholeNumber(category) ? make?.models : undefined
    return list((models ?? []).map(({ name, id }) => ({ name, value: id })))
  },
  '/auto/categories/{id}/bodystyles': (_, [category]) => {
    const own = modelBodies(wholeNumber(category) ?? 0)
    return list(named(bodyStyles).filter(({ value }) => own.has(value) || (own.has(3) && value === 2)))
  },
  '/auto/categories/{id}/gearboxes': ofCategory(named(gearboxes)),
  '/auto/categories/{id}/driverTypes': ofCategory(named(drives)),
  '/auto/categories/{id}/options': ofCategory(autoOptions.map(({ id, name }) => ({ name, value: id }))),
  '/auto/type': () => list(named(fuels)),
  '/auto/colors': () => list(named(colours)),
  '/auto/countries': () => list(entries(countries)),
  '/auto/states': () => list(statesInOrder.map(({ name, id }) => ({ name, value: id }))),
  '/auto/states/{id}/cities': (_, [region]) =>
    list(
      cities
        .filter(({ regionId }) => regionId === wholeNumber(region))
        .map(({ name, id }) => ({ name, value: id })),
    ),
}
