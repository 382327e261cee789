import { changeableFields } from '#shared/batch/field-lists.ts'
import { type Finding, finding, shortened } from '../../writes/finding.ts'
import { priceFactor } from '../../writes/price-jump.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import { type CheckedRow, nothingSaid } from '../check/checked-row.ts'

const nothing: readonly never[] = []

/**
 * Row of a checked draft: the findings of its own check, those of other rows and decisions, and what the dealer did
 * with it.
 */
export class RowOfDraft {
  checked: CheckedRow
  /** The dealer left it out. */
  leftOut = false
  /** Found by the other rows of the draft. */
  byOthers: readonly Finding[] = nothing
  /** Another row does what this one says. */
  isSame = false
  /** Why a decision about the stock, or about the whole file, keeps it from being sent. */
  held: readonly Finding[] = nothing
  /** It is no row of the file, but a car that the file lacks. */
  isMissing = false
  /** A decision about the stock sends nothing of it. */
  isUnsent = false
  /** Values of its advert that are others than the dealer saw when the rows were checked. */
  since: readonly Finding[] = nothing
  /** Factor of its price as it was first checked, of a fall too: fixing a price moves no row. */
  readonly firstMove: number
  #seen = nothingSaid

  constructor(checked: CheckedRow) {
    this.checked = checked
    this.firstMove = priceFactor(checked.comparison?.priceStep ?? 0)
  }

  get line(): number {
    return this.checked.record.line
  }

  get problems(): readonly Finding[] {
    const { problems } = this.checked
    if (this.byOthers.length + this.held.length + this.since.length === 0) return problems
    // Of a car that is in the file twice only the first row is compared with the stock.
    const isRepeat = this.byOthers.some(({ code }) => code === 'duplicate-row')
    const own = isRepeat ? problems.filter((found) => !isOfStock(found)) : problems
    return [...own, ...this.held, ...this.byOthers, ...this.since]
  }

  /** True if nothing keeps it from being sent. */
  get isValid(): boolean {
    return this.checked.operation !== null && !this.#has('error')
  }

  get isWarned(): boolean {
    return this.#has('warning')
  }

  /** True if it changes nothing. A row with an error is none: each row is counted once. */
  get isUnchanged(): boolean {
    return this.isValid && (this.isSame || this.isUnsent || (this.checked.comparison?.unchanged ?? false))
  }

  get isSent(): boolean {
    return !this.leftOut && !this.isUnchanged && this.isValid
  }

  /**
   * Compares its advert, as a later check knows it, with what the dealer saw.
   * @param at number of that check: a value that changes once more has a later one
   */
  noteSince({ comparison, payload }: CheckedRow, at: number): void {
    const isSameAdvert = payload.auto_id === this.checked.payload.auto_id
    this.#seen = isSameAdvert ? { ...this.checked.comparison?.before, ...this.#seen } : nothingSaid
    const before = comparison?.before ?? {}
    this.since = changeableFields.flatMap((field) => {
      const seen = this.#seen[field]
      const now = before[field]
      if (seen === undefined || now === undefined || isSameValue(field, seen, now)) return []
      const known = this.since.find((one) => one.column === field && one.value === shortened(String(now)))
      const details = { seen: shortened(String(seen)), currency: before.currency_id ?? '', at }
      return [known ?? finding(field, 'changed-since', String(now), details)]
    })
  }

  has(code: Finding['code']): boolean {
    return this.problems.some((found) => found.code === code)
  }

  #has(wanted: Finding['severity']): boolean {
    return this.problems.some(({ severity }) => severity === wanted)
  }
}

/** A car that the stock has, as the comparison finds it; the check of a number names the other spelling. */
const isOfStock = ({ code, details }: Finding): boolean =>
  code === 'in-stock-already' && details.number === undefined
