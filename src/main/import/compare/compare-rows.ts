import { changeableFields } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { changesOf } from '../../writes/edit-changes.ts'
import { type KnownPrice, withoutKnownPrice } from '../../writes/edit-price.ts'
import { fingerprintOf, otherCreateOf } from '../../writes/fingerprint.ts'
import type { SentBefore } from '../../writes/sent-before.ts'
import type { Values } from '../../writes/values.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import { payloadOf } from '../check/row-check.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare, KnownAdverts } from './compare.ts'
import { besideStock } from './compare-stock.ts'
import { carFindings, compareRow, type CurrentAdvert, newerFindings } from './row-compare.ts'

/**
 * Compares valid rows with what is known of their adverts and of earlier batches. Nothing is asked about creates while the
 * journal holds none.
 * @param compare null if there is no cache and no journal to ask: nothing is compared
 */
export function compareRows(
  rows: readonly CheckedRow[],
  plan: RowPlan,
  compare: Compare | null,
): readonly CheckedRow[] {
  return compare ? besideStock(compareKnown(rows, plan, compare), plan, compare) : rows
}

function compareKnown(rows: readonly CheckedRow[], plan: RowPlan, compare: Compare): readonly CheckedRow[] {
  const places = comparedPlaces(rows, compare)
  if (places.length === 0) return rows
  const some = places.flatMap((at) => {
    const row = rows[at]
    return row ? [{ row, payload: payloadOf(row, plan) }] : []
  })
  const targets = some.flatMap((each) => targetOf(each) ?? [])
  const known = targets.length === 0 ? nothingKnown : compare.adverts(targets, replacedBy(some, plan))
  const compared = [...rows]
  for (const [at, row] of besideKnown(some, known, plan, compare).entries()) compared[places[at] ?? -1] = row
  return compared
}

/** The places of the rows that there is anything to compare with. */
function comparedPlaces(rows: readonly CheckedRow[], { holdsCreates }: Compare): number[] {
  const places: number[] = []
  rows.forEach((row, at) => {
    const isMet = row.operation === 'create' ? holdsCreates : row.operation !== null
    if (isMet && isValid(row)) places.push(at)
  })
  return places
}

/** A row with what it says. */
interface ComparedRow {
  readonly row: CheckedRow
  readonly payload: Values
}

const nothingKnown: KnownAdverts = { current: new Map(), journalled: new Set() }

/** The fields whose values the rows replace: a delete replaces all of them. */
export const replacedBy = (
  some: readonly { readonly row: CheckedRow }[],
  plan: RowPlan,
): readonly FieldName[] =>
  some.some(({ row }) => row.operation === 'delete')
    ? changeableFields
    : changeableFields.filter((field) => plan.cells.edit.some((cell) => cell.field === field))

function besideKnown(
  some: readonly ComparedRow[],
  { current, journalled, sent }: KnownAdverts,
  plan: RowPlan,
  compare: Compare,
): CheckedRow[] {
  const compared = some.map((each) => besideAdvert(each, { current, sent }, plan))
  // Only now it is known what an edit without a price sends.
  const fingerprints = compared.map((each) => fingerprintIn(each, journalled))
  const others = compared.map(inStockFile)
  const prints = [...fingerprints, ...others].filter((print) => print !== null)
  if (prints.length === 0) return compared.map(({ row }) => row)
  const sentBefore = compare.sentBefore(prints)
  return compared.map(({ row }, at) => {
    const print = fingerprints[at] ?? null
    const unknown = row.operation === 'create' && print !== null ? compare.unknownSends : null
    const sent = sentBefore.get(print ?? '') ?? sentBefore.get(others[at] ?? '') ?? unknown
    return sent ? withProblems(row, [sentFinding(sent)]) : row
  })
}

const sentFinding = ({ batch, fileName, open, unknown }: SentBefore): Finding =>
  finding('', 'sent-before', '', {
    batch,
    fileName,
    open: open ? 1 : 0,
    ...(unknown && { recovered: unknown.at, sends: unknown.sends ?? '' }),
  })

const targetOf = ({ row, payload }: ComparedRow): number | null =>
  row.operation !== 'create' && typeof payload.auto_id === 'number' ? payload.auto_id : null

/** Null for a row that can't be in the journal: the journal surely has no row about its advert. */
function fingerprintIn(compared: ComparedRow, journalled: ReadonlySet<number>): string | null {
  const { row, payload } = compared
  const { operation, comparison } = row
  const target = targetOf(compared)
  if (operation === null || (target !== null && !journalled.has(target))) return null
  return fingerprintOf(operation, plannedPayload(operation, payload, comparison ?? nothingBefore))
}

const nothingBefore: KnownPrice = { before: {}, rowPrice: null }

/** The payload that the journal would keep of a row. */
const plannedPayload = (operation: Operation, row: Values, known: KnownPrice): Values =>
  withoutKnownPrice(operation, changesOf(operation, { payload: row, before: known.before }).payload, known)

/** The fingerprint that a new car would have in a stock file. */
const inStockFile = ({ row: { operation }, payload }: ComparedRow): string | null =>
  operation === 'create' && payload.in_stock === undefined ? otherCreateOf(payload) : null

const withProblems = (row: CheckedRow, found: readonly Finding[]): CheckedRow =>
  found.length === 0 ? row : { ...row, problems: [...row.problems, ...found] }

/** An edit that names neither price nor currency keeps those of its advert, as if it named the currency. */
function withOwnCurrency(
  compared: ComparedRow,
  current: CurrentAdvert | undefined,
  plan: RowPlan,
): ComparedRow {
  const { row, payload } = compared
  const own = current?.values.currency_id
  if (typeof own !== 'number' || payload.price !== undefined || payload.currency_id !== undefined)
    return compared
  const at = plan.cells.edit.findIndex(({ kind }) => kind === 'currency')
  return at < 0
    ? compared
    : { row: { ...row, numbers: row.numbers.with(at, own) }, payload: { ...payload, currency_id: own } }
}

function besideAdvert(
  compared: ComparedRow,
  { current: adverts, sent }: Omit<KnownAdverts, 'journalled'>,
  plan: RowPlan,
): ComparedRow {
  const { operation } = compared.row
  if (operation === null || operation === 'create') return compared
  const current = adverts.get(Number(compared.payload.auto_id))
  const { row, payload } = operation === 'edit' ? withOwnCurrency(compared, current, plan) : compared
  const { problems, ...found } = compareRow(operation, payload, current, plan.userId)
  const { comparison, replacesUnknown } = found
  const newer = comparison?.unchanged
    ? []
    : newerFindings(operation, payload, sent?.get(Number(payload.auto_id)))
  return {
    row: withProblems({ ...row, comparison, replacesUnknown }, [
      ...carFindings(row.record, plan, current),
      ...problems,
      ...newer,
    ]),
    payload,
  }
}
