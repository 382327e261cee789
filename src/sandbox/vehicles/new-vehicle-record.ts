import { otherDealers, ownDealer } from '../world/sellers.ts'
import { pricesOf } from '../world/money.ts'
import { dateTime } from '../world/service-time.ts'
import { slug } from '../world/slug.ts'
import { describe } from './descriptions.ts'
import { bodyStyles, drives, fuels, gearboxes } from './equipment.ts'
import { findEquipment, findModification } from './new-catalog.ts'
import { photoAddress } from './photos.ts'
import { makeName, modelName } from './vehicle-catalog.ts'
import type { VehicleFacts } from './vehicle.ts'

/**
 * The record of GET /auto/new/auto/{id}: the fields that docs/service/openapi.yaml names. What is inside `marka`, `model`,
 * `mainParams`, `salon` and `photos` was not recorded; it is the sandbox's reading.
 */
export function newVehicleRecord(facts: VehicleFacts, origin: string): Record<string, unknown> {
  const [make, model] = [makeName(facts.makeId), modelName(facts.makeId, facts.modelId)]
  const { USD, UAH } = pricesOf(facts.price, facts.currency)
  return {
    marka: { id: facts.makeId, name: make, eng: slug(make) },
    model: { id: facts.modelId, name: model, eng: slug(model) },
    priceUsd: USD,
    priceUah: UAH,
    mainParams: mainParamsOf(facts),
    salon: salonOf(facts),
    photos: Array.from({ length: facts.photos }, (_, place) => photoAddress(facts, origin, 'f', place)),
    note: describe(facts),
    linkAuto: `/uk/newauto/auto-${slug(make)}-${slug(model)}-${facts.id}.html`,
    updatedDate: dateTime(facts.updatedAt),
  }
}

function mainParamsOf(facts: VehicleFacts): object {
  const modification = findModification(facts.baseId)
  return {
    year: facts.year,
    version: facts.version,
    generation: modification?.body.generation.name ?? '',
    modification: modification?.name ?? '',
    equipment: findEquipment(facts.equipId)?.name ?? '',
    bodyStyle: bodyStyles[facts.bodyId]?.uk ?? '',
    fuel: fuels[facts.fuelId]?.uk ?? '',
    gearbox: gearboxes[facts.gearboxId]?.uk ?? '',
    drive: drives[modification?.driveId ?? 0]?.uk ?? '',
  }
}

function salonOf(facts: VehicleFacts): object {
  const dealer =
    facts.dealerId === ownDealer.id ? ownDealer : otherDealers.find(({ id }) => id === facts.dealerId)
  return {
    id: dealer?.id ?? 0,
    name: dealer?.name ?? '',
    link: dealer ? `/uk/newauto/salon/${dealer.slug}/` : '',
  }
}
