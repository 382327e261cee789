import { changeableFields } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare, KnownAdverts } from './compare.ts'
import {
  carFindings,
  compareRow,
  type CurrentAdvert,
  isLeftOutAnyway,
  newerFindings,
  unsentFindings,
} from './row-compare.ts'
import { changesOf } from '../../writes/edit-changes.ts'
import { type KnownPrice, withoutKnownPrice } from '../../writes/edit-price.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { fingerprintOf, otherCreateOf } from '../../writes/fingerprint.ts'
import type { SentBefore } from '../../writes/sent-before.ts'
import type { NewVehicle, StockMatch } from '../../writes/stock-match.ts'
import type { Values } from '../../writes/values.ts'

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
  return compare ? comparedWithStock(compareKnown(rows, plan, compare), compare) : rows
}

function compareKnown(rows: readonly CheckedRow[], plan: RowPlan, compare: Compare): readonly CheckedRow[] {
  const some = new Set(rows.filter((row) => isCompared(row, compare)))
  if (some.size === 0) return rows
  const targets = [...some].flatMap((row) => targetOf(row) ?? [])
  const { journalled, ...known } =
    targets.length === 0 ? nothingKnown : compare.adverts(targets, replacedBy([...some], plan))
  const compared = rows.map((row) => (some.has(row) ? comparedWithWrites(row, known, plan) : row))
  // Only now it is known what an edit without a price sends.
  const prints = compared.map((row, at) => {
    const own = rows[at]
    return own && some.has(own) ? [fingerprintIn(row, journalled), inStockFile(row)] : []
  })
  const asked = prints.flat().filter((print) => print !== null)
  if (asked.length === 0) return compared
  const sentBefore = compare.sentBefore(asked)
  return compared.map((row, at) => {
    const [print = null, other = null] = prints[at] ?? []
    const unknown = row.operation === 'create' && print !== null ? compare.unknownSends : null
    const sent = sentBefore.get(print ?? '') ?? sentBefore.get(other ?? '') ?? unknown
    return sent ? withProblems(row, [sentFinding(sent)]) : row
  })
}

/** True if there is anything to compare a row with. */
const isCompared = (row: CheckedRow, { holdsCreates }: Compare): boolean =>
  (row.operation === 'create' ? holdsCreates : row.operation !== null) && isValid(row)

const nothingKnown: KnownAdverts = { current: new Map(), journalled: new Set() }

/** The fields whose values the rows replace: a delete replaces all of them. */
export const replacedBy = (rows: readonly CheckedRow[], plan: RowPlan): readonly FieldName[] =>
  rows.some(({ operation }) => operation === 'delete')
    ? changeableFields
    : changeableFields.filter((field) => plan.cells.edit.some((cell) => cell.field === field))

const sentFinding = ({ batch, fileName, open, unknown }: SentBefore): Finding =>
  finding('', 'sent-before', '', {
    batch,
    fileName,
    open: open ? 1 : 0,
    ...(unknown && { recovered: unknown.at, sends: unknown.sends ?? '' }),
  })

const targetOf = ({ operation, payload }: CheckedRow): number | null =>
  operation !== 'create' && typeof payload.auto_id === 'number' ? payload.auto_id : null

/** Null for a row that can't be in the journal: the journal surely has no row about its advert. */
function fingerprintIn(row: CheckedRow, journalled: ReadonlySet<number>): string | null {
  const { operation, payload, comparison } = row
  const target = targetOf(row)
  if (operation === null || (target !== null && !journalled.has(target))) return null
  return fingerprintOf(operation, plannedPayload(operation, payload, comparison ?? nothingBefore))
}

const nothingBefore: KnownPrice = { before: {}, rowPrice: null }

/** The payload that the journal would keep of a row. */
const plannedPayload = (operation: Operation, row: Values, known: KnownPrice): Values =>
  withoutKnownPrice(operation, changesOf(operation, { payload: row, before: known.before }).payload, known)

