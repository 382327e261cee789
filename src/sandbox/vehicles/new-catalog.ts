import { bodiesOf, equipmentOf, generationsOf, modificationsOf } from './new-chain.ts'
import type { Equipment, Generation, GenerationBody, Modification } from './new-vehicles.ts'
import { catalogModels } from './vehicle-catalog.ts'

/** New vehicles, from the generations of each model to the equipment: lookups, adverts and creates all come from here. */
export const generations: readonly Generation[] = catalogModels.flatMap(generationsOf)
export const generationBodies: readonly GenerationBody[] = generations.flatMap(bodiesOf)
export const modifications: readonly Modification[] = generationBodies.flatMap(modificationsOf)
export const equipment: readonly Equipment[] = modifications.flatMap(equipmentOf)

const modelKey = (makeId: number, modelId: number): string => `${makeId}/${modelId}`
const keyOf = ({ generation: { model } }: GenerationBody): string => modelKey(model.make.id, model.id)

const byModel = Map.groupBy(equipment, ({ modification }) => keyOf(modification.body))
const modificationById = new Map(modifications.map((modification) => [modification.id, modification]))
const equipmentById = new Map(equipment.map((one) => [one.id, one]))

/** The equipment of every modification of the model; none if the catalogue does not have the model. */
export const equipmentOfModel = (makeId: number, modelId: number): readonly Equipment[] =>
  byModel.get(modelKey(makeId, modelId)) ?? []

export const findModification = (id: number): Modification | undefined => modificationById.get(id)
export const findEquipment = (id: number): Equipment | undefined => equipmentById.get(id)
