import type { Contents } from '#shared/batch/contents.ts'
import { rowChanges } from '#shared/batch/row-changes.ts'
import { fieldNamed } from '#shared/batch/field-names.ts'
import type { RowState } from '#shared/batch/row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'

/** A row that is planned, or that the journal has. */
export type CountedRow = Pick<PlannedRow, 'operation' | 'autoId' | 'payload' | 'before'> & {
  readonly state: RowState | PlannedRow['state']
}

/** Counts what the planned rows of a batch do: while it is planned, and again if a person chose among them. */
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
  #only: CountedRow | null = null

  add(row: CountedRow): void {
    if (row.state !== 'planned') return
    this.#only = this.#rows === 0 ? row : null
    if (row.operation === 'create') this.#creates++
    if (row.operation === 'delete') this.#deletes++
    if (row.operation === 'edit') this.#addEdit(row)
  }

  /** @param titleOf what the advert of the only row is called */
  contents(titleOf: (autoId: number | null) => string | null): Contents {
    return {
      creates: this.#creates,
      edits: this.#edits,
      deletes: this.#deletes,
      prices: this.#prices,
      percent: this.#prices > 0 && this.#knowsPrices ? { least: this.#least, most: this.#most } : null,
      texts: this.#texts,
      inStock: this.#inStock,
      outOfStock: this.#outOfStock,
      advert: this.#only === null ? null : titleOf(this.#only.autoId),
    }
  }

  get #rows(): number {
    return this.#creates + this.#edits + this.#deletes
  }

  #addEdit(row: CountedRow): void {
    this.#edits++
    const changes = rowChanges(row)
    if (changes.some(({ field }) => field === 'price')) this.#addPrice(row)
    if (changes.some(({ field }) => fieldNamed(field)?.kind === 'text')) this.#texts++
    const stock = changes.find(({ field }) => field === 'in_stock')
    if (stock?.to === 1) this.#inStock++
    if (stock?.to === 0) this.#outOfStock++
  }

  #addPrice({ payload, before }: CountedRow): void {
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
