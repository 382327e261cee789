import type { QueryPair } from '../http/query.ts'
import { readFilters, type VehicleTest } from './search-filters.ts'
import type { VehicleStore } from './vehicle-store.ts'
import { isListed, type VehicleFacts } from './vehicle.ts'

export interface FoundList {
  /** Newest first. */
  readonly ids: readonly number[]
  /** The filters that were understood. */
  readonly applied: Readonly<Record<string, string>>
}

/** How many searches are kept. */
const limit = 16

/** What the last searches found: the pages of one search scan the stock once, until something is written. */
export class FoundLists {
  readonly #store: VehicleStore
  readonly #lists = new Map<string, FoundList>()
  #version = 0

  constructor(store: VehicleStore) {
    this.#store = store
  }

  find(filters: readonly QueryPair[]): FoundList {
    this.#forgetOld()
    const name = JSON.stringify(filters.map(({ raw, value }) => [raw, value]))
    const list = this.#lists.get(name) ?? scan(this.#store.all(), filters)
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

function scan(stock: readonly VehicleFacts[], filters: readonly QueryPair[]): FoundList {
  const { tests, applied } = readFilters(filters)
  const ids: number[] = []
  for (let place = stock.length - 1; place >= 0; place--) {
    const facts = stock[place]
    if (facts !== undefined && isListed(facts) && passes(facts, tests)) ids.push(facts.id)
  }
  return { ids, applied }
}

/** A plain loop: this is the inside of the scan. */
function passes(facts: VehicleFacts, tests: readonly VehicleTest[]): boolean {
  for (const test of tests) if (!test(facts)) return false
  return true
}
