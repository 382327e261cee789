import { type MakeEntry, type ModelEntry, make } from './make-entry.ts'
import { makes as stockMakes } from './makes.ts'

/**
 * Makes and models that the catalogue has in addition to those of the seeded stock, by the service's names. Among them
 * are names with other names in them, and those of dealers' lists. The columns and ids are as in makes.ts.
 */
const furtherMakes: readonly MakeEntry[] = [
  make(6, 'Audi', 276, [
    [900_101, 'A5', 6, 62, 2, 204, 'pd'],
    [900_102, 'Q8', 5, 98, 3, 340, 'pd'],
  ]),
  make(9, 'BMW', 276, [
    [900_103, '1 Series', 4, 39, 1.5, 136, 'pd'],
    [900_104, '4 Series', 6, 62, 2, 184, 'pd'],
    [900_106, 'X7', 5, 124, 3, 340, 'pd'],
  ]),
  make(15, 'Citroen', 250, [
    [900_107, 'C-Elysee', 3, 17, 1.6, 115, 'pd'],
    [900_108, 'C3', 4, 19, 1.2, 82, 'p'],
  ]),
  make(900_201, 'DS', 250, [
    [900_109, '4', 4, 38, 1.2, 130, 'p'],
    [900_110, '7 Crossback', 5, 48, 1.6, 180, 'pdh'],
  ]),
  make(29, 'Hyundai', 410, [
    [900_111, 'i30 N', 4, 38, 2, 280, 'p'],
    [900_112, 'ix35', 5, 21, 2, 150, 'pd'],
  ]),
  make(900_202, 'MG', 826, [
    [900_113, 'MG4', 4, 32, 0, 204, 'e'],
    [900_114, 'HS', 5, 29, 1.5, 162, 'ph'],
    [900_115, 'ZS', 5, 22, 1.5, 106, 'p'],
  ]),
  make(48, 'Mercedes-Benz', 276, [
    [900_116, 'A-Class', 4, 38, 1.3, 163, 'pd'],
    [900_117, 'B-Class', 8, 40, 1.3, 136, 'pd'],
    [900_118, 'CLA-Class', 3, 46, 1.3, 163, 'pd'],
    [900_119, 'G-Class', 5, 198, 4, 585, 'pd'],
    [900_120, 'GLA-Class', 5, 48, 1.3, 163, 'pd'],
    [900_121, 'V-Class', 8, 84, 2, 190, 'd'],
  ]),
  make(62, 'Renault', 250, [
    [900_122, 'Grand Scenic', 8, 31, 1.3, 140, 'pd'],
    [900_123, 'Laguna', 307, 14, 2, 150, 'pd'],
    [900_124, 'Megane Scenic', 8, 12, 1.6, 107, 'pd'],
  ]),
  make(79, 'Toyota', 392, [
    [900_125, 'Hilux', 9, 44, 2.4, 150, 'd'],
    [900_126, 'Land Cruiser', 5, 62, 2.8, 204, 'pd'],
    [900_127, 'Land Cruiser 200', 5, 82, 4.5, 235, 'pd'],
  ]),
  make(84, 'Volkswagen', 276, [
    [900_128, 'Golf Plus', 8, 16, 1.4, 122, 'pd'],
    [900_129, 'Passat CC', 3, 24, 2, 170, 'pd'],
    [900_130, 'T-Roc', 5, 32, 1.5, 150, 'pd'],
  ]),
]

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
