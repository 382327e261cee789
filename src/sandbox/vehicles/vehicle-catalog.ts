import type { MakeEntry, ModelEntry } from './make-entry.ts'
import { makes } from './makes.ts'

export interface CatalogModel extends ModelEntry {
  readonly make: MakeEntry
}

/** Every model with its make: the list the stock is drawn from. */
export const catalogModels: readonly CatalogModel[] = makes.flatMap((make) =>
  make.models.map((model) => ({ ...model, make })),
)

const makeById = new Map(makes.map((entry) => [entry.id, entry]))
const modelById = new Map(catalogModels.map((model) => [`${model.make.id}/${model.id}`, model]))

export const findMake = (id: number): MakeEntry | undefined => makeById.get(id)

/** The model of that make; the same model id under another make is another model, or none. */
export const findModel = (makeId: number, modelId: number): CatalogModel | undefined =>
  modelById.get(`${makeId}/${modelId}`)

/** An advert that an older sandbox wrote can have ids outside the catalogue; they get a made-up name. */
export const makeName = (id: number): string => findMake(id)?.name ?? `Марка ${id}`
export const modelName = (makeId: number, id: number): string => findModel(makeId, id)?.name ?? `Модель ${id}`
