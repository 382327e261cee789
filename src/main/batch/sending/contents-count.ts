import type { Contents } from '#shared/batch/contents.ts'
import { rowChanges } from '#shared/batch/row-changes.ts'
import { fieldNamed } from '#shared/batch/field-names.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'

/** Counts what the rows of a batch do, while they are planned. */
export class ContentsCount {
  #creates = 0
  #edits = 0
  #deletes = 0
  #prices = 0
  #texts = 0
  #inStock = 0
  #outOfStock = 0
  #least = Infinity
  #most = -Infinity
  #knowsPrices = true
  #only: PlannedRow | null = null

  add(row: PlannedRow): void {
    if (row.state !== 'planned') return
    this.#only = this.#rows === 0 ? row : null
    if (row.operation === 'create') this.#creates++
    if (row.operation === 'delete') this.#deletes++
    if (row.operation === 'edit') this.#addEdit(row)
  }

  /** @param titleOf what the advert of the only row is called */
  contents(titleOf: (row: PlannedRow) => string | null): Contents {
    return {
      creates: this.#creates,
      edits: this.#edits,
      deletes: this.#deletes,
      prices: this.#prices,
      percent: this.#prices > 0 && this.#knowsPrices ? { least: this.#least, most: this.#most } : null,
      texts: this.#texts,
      inStock: this.#inStock,
      outOfStock: this.#outOfStock,
      advert: this.#only === null ? null : titleOf(this.#only),
    }
  }

  get #rows(): number {
    return this.#creates + this.#edits + this.#deletes
  }

  #addEdit(row: PlannedRow): void {
    this.#edits++
    const changes = rowChanges(row)
    if (changes.some(({ field }) => field === 'price')) this.#addPrice(row)
    if (changes.some(({ field }) => fieldNamed(field)?.kind === 'text')) this.#texts++
    const stock = changes.find(({ field }) => field === 'in_stock')
    if (stock?.to === 1) this.#inStock++
    if (stock?.to === 0) this.#outOfStock++
  }

  #addPrice({ payload, before }: PlannedRow): void {
    this.#prices++
    const [from, to] = [before.price, payload.price]
    const isSameCurrency = payload.currency_id === undefined || payload.currency_id === before.currency_id
    if (typeof from !== 'number' || typeof to !== 'number' || from <= 0 || !isSameCurrency) {
      this.#knowsPrices = false
      return
    }
    const percent = Math.round((to / from - 1) * 10_000) / 100
    this.#least = Math.min(this.#least, percent)
    this.#most = Math.max(this.#most, percent)
  }
}
