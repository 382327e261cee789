import { changeableFields, visibleFields } from '#shared/batch/field-lists.ts'
import { isOtherCurrency } from '#shared/batch/row-changes.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import { changesOf } from '../../writes/edit-changes.ts'
import { withKnownPrice, withoutKnownPrice } from '../../writes/edit-price.ts'
import { toProblem } from '../../writes/problem-words.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { StagedCar } from '../stock/stock-plan.ts'
import type { RowOfDraft } from './draft-row.ts'

/** Everything that showing rows needs. */
export interface ShownParts {
  readonly rowPlan: RowPlan
  /** Decision about the car of a row; null unless the file is the whole stock. */
  readonly carOf: ((line: number) => StagedCar | undefined) | null
}

/**
 * A row with its cells and payload as a person sees it; problems are in the language of the app.
 * @param use 'plan' for the payload that the journal keeps
 */
export function shownRow(
  row: RowOfDraft,
  { rowPlan, carOf }: ShownParts,
  use: 'show' | 'plan' = 'show',
): DraftRow {
  const { checked, line, leftOut } = row
  const { operation, comparison, record, payload: said } = checked
  const { title = null, rowPrice = null } = comparison ?? {}
  // Whether a car's row says what no read shows is decided by what the file gave last: see stock/three-values.ts.
  const fields = carOf === null ? changeableFields : visibleFields
  const { payload, before } = changesOf(
    operation,
    { payload: said, before: comparison?.before ?? {} },
    fields,
  )
  const priced = use === 'show' ? withKnownPrice : withoutKnownPrice
  const car = carOf?.(line)
  return {
    line,
    operation,
    leftOut,
    valid: row.isValid,
    unchanged: row.isUnchanged,
    cells: [...record.cells],
    payload: priced(operation, payload, { before, rowPrice }),
    before,
    ...(rowPrice !== null && isOtherCurrency({ payload: said, before }) && { rowPrice }),
    title,
    problems: row.problems.map((found) => toProblem(found, rowPlan)),
    ...(car && { car: carShown(car) }),
  }
}

const carShown = ({ line: _line, ...car }: StagedCar): DraftRow['car'] => car
