import { furtherMakes } from './further-makes.ts'
import type { MakeEntry, ModelEntry } from './make-entry.ts'
import { makes as stockMakes } from './makes.ts'

export interface CatalogModel extends ModelEntry {
  readonly make: MakeEntry
}

const furtherById = new Map(furtherMakes.map((entry) => [entry.id, entry]))
const stockIds = new Set(stockMakes.map(({ id }) => id))

/** Every make with all of its models. */
export const makes: readonly MakeEntry[] = [
  ...stockMakes.map((entry) => ({
    ...entry,
    models: [...entry.models, ...(furtherById.get(entry.id)?.models ?? [])],
  })),
  ...furtherMakes.filter(({ id }) => !stockIds.has(id)),
]

const makeById = new Map(makes.map((entry) => [entry.id, entry]))

const modelsOf = (entries: readonly MakeEntry[]): CatalogModel[] =>
  entries.flatMap((entry) =>
    entry.models.map((model) => ({ ...model, make: makeById.get(entry.id) ?? entry })),
  )

/** The models that the stock is drawn from: another list would make another stock. */
export const stockModels: readonly CatalogModel[] = modelsOf(stockMakes)

/** Every model with its make; ids of their generations follow from their places in the list. */
export const catalogModels: readonly CatalogModel[] = [...stockModels, ...modelsOf(furtherMakes)]

const modelById = new Map(catalogModels.map((model) => [`${model.make.id}/${model.id}`, model]))

export const findMake = (id: number): MakeEntry | undefined => makeById.get(id)

/** The model of that make; the same model id under another make is another model, or none. */
export const findModel = (makeId: number, modelId: number): CatalogModel | undefined =>
  modelById.get(`${makeId}/${modelId}`)

/** An advert that an older sandbox wrote can have ids outside the catalogue; they get a made-up name. */
export const makeName = (id: number): string => findMake(id)?.name ?? `Марка ${id}`
export const modelName = (makeId: number, id: number): string => findModel(makeId, id)?.name ?? `Модель ${id}`
