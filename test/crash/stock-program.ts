import type { Dice } from '../../src/sandbox/world/random.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

/** A car of the dealer's program. */
interface ProgramCar {
  readonly place: number
  price: number
  isThere: boolean
}

/** Pairs of cars of one model and two modifications, of models that the made-up stock does not have. */
const places = Array.from({ length: 14 }, (_, at) => 600 + 36 * Math.floor(at / 2) + 6 * (at % 2))
const fewest = 6
const most = 12

/** A dealer's program, which writes all of its cars every night. No two prices are the same: each tells whose it was. */
export class StockProgram {
  readonly #dice: Dice
  readonly #cars = new Map<string, ProgramCar>()
  readonly #keyOfPrice = new Map<number, string>()
  #price = 20_000

  constructor(dice: Dice) {
    this.#dice = dice
    for (let car = 0; car < 8; car++) this.#add()
  }

  /** What a day does to the stock. */
  change(): void {
    for (let left = this.#dice.whole(1, 3); left > 0; left--) this.#changeOne()
  }

  /** The keys that a file of now has. */
  get keys(): string[] {
    return this.#those(true)
  }

  /** Keys of cars that left. */
  get gone(): string[] {
    return this.#those(false)
  }

  priceOf(key: string): number {
    return this.#cars.get(key)?.price ?? 0
  }

  /** The key whose car ever had the price. */
  keyOfPrice(price: number): string | null {
    return this.#keyOfPrice.get(price) ?? null
  }

  /** @param stamp a text that makes the content another one */
  text(stamp: string): string {
    const lines = this.keys.map((key) => {
      const { place = 0, price = 0 } = this.#cars.get(key) ?? {}
      return `${key},${fourCells(place)},USD,${price},${stamp}`
    })
    return ['No,marka_id,model_id,base_id,equip_id,currency,price,Export', ...lines, ''].join('\n')
  }

  #changeOne(): void {
    const dice = this.#dice
    const { keys, gone } = this
    const kind = dice.next()
    if (kind < 0.25 && keys.length < most && this.#cars.size < places.length) this.#add()
    else if (kind < 0.5 && keys.length > fewest) this.#setThere(dice.pick(keys), false)
    else if (kind < 0.7 && gone.length > 0 && keys.length < most) this.#setThere(dice.pick(gone), true)
    else this.#setPrice(dice.pick(keys))
  }

  #add(): void {
    const key = `K${String(this.#cars.size).padStart(3, '0')}`
    this.#cars.set(key, { place: places[this.#cars.size] ?? 0, price: 0, isThere: true })
    this.#setPrice(key)
  }

  /** A car that comes back has a new price: an advert that is made for it then is told from the one before. */
  #setThere(key: string, isThere: boolean): void {
    const car = this.#cars.get(key)
    if (car) car.isThere = isThere
    if (isThere) this.#setPrice(key)
  }

  #setPrice(key: string): void {
    const car = this.#cars.get(key)
    if (!car) return
    car.price = this.#price
    this.#keyOfPrice.set(this.#price, key)
    this.#price += 10
  }

  #those(isThere: boolean): string[] {
    return [...this.#cars].flatMap(([key, car]) => (car.isThere === isThere ? [key] : []))
  }
}
