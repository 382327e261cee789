import type { Finding } from '../../writes/finding.ts'
import type { CheckedRow } from '../check/checked-row.ts'

const nothing: readonly never[] = []

/**
 * Row of a checked draft: the findings of its own check, those of other rows and decisions, and what the dealer did
 * with it.
 */
export class RowOfDraft {
  readonly line: number
  checked: CheckedRow
  /** The dealer left it out. */
  leftOut = false
  /** Found by the other rows of the draft. */
  beside: readonly Finding[] = nothing
  /** Another row does what this one says. */
  isSame = false
  /** Why a decision about the stock, or about the whole file, keeps it from being sent. */
  held: readonly Finding[] = nothing
  /** A decision about the stock sends nothing of it. */
  isUnsent = false

  constructor(checked: CheckedRow) {
    this.line = checked.record.line
    this.checked = checked
  }

  get problems(): readonly Finding[] {
    const { problems } = this.checked
    if (this.beside.length === 0 && this.held.length === 0) return problems
    // Of a car that is in the file twice only the first row is compared with the stock.
    const isRepeat = this.beside.some(({ code }) => code === 'duplicate-row')
    const own = isRepeat ? problems.filter((found) => !isOfStock(found)) : problems
    return [...own, ...this.held, ...this.beside]
  }

  /** True if nothing keeps it from being sent. */
  get isValid(): boolean {
    return this.checked.operation !== null && !this.#has('error')
  }

  get isWarned(): boolean {
    return this.#has('warning')
  }

  /** True if it changes nothing. */
  get isUnchanged(): boolean {
    return this.isSame || this.isUnsent || (this.checked.comparison?.unchanged ?? false)
  }

  get isSent(): boolean {
    return !this.leftOut && !this.isUnchanged && this.isValid
  }

  has(code: Finding['code']): boolean {
    return this.problems.some((found) => found.code === code)
  }

  #has(wanted: Finding['severity']): boolean {
    const isWanted = ({ severity }: Finding): boolean => severity === wanted
    return this.checked.problems.some(isWanted) || this.held.some(isWanted) || this.beside.some(isWanted)
  }
}

/** A car that the stock has, as the comparison finds it; the check of a number names the other spelling. */
const isOfStock = ({ code, details }: Finding): boolean =>
  code === 'in-stock-already' && details.number === undefined
