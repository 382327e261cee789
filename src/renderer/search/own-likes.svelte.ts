import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { usualLikes } from '#shared/search/position-calls.ts'
import { ownLive } from './beside-yours.svelte.ts'

/** The dealer's own cars that are like one of the market. */
interface OwnLike {
  readonly cheapest: AdvertRow
  /** Number of cars in it. */
  readonly count: number
}

type Car = Pick<AdvertRow, 'make' | 'model' | 'year'>

/** Years of manufacture before and after a car's own, as for the position of a price. */
const years = usualLikes.years ?? 0

const keyOf = ({ make, model, year }: Car): string => `${make}\n${model}\n${year}`

/**
 * For cars of a list, the dealer's own cheapest live one of the same make and model and about the same age: without a
 * request.
 */
export class OwnLikes {
  #known = $state.raw<ReadonlyMap<string, OwnLike | null>>(new Map())
  readonly #client: Client<Calls>
  #turn = 0
  #isOld = false

  /** True if any looked-up car has one. */
  readonly any: boolean = $derived([...this.#known.values()].some((like) => like !== null))

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  of(car: Car): OwnLike | undefined {
    return this.#known.get(keyOf(car)) ?? undefined
  }

  /** Looks up what is not known yet; a later list goes before. */
  async load(cars: readonly AdvertRow[]): Promise<void> {
    const turn = ++this.#turn
    const known = new Map(this.#isOld ? [] : this.#known)
    for (const car of cars) {
      if (known.has(keyOf(car)) || car.make === '' || car.model === '' || car.year === null) continue
      const like = await this.#find(car, car.year)
      if (turn !== this.#turn) return
      // One that can't be asked about now is asked about again with the next list.
      if (like !== undefined) known.set(keyOf(car), like)
    }
    this.#known = known
    this.#isOld = false
  }

  /** The stock is another one: all is looked up again, and what was known stays until then. */
  async reload(cars: readonly AdvertRow[]): Promise<void> {
    this.#isOld = true
    await this.load(cars)
  }

  /** Null if there is none. */
  async #find({ make, model }: Car, year: number): Promise<OwnLike | null | undefined> {
    const { filters, ...query } = ownLive({ make, model }, 1)
    const between = [
      { field: 'year' as const, from: year - years, to: year + years },
      // One without a price has none.
      { field: 'usd' as const, from: 1, to: null },
    ]
    const reply = await this.#client('inventory:ids', { ...query, filters: [...filters, ...between] })
    if (!reply.ok) return undefined
    const [cheapest] = reply.value.rows
    return cheapest ? { cheapest, count: reply.value.ids.length } : null
  }
}
