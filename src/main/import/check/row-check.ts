import type { Operation } from '#shared/batch/advert-write.ts'
import type { Cells } from '../csv/cells.ts'
import { editableColumns } from './columns.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { FieldName } from '#shared/import/draft.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import type { RowPlan, Step } from './row-plan.ts'
import { emptyOr, type Scan, scanCurrency, scanFlag, scanId, scanPrice } from './scanners.ts'
import { unguardText } from '#shared/files/spreadsheet-text.ts'
import { encodedLength, longestUrl, longUrl, mostPerByte } from './url-length.ts'
import { operationOf } from './value-words.ts'

/** Parameters of a write by their contract names. Complete only where the row has no error. */
export type Payload = Partial<Record<FieldName, string | number>>

export interface CheckedRow {
  readonly operation: Operation | null
  /** What the cells of `plan.steps` say, in their order: a number, or NaN for a text and for what says nothing. */
  readonly numbers: readonly number[]
  /** Empty for nearly every row. */
  readonly problems: readonly Finding[]
}

const nothing: readonly never[] = []

/**
 * Reads one record against the contract's parameter tables (POST, PUT, DELETE /auto/new/autos). An empty cell is a
 * parameter that isn't sent. A row without an error has a payload that the schemas of advert-write.ts accept.
 */
export function checkRow(cells: Cells, plan: RowPlan): CheckedRow {
  const problems: Finding[] = []
  const ragged = widthProblem(cells, plan)
  if (ragged) problems.push(ragged)
  const operation = plan.operation ?? readOperation(cells, plan, problems)
  // Cells of a ragged row stand under the wrong headers: more words about them would only mislead.
  if (operation === null || ragged) return { operation, numbers: nothing, problems }
  const steps = plan.steps[operation]
  const numbers: number[] = []
  for (const step of steps) numbers.push(readStep(cells, step, plan, problems))
  if (plan.userIndex >= 0) checkUser(cells, plan, problems)
  if (operation === 'create') checkUnused(cells, plan, problems)
  if (operation === 'edit') checkEdit(cells, steps, numbers, problems)
  if (operation !== 'delete') checkLength(cells, plan, problems)
  return { operation, numbers, problems: problems.length === 0 ? nothing : problems }
}

/** The parameters that a checked row is sent with: apart from the check, because most rows are only checked. */
export function payloadOf(cells: Cells, { operation, numbers }: CheckedRow, plan: RowPlan): Payload {
  const payload: Payload = {}
  if (operation === null || numbers.length === 0) return payload
  plan.steps[operation].forEach(({ field, kind, index }, at) => {
    const value = kind === 'text' ? textOf(cells, index) : numbers[at]
    if (value !== undefined && !Number.isNaN(value)) payload[field] = value
  })
  return payload
}

/** True where nothing keeps the row from being sent. */
export const isValid = (row: Pick<CheckedRow, 'operation' | 'problems'>): boolean =>
  row.operation !== null && !row.problems.some(({ severity }) => severity === 'error')

function widthProblem(cells: Cells, { header }: RowPlan): Finding | null {
  if (cells.length === header.length) return null
  const details = { cells: cells.length, columns: header.length }
  if (cells.length < header.length) return finding(header[cells.length] ?? '', 'too-few-cells', '', details)
  for (let index = header.length; index < cells.length; index++)
    if (cells.text(index).trim() !== '') return finding('', 'too-many-cells', cells.text(index), details)
  return null
}

function readOperation(cells: Cells, plan: RowPlan, problems: Finding[]): Operation | null {
  const cell = cells.text(plan.actionIndex)
  const operation = operationOf(cell)
  if (operation) return operation
  problems.push(finding('action', emptyOr(cell, 'not-an-operation') ?? 'required', cell))
  return null
}

function readStep(cells: Cells, step: Step, plan: RowPlan, problems: Finding[]): number {
  if (step.kind === 'text') return Number.NaN
  const value = scanCell(cells, step, plan)
  if (typeof value === 'number') return value
  if (value !== null) problems.push(finding(step.field, value, cells.text(step.index)))
  else if (step.required) problems.push(finding(step.field, 'required'))
  return Number.NaN
}

function scanCell(cells: Cells, { kind, index }: Step, plan: RowPlan): Scan {
  if (kind === 'id') return scanId(cells, index)
  if (kind === 'price') return scanPrice(cells, index, plan.decimalMark)
  return kind === 'currency' ? scanCurrency(cells, index) : scanFlag(cells, index)
}

/**
 * A text goes as it stands, but for a spreadsheet's apostrophe; one of nothing but blanks isn't sent. NUL bytes are the
 * reader's to find.
 */
function textOf(cells: Cells, index: number): string | undefined {
  const cell = cells.text(index)
  return cell.trim() === '' ? undefined : unguardText(cell)
}

function checkUser(cells: Cells, { userIndex, userId }: RowPlan, problems: Finding[]): void {
  const value = scanId(cells, userIndex)
  if (value === null || value === userId) return
  const code: ProblemCode = typeof value === 'number' ? 'other-user' : value
  problems.push(finding('user_id', code, cells.text(userIndex), { account: userId }))
}

/** A create has no id yet: one in its row may mean that an edit was meant. */
function checkUnused(cells: Cells, { autoIdIndex }: RowPlan, problems: Finding[]): void {
  const cell = cells.bytes(autoIdIndex) === 0 ? '' : cells.text(autoIdIndex)
  if (cell.trim() !== '') problems.push(finding('auto_id', 'unused-cell', cell))
}

function checkEdit(
  cells: Cells,
  steps: readonly Step[],
  numbers: readonly number[],
  problems: Finding[],
): void {
  const price = numbers[steps.findIndex(({ field }) => field === 'price')] ?? Number.NaN
  const missing = problems.findIndex(({ column, code }) => column === 'currency_id' && code === 'required')
  if (missing >= 0 && !Number.isNaN(price))
    problems[missing] = finding('currency_id', 'price-without-currency', '', { price })
  if (problems.length > 0) return
  const changes = steps.some(({ field, kind, index }, at) => {
    if (!editableColumns.includes(field)) return false
    return kind === 'text' ? textOf(cells, index) !== undefined : !Number.isNaN(numbers[at])
  })
  if (!changes) problems.push(finding('', 'nothing-to-change'))
}

/** Every parameter travels in the URL (field-notes, "length"). */
function checkLength(cells: Cells, plan: RowPlan, problems: Finding[]): void {
  const bytes = cells.bytes(plan.noteIndex) + cells.bytes(plan.versionIndex)
  if (plan.urlLength + bytes * mostPerByte <= longUrl) return
  const note = textOf(cells, plan.noteIndex) ?? ''
  const version = textOf(cells, plan.versionIndex) ?? ''
  const length = plan.urlLength + encodedLength(note) + encodedLength(version)
  if (length <= longUrl) return
  const column = note.length >= version.length ? 'auto_note' : 'version'
  const code = length > longestUrl ? 'url-too-long' : 'url-long'
  const value = column === 'auto_note' ? note : version
  problems.push(finding(column, code, value, { length, limit: longestUrl }))
}
