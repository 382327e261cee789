import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { GivenAdverts, StockSums } from '#shared/inventory/inventory-calls.ts'

/** Sums of some adverts. While one is read, of those asked for meanwhile only the last is read next. */
export class GivenSums {
  /** Nothing before the first answer, and if it can't be read. */
  sums = $state.raw<StockSums>(noSums)
  /** Number of adverts of the last sum that have no price. */
  unpriced = $state(0)
  /** Why the last sum could not be read; '' if it was. */
  problem = $state('')
  readonly #client: Client<Calls>
  #last: GivenAdverts | null = null
  #isReading = false

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async read(given: GivenAdverts): Promise<void> {
    this.#last = given
    if (this.#isReading) return
    this.#isReading = true
    await this.#sum(given)
    this.#isReading = false
  }

  async #sum(given: GivenAdverts): Promise<void> {
    const reply = given.ids.length > 0 ? await this.#client('inventory:sums', given) : nothing
    const last = this.#last
    if (last && last !== given) {
      await this.#sum(last)
      return
    }
    this.sums = reply.ok ? reply.value : noSums
    const priced = this.sums.totals.reduce((sum, { adverts }) => sum + adverts, 0)
    this.unpriced = reply.ok ? given.ids.length - priced : 0
    this.problem = reply.ok ? '' : reply.failure.words
  }
}

const noSums: StockSums = { totals: [], overMedian: null, views: null }
const nothing = { ok: true, value: noSums } as const
