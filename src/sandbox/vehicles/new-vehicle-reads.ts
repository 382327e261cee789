import { notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { decimalNumber, wholeNumber } from '../http/query.ts'
import { convert, pricesOf } from '../world/money.ts'
import type { VehicleReads } from './vehicle-reads.ts'
import type { VehicleStore } from './vehicle-store.ts'
import { isListed, isNew, type VehicleFacts } from './vehicle.ts'
import { otherDealers, ownDealer } from '../world/sellers.ts'
import { dateTime } from '../world/service-time.ts'
import { slug } from '../world/slug.ts'
import { describe } from './descriptions.ts'
import { bodyStyles, drives, fuels, gearboxes } from './equipment.ts'
import { findEquipment, findModification } from './new-catalog.ts'
import { photoAddress } from './photos.ts'
import { makeName, modelName } from './vehicle-catalog.ts'

/**
 * The record of GET /auto/new/auto/{id}: the fields that docs/service/openapi.yaml names. What is inside `marka`, `model`,
 * `mainParams`, `salon` and `photos` was not recorded; it is the sandbox's reading.
 */
function newVehicleRecord(facts: VehicleFacts, origin: string): Record<string, unknown> {
  const make = makeName(facts.makeId)
  const model = modelName(facts.makeId, facts.modelId)
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

/** Ids per page (docs/service/writes.md). */
const defaultLimit = 10
const largestLimit = 50

/** The addresses at which clients read adverts of new vehicles (docs/service/writes.md). */
export class NewVehicleReads {
  readonly #store: VehicleStore
  readonly #reads: VehicleReads

  constructor(store: VehicleStore, reads: VehicleReads) {
    this.#store = store
    this.#reads = reads
  }

  /** GET /auto/new/search: newest first, pages from 1. */
  search({ query }: Call): Answer {
    const found = this.#store.all().filter((facts) => isNew(facts) && isListed(facts) && fits(facts, query))
    const limit = Math.min(Math.max(wholeNumber(query.get('limit')) ?? defaultLimit, 1), largestLimit)
    const from = (Math.max(wholeNumber(query.get('page')) ?? 1, 1) - 1) * limit
    const ids = found.toReversed().slice(from, from + limit)
    return ok({ count: found.length, ids: ids.map(({ id }) => id) })
  }

  /** GET /auto/new/auto/{id} */
  info({ origin }: Call, [id]: readonly string[]): Answer {
    const facts = this.#reads.read(wholeNumber(id) ?? 0)
    if (facts === undefined || facts.deleted || !isNew(facts)) return notFound('Advert')
    return ok(newVehicleRecord(facts, origin))
  }
}

/** Zero is "any"; prices are in US dollars. */
function fits(facts: VehicleFacts, query: URLSearchParams): boolean {
  const is = (name: string, value: number) => [undefined, 0, value].includes(wholeNumber(query.get(name)))
  const price = convert(facts.price, facts.currency, 1)
  const highest = decimalNumber(query.get('priceTo')) ?? 0
  return (
    is('markaId', facts.makeId) &&
    is('modelId', facts.modelId) &&
    is('userId', facts.userId) &&
    price >= (decimalNumber(query.get('priceFrom')) ?? 0) &&
    price <= (highest === 0 ? Infinity : highest)
  )
}
