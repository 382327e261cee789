import type { QueryPair } from '../http/query.ts'
import { readFilters, type SearchReading, type VehicleTest } from './search-filters.ts'
import type { VehicleStore } from './vehicle-store.ts'
import { isListed, isNewId, type VehicleFacts } from './vehicle.ts'

export interface FoundList {
  /** Newest first. */
  readonly ids: readonly number[]
  /** The filters that were understood. */
  readonly applied: Readonly<Record<string, string>>
}

/** Scope of a search besides its filters. */
export interface SearchScope extends SearchReading {
  /** Adverts of new vehicles are found elsewhere. */
  readonly withoutNew: boolean
}

/** Number of searches that are kept. */
const limit = 16

/** Results of the last searches: the pages of one search scan the stock once, until something is written. */
export class FoundLists {
  readonly #store: VehicleStore
  readonly #lists = new Map<string, FoundList>()
  #version = 0

  constructor(store: VehicleStore) {
    this.#store = store
  }

  find(filters: readonly QueryPair[], scope: SearchScope): FoundList {
    this.#forgetOld()
    // What was added lately is another list in every second; any other is kept.
    const { live, withoutNew, now } = scope
    const moment = filters.some((pair) => pair.name === 'top') ? now : 0
    const name = JSON.stringify([live, withoutNew, moment, filters.map(({ raw, value }) => [raw, value])])
    const list = this.#lists.get(name) ?? scan(this.#store.all(), filters, scope)
    this.#lists.delete(name)
    this.#lists.set(name, list)
    return list
  }

  #forgetOld(): void {
    if (this.#version !== this.#store.version) this.#lists.clear()
    this.#version = this.#store.version
    const [oldest] = this.#lists.keys()
    if (oldest !== undefined && this.#lists.size >= limit) this.#lists.delete(oldest)
  }
}

function scan(stock: readonly VehicleFacts[], filters: readonly QueryPair[], scope: SearchScope): FoundList {
  const { tests, applied, order } = readFilters(filters, scope)
  const ids: number[] = []
  const toSort: VehicleFacts[] = []
  for (let place = stock.length - 1; place >= 0; place--) {
    const facts = stock[place]
    if (facts === undefined || !isListed(facts) || (scope.withoutNew && isNewId(facts.id))) continue
    if (!passes(facts, tests)) continue
    if (order === undefined) ids.push(facts.id)
    else toSort.push(facts)
  }
  return { ids: order === undefined ? ids : toSort.sort(order).map(({ id }) => id), applied }
}

/** A plain loop: this is the inside of the scan. */
function passes(facts: VehicleFacts, tests: readonly VehicleTest[]): boolean {
  for (const test of tests) if (!test(facts)) return false
  return true
}