/** The fingerprint that a new car would have in a stock file. */
const inStockFile = ({ operation, payload }: CheckedRow): string | null =>
  operation === 'create' && payload.in_stock === undefined ? otherCreateOf(payload) : null

const withProblems = (row: CheckedRow, found: readonly Finding[]): CheckedRow =>
  found.length === 0 ? row : { ...row, problems: [...row.problems, ...found] }

/**
 * An edit that names neither price nor currency keeps those of its advert, as if it named the currency. In a file of the whole
 * stock it does so whatever currency its row names.
 */
function withOwnCurrency(row: CheckedRow, current: CurrentAdvert | undefined, plan: RowPlan): CheckedRow {
  const own = current?.values.currency_id
  const { price, currency_id: currency } = row.payload
  if (row.operation !== 'edit' || typeof own !== 'number') return row
  if (price !== undefined || (currency !== undefined && plan.addedCells === undefined)) return row
  const said: Values = { ...row.payload, currency_id: own }
  const inOrder = plan.cells.edit.flatMap(({ field }) => {
    const value = said[field]
    return value === undefined ? [] : [[field, value] as const]
  })
  return { ...row, payload: Object.fromEntries(inOrder) }
}

/** An edit or a delete with what its comparison with its advert finds; other rows as they are. */
export function comparedWithAdvert(
  checked: CheckedRow,
  current: CurrentAdvert | undefined,
  plan: RowPlan,
): CheckedRow {
  const { operation } = checked
  if (operation === null || operation === 'create') return checked
  const row = withOwnCurrency(checked, current, plan)
  const { problems, ...compared } = compareRow(operation, row.payload, current, plan.userId)
  return withProblems({ ...row, ...compared }, [...carFindings(row.record, plan, current), ...problems])
}

/** The same with what the file changes that others wrote since, or that a person did not send yet. */
function comparedWithWrites(
  checked: CheckedRow,
  { current, sent, unsent }: Omit<KnownAdverts, 'journalled'>,
  plan: RowPlan,
): CheckedRow {
  const id = Number(checked.payload.auto_id)
  const row = comparedWithAdvert(checked, current.get(id), plan)
  const { operation, payload, comparison } = row
  if (operation !== 'edit' || comparison?.unchanged) return row
  const isSent = (field: FieldName): boolean => !isLeftOutAnyway(field, payload, comparison)
  return withProblems(row, [
    ...newerFindings(payload, sent?.get(id)),
    ...unsentFindings(payload, isSent, unsent?.get(id)),
  ])
}

/** Adds to each create the warning that the stock has its vehicle already, unless it is known for a row that was sent before. */
function comparedWithStock(rows: readonly CheckedRow[], compare: Compare): readonly CheckedRow[] {
  if (!compare.holdsStock) return rows
  const some = rows.filter(isLookedFor)
  if (some.length === 0) return rows
  const matches = compare.inStock(some.map(vehicleOf))
  const found = new Map(some.map((row, at) => [row, matches[at]]))
  return rows.map((row) => {
    const match = found.get(row)
    return match ? withProblems(row, [inStock(match)]) : row
  })
}

const askedAlready: ReadonlySet<string> = new Set(['sent-before', 'duplicate-row', 'in-stock-already'])

/** A row that was sent before, is in the file twice, or has nearly the number of an advert, is asked about already. */
const isLookedFor = (row: CheckedRow): boolean =>
  row.operation === 'create' && isValid(row) && !row.problems.some(({ code }) => askedAlready.has(code))

function vehicleOf({ payload }: CheckedRow): NewVehicle {
  const { marka_id, model_id, base_id, equip_id, version } = payload
  return {
    marka_id: Number(marka_id),
    model_id: Number(model_id),
    base_id: Number(base_id),
    equip_id: Number(equip_id),
    version: String(version ?? ''),
  }
}

const inStock = (match: StockMatch): Finding =>
  'batch' in match
    ? finding('', 'in-stock-already', '', { batch: match.batch })
    : finding('', 'in-stock-already', String(match.autoId), { title: match.title })
