import { notEnoughData, ok, type Answer } from '../http/answers.ts'
import { wholeNumber } from '../http/query.ts'
import { bodyStyles } from '../vehicles/equipment.ts'
import { equipment, generationBodies, generations, modifications } from '../vehicles/new-catalog.ts'
import type { Equipment, Generation, GenerationBody, Modification } from '../vehicles/new-vehicles.ts'
import { catalogModels, makes, type CatalogModel } from '../vehicles/vehicle-catalog.ts'
import type { MakeEntry } from '../vehicles/make-entry.ts'
import { isListed, type VehicleFacts } from '../vehicles/vehicle.ts'
import { pricesOf } from '../world/money.ts'
import { slug } from '../world/slug.ts'

type Stock = () => readonly VehicleFacts[]

/** The chain of lookups of a new vehicle (docs/service/lookups.md), from the catalogue that adverts and creates use. */
export class NewLookups {
  readonly #stock: Stock

  constructor(stock: Stock) {
    this.#stock = stock
  }

  /** GET /auto/new/marks; passenger cars if no category is given. */
  marks(query: URLSearchParams): Answer {
    const category = wholeNumber(query.get('category_id')) ?? 1
    return ok(makes.filter((make) => make.category === category).map(markOf))
  }

  /** GET /auto/new/models */
  models(query: URLSearchParams): Answer {
    const counts = Map.groupBy(this.#newOnes(), (facts) => `${facts.makeId}/${facts.modelId}`)
    return listBy(
      query,
      'marka_id',
      catalogModels,
      ({ make }) => make.id,
      (model) => modelOf(model, counts.get(`${model.make.id}/${model.id}`)?.length ?? 0),
    )
  }

  /** GET /auto/new/generations */
  generations(query: URLSearchParams): Answer {
    return listBy(query, 'model_id', generations, ({ model }) => model.id, generationOf)
  }

  /** GET /auto/new/generation_bodystyles; older answers have no names. */
  bodies(query: URLSearchParams, older: boolean): Answer {
    return listBy(
      query,
      'generation_id',
      generationBodies,
      ({ generation }) => generation.id,
      (body) => bodyOf(body, older),
    )
  }

  /** GET /auto/new/generation_bodystyles_bases */
  bases(query: URLSearchParams): Answer {
    return listBy(query, 'generation_bodystyle_id', modifications, ({ body }) => body.id, baseOf)
  }

  /** GET /auto/new/equips; older answers have neither counts nor prices. */
  equips(query: URLSearchParams, older: boolean): Answer {
    const base = wholeNumber(query.get('base_id'))
    const offers = older ? [] : this.#newOnes().filter((facts) => facts.baseId === base)
    return listBy(
      query,
      'base_id',
      equipment,
      ({ modification }) => modification.id,
      (one) => ({
        ...equipOf(one),
        ...(older ? {} : offersOf(offers.filter((facts) => facts.equipId === one.id))),
      }),
    )
  }

  #newOnes(): VehicleFacts[] {
    return this.#stock().filter((facts) => facts.baseId > 0 && isListed(facts))
  }
}

/** The entries whose id is the one that the query gives under `name`. */
function listBy<T>(
  query: URLSearchParams,
  name: string,
  entries: readonly T[],
  idOf: (entry: T) => number,
  show: (entry: T) => object,
): Answer {
  const id = wholeNumber(query.get(name))
  if (id === undefined) return notEnoughData
  return ok(entries.filter((entry) => idOf(entry) === id).map(show))
}

const markOf = (make: MakeEntry): object => ({
  name: make.name,
  marka_id: make.id,
  eng: slug(make.name),
  country_id: make.origin,
  category_id: make.category,
})

const modelOf = ({ id, name, make }: CatalogModel, count: number): object => ({
  name,
  model_id: id,
  value: id,
  marka_id: make.id,
  eng: slug(name),
  category_id: String(make.category),
  parent_id: 0,
  count,
  slang: null,
})

const generationOf = ({ id, name, model, yearFrom, yearTo }: Generation): object => ({
  name,
  generation_id: id,
  marka_id: model.make.id,
  model_id: model.id,
  eng: slug(name),
  year_from: yearFrom,
  year_to: yearTo,
})

const bodyOf = ({ id, bodyId }: GenerationBody, older: boolean): object => {
  const names = bodyStyles[bodyId]
  const named = { name: names?.uk ?? '', eng: slug(names?.ru ?? '') }
  return { generation_bodystyle_id: id, bodystyle_id: bodyId, ...(older ? {} : named) }
}

const baseOf = ({ id, name, body }: Modification): object => ({
  base_id: id,
  name,
  generation_bodystyle_id: body.id,
  marka_id: body.generation.model.make.id,
  model_id: body.generation.model.id,
})

const equipOf = ({ id, name, year, modification }: Equipment): object => ({
  equip_id: id,
  name,
  year,
  base_id: modification.id,
})

const offersOf = (offers: readonly VehicleFacts[]): object => ({
  cnt: offers.length,
  min_price:
    offers.length === 0
      ? null
      : Math.min(...offers.map((facts) => pricesOf(facts.price, facts.currency).USD)),
})
