import { fourCells } from '../../../sandbox/vehicles/four-ids.ts'

/** A car as it stands in the yard, whatever number the program gives it. */
export interface YardCar {
  readonly id: number
  source: string
  readonly place: number
  key: string
  price: number
  isThere: boolean
}

/** A file as it was written: which car each of its keys is. */
export interface WrittenFile {
  readonly text: string
  readonly cars: ReadonlyMap<string, number>
  readonly asOf: number
}

export const sources = ['A', 'B'] as const
/** Three models that the made-up stock does not have, three trims of each: cars of one trim are twins. */
const places = [600, 606, 612, 648, 654, 702, 708].flatMap((place) => [place])
/** A salon has no fewer cars. */
export const fewest = 4

/** The programs of two salons. No two prices are the same: the price of a create tells whose advert it is. */
export class Programs {
  readonly cars: YardCar[] = []
  readonly #carOfPrice = new Map<number, number>()
  #price = 20_000

  constructor() {
    for (let car = 0; car < 10; car++) this.add(sources[car < 6 ? 0 : 1], car)
  }

  add(source: string, place: number): YardCar {
    const id = this.cars.length
    const key = `${source}${String(id).padStart(3, '0')}`
    const car = {
      id,
      source,
      key,
      price: 0,
      isThere: true,
      place: places[place % places.length] ?? 600,
    }
    this.cars.push(car)
    this.price(car)
    return car
  }

  price(car: YardCar): void {
    car.price = this.#price
    this.#carOfPrice.set(this.#price, car.id)
    this.#price += 10
  }

  /** A car leaves, or comes back with a new price. */
  turn(car: YardCar): void {
    if (car.isThere && this.there(car.source).length <= fewest) return
    car.isThere = !car.isThere
    if (car.isThere) this.price(car)
  }

  /** The program gives a car another number, or spells the one that it has otherwise. */
  renumber(car: YardCar, isSpelling: boolean): void {
    const other = isSpelling ? car.key.replace(/^([AB])/, '$1-') : `${car.source}9${String(this.#price)}`
    if (!this.cars.some(({ key }) => key === other)) car.key = other
  }

  /** The program gives a car the number of one that left, which gets a new one should it come back. */
  reuse(car: YardCar, key: string): void {
    for (const left of this.cars) if (left.key === key) this.renumber(left, false)
    car.key = key
  }

  /** The car goes to the other salon, whose program has a number of its own for it. @returns what takes that back */
  move(car: YardCar): () => void {
    const { source, key } = car
    car.source = sources[source === sources[0] ? 1 : 0]
    car.key = `${car.source}7${String(this.#price)}`
    this.price(car)
    return () => Object.assign(car, { source, key })
  }

  there(source: string): YardCar[] {
    return this.cars.filter((car) => car.source === source && car.isThere)
  }

  carOfPrice(price: number): number | null {
    return this.#carOfPrice.get(price) ?? null
  }

  file(source: string, night: number, part = 1): WrittenFile {
    const cars = this.there(source)
    const some = cars.slice(0, Math.ceil(cars.length * part))
    const lines = some.map(({ key, place, price }) => `${key},${fourCells(place)},USD,${price},${night}`)
    return {
      text: ['No,marka_id,model_id,base_id,equip_id,currency,price,Export', ...lines, ''].join('\n'),
      cars: new Map(some.map(({ key, id }) => [key, id])),
      asOf: night,
    }
  }
}
