import type { LedgerEntry } from '../../../../src/sandbox/control/ledger.ts'
import type { Programs } from './programs.ts'

/** What a person did, and must not be undone without a word. */
export class PersonsWord {
  /** Cars whose advert a person deleted or unlinked. */
  readonly ended = new Set<number>()
  /** By advert: the price that a person gave it at the service or in the app. */
  readonly priced = new Map<number, number>()
  /** By advert: its price when a person pinned that. */
  readonly pinned = new Map<number, number>()
  readonly outOfStock = new Set<number>()
  /** Adverts of which a person pinned whether they are in stock. */
  readonly stockPinned = new Set<number>()

  /** Adverts that were out of stock when the journal lost who had put them out, which no read shows. */
  readonly outUnknown = new Set<number>()

  /** Nothing of it was lost with a journal. */
  isWhole = true

  /** The price that no file may change; undefined if there is none. */
  priceOf(autoId: number): number | undefined {
    return this.pinned.get(autoId) ?? this.priced.get(autoId)
  }

  /** The advert is a key's anew: nothing is known of what its fields were. */
  relinked(autoId: number): void {
    this.priced.delete(autoId)
    this.unpinned(autoId)
  }

  unpinned(autoId: number): void {
    this.pinned.delete(autoId)
    this.stockPinned.delete(autoId)
  }

  /** A journal that went back in time, or lost a part, knows nothing of it. */
  forget(): void {
    this.isWhole = false
    for (const said of [this.ended, this.priced, this.pinned, this.outOfStock, this.stockPinned]) said.clear()
  }
}

/** Who sent a request. */
export type Actor = 'import' | 'person'

/** Holds what reaches the service against what the files and the person say. */
export class Judge {
  readonly word = new PersonsWord()
  readonly #programs: Programs
  readonly #carOf = new Map<number, number>()
  readonly #live = new Map<number, Set<number>>()
  readonly #deleted = new Set<number>()
  #seen = 0

  constructor(programs: Programs) {
    this.#programs = programs
  }

  /** The car that an advert of ours was made for. */
  carOf(autoId: number): number | null {
    return this.#carOf.get(autoId) ?? null
  }

  isDeleted(autoId: number): boolean {
    return this.#deleted.has(autoId)
  }

  /** The live advert that we made for the car. */
  advertOf(car: number): number | null {
    return [...(this.#live.get(car) ?? [])][0] ?? null
  }

  /** @param present cars that the newest taken files of all sources have. @returns what was broken */
  judge(ledger: readonly LedgerEntry[], actor: Actor, present: ReadonlySet<number>): string[] {
    const entries = ledger.slice(this.#seen)
    this.#seen = ledger.length
    return entries
      .filter(({ committed }) => committed)
      .flatMap((entry) => this.#judgeOne(entry, actor, present))
  }

  #judgeOne(entry: LedgerEntry, actor: Actor, present: ReadonlySet<number>): string[] {
    const { method, autoId, params } = entry
    if (autoId === null) return []
    if (method === 'POST') return this.#made(autoId, Number(params.price), actor)
    const car = this.#carOf.get(autoId)
    if (params.in_stock !== undefined) this.word.outUnknown.delete(autoId)
    if (method === 'DELETE') this.#deleted.add(autoId)
    if (method === 'DELETE' && car !== undefined) this.#live.get(car)?.delete(autoId)
    if (actor === 'person') {
      this.#personWrote(autoId, params)
      if (method === 'DELETE' && car !== undefined) this.word.ended.add(car)
      return []
    }
    const price = this.word.priceOf(autoId)
    const isWithdrawn = method === 'DELETE' || params.in_stock === '0'
    return [
      ...(isWithdrawn && car !== undefined && present.has(car)
        ? [`car ${car} is in its file, and was withdrawn`]
        : []),
      ...(params.in_stock === '1' && this.word.outOfStock.has(autoId)
        ? [`${autoId} was put in stock again, against a person`]
        : []),
      ...(price !== undefined && method === 'PUT' && Number(params.price) !== price
        ? [`${autoId} got the price ${String(params.price)}, and a person wants ${price}`]
        : []),
      ...(this.word.stockPinned.has(autoId) && (method === 'DELETE' || params.in_stock !== undefined)
        ? [`${autoId} was put in or out of stock, and that is pinned`]
        : []),
    ]
  }

  /** Whatever a person writes is what stays, of what is pinned too. */
  #personWrote(autoId: number, { in_stock: inStock, price }: LedgerEntry['params']): void {
    if (inStock === '1') this.word.outOfStock.delete(autoId)
    if (price !== undefined)
      for (const said of [this.word.priced, this.word.pinned])
        if (said.has(autoId)) said.set(autoId, Number(price))
  }

  #made(autoId: number, price: number, actor: Actor): string[] {
    const car = this.#programs.carOfPrice(price)
    if (car === null) return []
    this.#carOf.set(autoId, car)
    const live = this.#live.get(car) ?? new Set()
    this.#live.set(car, live.add(autoId))
    return [
      ...(live.size > 1 ? [`car ${car} has the live adverts ${[...live].join(', ')}`] : []),
      ...(actor === 'import' && this.word.ended.has(car)
        ? [`car ${car} was made again, against a person`]
        : []),
    ]
  }
}
