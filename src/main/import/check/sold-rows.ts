import { headsSold } from '../columns/sold-words.ts'
import type { Row } from '../rows/row.ts'
import type { OutsideReason } from './outside-table.ts'
import type { RowPlan } from './row-plan.ts'
import { operationIn } from './row-vehicle.ts'
import { scanStock } from './scanners.ts'

/** Rows below words such as “Sold cars” that stand alone in a line, up to words that say that cars are for sale. */
export class SoldRows {
  readonly #plan: RowPlan
  readonly #stock: number
  #below = false

  constructor(plan: RowPlan) {
    this.#plan = plan
    this.#stock = plan.mapping.indexOf('in_stock')
  }

  /** Takes the next record. @returns true if it is such a heading */
  isHeading(record: Row): boolean {
    const at = loneCell(record)
    const sold = at < 0 ? null : headsSold(record.text(at).trim())
    if (sold === null || (!sold && !this.#below)) return false
    this.#below = sold
    return true
  }

  /** Why a record below such a heading is left out; deletions, and rows that say themselves that the car isn't there, are meant. */
  reasonOf(record: Row, reason: OutsideReason | null): OutsideReason | null {
    if (!this.#below || reason !== null) return reason
    if (operationIn(record, this.#plan) === 'delete') return null
    return this.#stock >= 0 && scanStock(record, this.#stock) === 0 ? null : 'sold'
  }
}

/** The only cell of a record that isn't empty; -1 if there are several, or none. */
function loneCell(record: Row): number {
  let at = -1
  for (let index = 0; index < record.length; index++) {
    if (record.text(index) === '') continue
    if (at >= 0) return -1
    at = index
  }
  return at
}
