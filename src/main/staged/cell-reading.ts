import { kindOf } from '#shared/batch/field-lists.ts'
import type { Problem } from '#shared/batch/row.ts'
import { type FieldName, writeFields } from '#shared/batch/write-fields.ts'
import type { TypedCell } from '#shared/staged/staged-calls.ts'
import { checkValues } from '../import/check/check.ts'
import { type RowPlan, planRows } from '../import/check/row-plan.ts'
import type { FileColumns } from '../writes/file-column.ts'
import { toProblem } from '../writes/problem-words.ts'
import type { CellValue } from './staged-edit.ts'

/** The value of a typed text, or what is wrong with it. */
export type CellReading =
  | { readonly value: CellValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: Problem }

const mappingOf = (field: FieldName): FieldName[] =>
  field === 'price' ? ['auto_id', 'currency_id', field] : ['auto_id', 'currency_id', 'price', field]

/** The columns under their plain names in the language of the moment: no file names them. */
const labelled = (mapping: readonly FieldName[]): FileColumns => ({
  header: mapping.map((field) => writeFields[field].label()),
  mapping,
})

const plans = new Map<FieldName, RowPlan>()

/** A row of an import with one cell: the longest address that a service has makes its length that of the worst case. */
function planOf(field: FieldName): RowPlan {
  const mapping = mappingOf(field)
  const plan =
    plans.get(field) ??
    planRows({
      header: mapping,
      mapping,
      operation: 'edit',
      decimalMark: '.',
      fixedCells: true,
      userId: 1,
      baseUrlLength: 40,
    })
  plans.set(field, plan)
  return plan
}

/** Reads a typed text as the check of an import reads a cell: the same values, the same problems in the same words. */
export function readCell({ field, text, currency }: Omit<TypedCell, 'advert'>): CellReading {
  const plan = planOf(field)
  const isPrice = field === 'price'
  const cells = isPrice ? [1, currency, text] : [1, 1, 1, text]
  const row = checkValues(cells, plan)
  const found = row.problems.find(({ severity }) => severity === 'error')
  if (found) return { problem: toProblem(found, labelled(mappingOf(field))) }
  // A text is kept as it was typed: `[]`, which erases it, is read when the edit is sent.
  if (kindOf(field) === 'text') return { value: { value: text, currency: null } }
  const { [field]: value = '', currency_id: paid } = row.payload
  return { value: { value, currency: isPrice ? (paid as 1 | 2 | 3) : null } }
}
