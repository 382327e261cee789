import { ok, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { districts } from '../realty/realty-types.ts'
import { cities, findCity, regions, type City, type Region } from '../world/regions.ts'
import { slug } from '../world/slug.ts'

/** Real estate speaks Russian unless `lang_id` 4 asks for Ukrainian. */
const inUkrainian = (query: URLSearchParams): boolean => query.get('lang_id') === '4'
const langId = (query: URLSearchParams): 2 | 4 => (inUkrainian(query) ? 4 : 2)
const nameOf = (place: City | Region, query: URLSearchParams): string =>
  inUkrainian(query) ? place.name : place.nameRu

/** Regions, cities and districts of real estate (docs/service/lookups.md), by their path. */
export const realtyPlaces: Readonly<
  Record<string, (query: URLSearchParams, ids: readonly string[]) => Answer>
> = {
  '/dom/states': (query) => ok(regions.map((region) => stateOf(region, query))),
  '/dom/cities/{id}': (query, [region]) =>
    ok(cities.filter(({ regionId }) => regionId === wholeNumber(region)).map((city) => cityOf(city, query))),
  '/dom/cities_districts/{id}': (query, [city]) => ok([districtsOf(wholeNumber(city) ?? 0, query)]),
}

function stateOf(region: Region, query: URLSearchParams): object {
  const centre = findCity(region.id)
  return {
    lang_id: langId(query),
    stateID: region.id,
    name: nameOf(region, query),
    eng_name: slug(centre?.nameRu ?? region.nameRu),
    declension: '',
    center_declension: '',
    region_name: centre === undefined ? '' : nameOf(centre, query),
  }
}

const cityOf = (city: City, query: URLSearchParams): object => ({
  lang_id: langId(query),
  cityID: city.id,
  stateID: city.regionId,
  name: nameOf(city, query),
  eng: slug(city.nameRu),
  declension: '',
})

/** The first entry is the heading of a select. */
const districtsOf = (cityId: number, query: URLSearchParams): object[] => [
  { name: 'Район', value: '' },
  ...districts
    .filter((district) => district.cityId === cityId)
    .map(({ id, name, nameUk }) => ({
      city_id: cityId,
      area_id: id,
      name: inUkrainian(query) ? nameUk : name,
      type: 1,
      value: id,
    })),
]
