import { wholeNumber } from '../http/query.ts'
import { equipment, equipmentOfModel, findEquipment, findModification } from './new-catalog.ts'
import type { Equipment } from './new-vehicles.ts'
import { findMake, findModel } from './vehicle-catalog.ts'

/** Four ids that belong together, under the names that a create has for them. */
export interface Combination {
  readonly marka_id: number
  readonly model_id: number
  readonly base_id: number
  readonly equip_id: number
}

const bmwX5 = equipmentOfModel(9, 96)

/** Every combination, those of the BMW X5 first. */
const inOrder: readonly Equipment[] = [...bmwX5, ...equipment.filter((one) => !bmwX5.includes(one))]

/** The first `count` combinations that a create takes; they are always the same. */
export const combinations = (count: number): Combination[] => inOrder.slice(0, count).map(combinationOf)

function combinationOf({ id, modification }: Equipment): Combination {
  const { model } = modification.body.generation
  return { marka_id: model.make.id, model_id: model.id, base_id: modification.id, equip_id: id }
}

/** The equipment that the four ids of a create name, or what is wrong with them. */
export function findCombination(params: URLSearchParams): Equipment | string {
  const [make = 0, model = 0, base = 0, equip = 0] = ['marka_id', 'model_id', 'base_id', 'equip_id'].map(
    (name) => wholeNumber(params.get(name)),
  )
  if (findMake(make) === undefined) return `marka_id ${make} is not known`
  if (findModel(make, model) === undefined) return `model_id ${model} does not belong to marka_id ${make}`
  const found = findModification(base)?.body.generation.model
  if (found?.id !== model || found.make.id !== make)
    return `base_id ${base} does not belong to model_id ${model}`
  const chosen = findEquipment(equip)
  return chosen?.modification.id === base ? chosen : `equip_id ${equip} does not belong to base_id ${base}`
}
