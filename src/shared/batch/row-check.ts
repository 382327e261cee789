import type { Operation } from './advert-write.ts'
import { editableColumns } from './columns.ts'
import { type Finding, finding } from './finding.ts'
import type { FieldName } from './draft.ts'
import type { ProblemCode } from './row.ts'
import type { RowPlan, Step } from './row-plan.ts'
import { emptyOr, type Scan, scanCurrency, scanFlag, scanId, scanPrice } from './scanners.ts'
import { unguardText } from './spreadsheet-text.ts'
import { encodedLength, longestUrl, longUrl, mostPerCharacter } from './url-length.ts'
import { operationOf } from './value-words.ts'

/** Parameters of a write by their contract names. Complete only where the row has no error. */
export type Payload = Partial<Record<FieldName, string | number>>

export interface CheckedRow {
  readonly operation: Operation | null
  readonly payload: Payload
  /** Empty for nearly every row. */
  readonly problems: readonly Finding[]
}

const nothing: readonly Finding[] = []

/**
 * Reads one record against the contract's parameter tables (POST, PUT, DELETE /auto/new/autos). An empty cell is a
 * parameter that isn't sent. A row without an error has a payload that the schemas of advert-write.ts accept.
 */
export function checkRow(cells: readonly string[], plan: RowPlan): CheckedRow {
  const problems: Finding[] = []
  const ragged = widthProblem(cells, plan)
  if (ragged) problems.push(ragged)
  const operation = plan.operation ?? readOperation(cells, plan, problems)
  // Cells of a ragged row stand under the wrong headers: more words about them would only mislead.
  if (operation === null || ragged) return { operation, payload: {}, problems }
  const payload: Payload = {}
  for (const step of plan.steps[operation]) readStep(cells, step, plan, payload, problems)
  if (plan.userIndex >= 0) checkUser(cells[plan.userIndex] ?? '', plan, problems)
  if (operation === 'create') checkUnused(cells, plan, problems)
  if (operation === 'edit') checkEdit(payload, problems)
  checkLength(payload, plan, problems)
  return { operation, payload, problems: problems.length === 0 ? nothing : problems }
}

/** True where nothing keeps the row from being sent. */
export const isValid = (row: Pick<CheckedRow, 'operation' | 'problems'>): boolean =>
  row.operation !== null && !row.problems.some(({ severity }) => severity === 'error')

function widthProblem(cells: readonly string[], { header }: RowPlan): Finding | null {
  if (cells.length === header.length) return null
  const details = { cells: cells.length, columns: header.length }
  if (cells.length < header.length) return finding(header[cells.length] ?? '', 'too-few-cells', '', details)
  const extra = cells.slice(header.length).find((cell) => cell.trim() !== '')
  return extra === undefined ? null : finding('', 'too-many-cells', extra, details)
}

function readOperation(cells: readonly string[], plan: RowPlan, problems: Finding[]): Operation | null {
  const cell = cells[plan.actionIndex] ?? ''
  const operation = operationOf(cell)
  if (operation) return operation
  problems.push(finding('action', emptyOr(cell, 'not-an-operation') ?? 'required', cell))
  return null
}

function readStep(
  cells: readonly string[],
  step: Step,
  plan: RowPlan,
  payload: Payload,
  problems: Finding[],
): void {
  const cell = cells[step.index] ?? ''
  if (step.kind === 'text') {
    readText(cell, step.field, payload)
    return
  }
  const value = scanCell(cell, step, plan)
  if (typeof value === 'number') payload[step.field] = value
  else if (value !== null) problems.push(finding(step.field, value, cell))
  else if (step.required) problems.push(finding(step.field, 'required'))
}

function scanCell(cell: string, { kind }: Step, plan: RowPlan): Scan {
  if (kind === 'id') return scanId(cell)
  if (kind === 'price') return scanPrice(cell, plan.decimalMark)
  return kind === 'currency' ? scanCurrency(cell) : scanFlag(cell)
}

/** A text goes as it stands, but for a spreadsheet's apostrophe. NUL bytes are the reader's to find. */
function readText(cell: string, field: FieldName, payload: Payload): void {
  if (cell === '' || isBlank(cell)) return
  payload[field] = cell.charCodeAt(0) === apostrophe ? unguardText(cell) : cell
}

const apostrophe = 0x27

/** Most texts begin with a Latin or Cyrillic letter: one look tells that they aren't blank. */
function isBlank(cell: string): boolean {
  const first = cell.charCodeAt(0)
  return !(first > 0x20 && first < 0x1680 && first !== 0xa0) && cell.trim() === ''
}

function checkUser(cell: string, { userId }: RowPlan, problems: Finding[]): void {
  const value = scanId(cell)
  if (value === null || value === userId) return
  const code: ProblemCode = typeof value === 'number' ? 'other-user' : value
  problems.push(finding('user_id', code, cell, { account: userId }))
}

/** A create has no id yet: one in its row may mean that an edit was meant. */
function checkUnused(cells: readonly string[], plan: RowPlan, problems: Finding[]): void {
  const cell = plan.autoIdIndex < 0 ? '' : (cells[plan.autoIdIndex] ?? '')
  if (cell.trim() !== '') problems.push(finding('auto_id', 'unused-cell', cell))
}

function checkEdit(payload: Payload, problems: Finding[]): void {
  const missing = problems.findIndex(({ column, code }) => column === 'currency_id' && code === 'required')
  if (missing >= 0 && payload.price !== undefined)
    problems[missing] = finding('currency_id', 'price-without-currency', '', { price: payload.price })
  if (problems.length === 0 && !editableColumns.some((field) => payload[field] !== undefined))
    problems.push(finding('', 'nothing-to-change'))
}

/** Every parameter travels in the URL (field-notes, "length"). */
function checkLength({ auto_note: note, version }: Payload, plan: RowPlan, problems: Finding[]): void {
  const noteText = typeof note === 'string' ? note : ''
  const versionText = typeof version === 'string' ? version : ''
  if (plan.urlLength + (noteText.length + versionText.length) * mostPerCharacter <= longUrl) return
  const length = plan.urlLength + encodedLength(noteText) + encodedLength(versionText)
  if (length <= longUrl) return
  const column = noteText.length >= versionText.length ? 'auto_note' : 'version'
  const code = length > longestUrl ? 'url-too-long' : 'url-long'
  problems.push(
    finding(column, code, column === 'auto_note' ? noteText : versionText, { length, limit: longestUrl }),
  )
}
