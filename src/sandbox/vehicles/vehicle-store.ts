import type { DatabaseSync } from 'node:sqlite'
import { firstCreatedId, firstCreatedNewId, seedStock, type StockPlan } from './stock-seed.ts'
import { isNewId, vehicleFactsSchema, type VehicleFacts } from './vehicle.ts'

/** The vehicle adverts: the seeded stock, overlaid with what was written. */
export class VehicleStore {
  readonly #database: DatabaseSync
  /** Oldest first, which is ascending by id, but for ids of 7 digits among those of 8. */
  #stock: VehicleFacts[] = []
  #places = new Map<number, number>()
  #version = 0
  /** The highest id that a created advert has; ids of 7 digits are counted apart. */
  #lastId = 0
  #newElsewhere = false
  #seededOwn: readonly VehicleFacts[] = []

  constructor(database: DatabaseSync, plan: StockPlan) {
    this.#database = database
    this.load(plan)
  }

  /** Builds the stock again from its plan and the file. */
  load(plan: StockPlan): void {
    this.#version++
    this.#stock = seedStock(plan)
    this.#newElsewhere = plan.newElsewhere === true
    this.#lastId = (this.#newElsewhere ? firstCreatedNewId : firstCreatedId) - 1
    this.#seededOwn = this.#stock.filter((facts) => facts.userId === plan.userId)
    this.#places = new Map(this.#stock.map((facts, place) => [facts.id, place]))
    const rows = this.#database.prepare('SELECT facts FROM written ORDER BY auto_id').all()
    for (const row of rows) this.#overlay(vehicleFactsSchema.parse(JSON.parse(String(row.facts))))
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version
  }

  /** Every advert, oldest first, the deleted ones too. */
  all(): readonly VehicleFacts[] {
    return this.#stock
  }

  /** The advert, a deleted one too. */
  find(id: number): VehicleFacts | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#stock[place]
  }

  /** The account's adverts as they were seeded, oldest first, without later writes. */
  seededOwn(): readonly VehicleFacts[] {
    return this.#seededOwn
  }

  ownedBy(userId: number): VehicleFacts[] {
    return this.#stock.filter((facts) => facts.userId === userId && !facts.deleted)
  }

  /** An id never used before, not even by a deleted advert. */
  nextId(): number {
    return this.#lastId + 1
  }

  write(facts: VehicleFacts): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO written (auto_id, facts) VALUES (?, ?)')
      .run(facts.id, JSON.stringify(facts))
    this.#version++
    this.#overlay(facts)
  }

  /** Number of adverts that were written, those deleted later included. */
  writtenCount(): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM written').get()?.n)
  }

  #overlay(facts: VehicleFacts): void {
    if (isNewId(facts.id) === this.#newElsewhere) this.#lastId = Math.max(this.#lastId, facts.id)
    const place = this.#places.get(facts.id)
    if (place !== undefined) {
      this.#stock[place] = facts
      return
    }
    this.#places.set(facts.id, this.#stock.length)
    this.#stock.push(facts)
  }
}
