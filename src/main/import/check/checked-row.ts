import type { Operation } from '#shared/batch/operation.ts'
import type { Finding } from '../../writes/finding.ts'
import type { Values } from '../../writes/values.ts'
import type { Row } from '../rows/row.ts'

/** A row as checked: a record with what its checks found. */
export interface CheckedRow {
  readonly record: Row
  readonly operation: Operation | null
  /** The parameters that it is sent with, complete if it has no error; `nothingSaid` if its cells weren't read. */
  readonly payload: Values
  /** Empty for nearly every row. */
  readonly problems: readonly Finding[]
  /** Null if there is nothing to compare: a create, an invalid row, an advert that isn't known. */
  readonly comparison: Comparison | null
  /** An edit of a public text of an advert that isn't known: whatever it says now is replaced. */
  readonly replacesUnknown: boolean
  /**
   * Mark of two rows that may do the same: the advert of an edit or delete, a hash of the numbers of a create; absent
   * with an error.
   */
  readonly mark?: number | undefined
}

/** The payload of a row whose cells weren't read. */
export const nothingSaid: Values = {}

/** An edit or a delete with the advert that it means. */
export interface Comparison {
  /** Title of the advert, for a person. */
  readonly title: string
  /** Values that the write replaces, as far as they are known: the price is in the advert's own currency. */
  readonly before: Values
  /** The advert's price in the currency of the row; null if that isn't known. */
  readonly rowPrice: number | null
  /** An edit of values that the advert has already. */
  readonly unchanged: boolean
  /** An edit of a public text that the advert has, to another one. */
  readonly replacesText: boolean
  /** Change of the price by an edit, in hundredths of a percent (writes/price-jump.ts); null if it stays. */
  readonly priceStep: number | null
}

/** A row that changes nothing. */
export const unchangedRow: Comparison = {
  title: '',
  before: {},
  rowPrice: null,
  unchanged: true,
  replacesText: false,
  priceStep: null,
}

/** True if nothing keeps the row from being sent. */
export const isValid = ({ operation, problems }: Pick<CheckedRow, 'operation' | 'problems'>): boolean =>
  operation !== null && !problems.some(({ severity }) => severity === 'error')
