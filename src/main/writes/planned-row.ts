import type { Operation } from '#shared/batch/operation.ts'
import type { Problem } from '#shared/batch/row.ts'
import type { StockKey } from './stock-key.ts'
import type { Values } from './values.ts'

/** A row as it is planned: one that an import staged, or one that an undo computed. The journal keeps it as it is. */
export interface PlannedRow {
  readonly line: number
  readonly operation: Operation | null
  readonly autoId: number | null
  readonly payload: Values
  /** Values that the advert had before, as far as they are known. */
  readonly before: Values
  readonly fingerprint: string
  readonly state: 'planned' | 'invalid' | 'skipped' | 'conflict'
  readonly problems: readonly Problem[]
  /** The record's cells as they are in the file, for the file of failed rows; null for a row that came from no file. */
  readonly cells: readonly string[] | null
  /** A code that the row has from the start, such as the grade of an undo. */
  readonly errorCode?: string | null
  /** A person agreed beforehand to replace values that could not be shown. */
  readonly overwrite?: boolean
  /** The dealer's own number of the car, if the row came from a stock file. */
  readonly stock?: StockRow
}

export interface StockRow extends StockKey {
  /** The file lacks the car: the row says what is done about its advert. */
  readonly missing: boolean
}
