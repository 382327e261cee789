import { notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { decimalNumber, wholeNumber } from '../http/query.ts'
import { convert } from '../world/money.ts'
import { newVehicleRecord } from './new-vehicle-record.ts'
import type { VehicleReads } from './vehicle-reads.ts'
import type { VehicleStore } from './vehicle-store.ts'
import { isListed, isNew, type VehicleFacts } from './vehicle.ts'

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
