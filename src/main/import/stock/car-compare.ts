import { changeableFields } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { ByHandRule } from '#shared/stock/stock-actions.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import { payloadOf } from '../check/row-check.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRow, type CurrentAdvert } from '../compare/row-compare.ts'
import type { FieldFacts } from './stock-facts.ts'
import { withShown } from './shown-fields.ts'
import { type FieldNote, type HeldField, weighFields } from './three-values.ts'

/** Rows in one question: its answer takes main a few milliseconds. */
const rowsPerQuestion = 500

/** A car beside its advert. */
export interface ComparedCar {
  readonly row: CheckedRow
  /** Fields that the row must not send: a person set them, or the service shows what it made of them. */
  readonly kept: readonly FieldName[]
  readonly notes: readonly FieldNote[]
  /** Why fields stay as a person set them; null if none does. */
  readonly held: HeldField['why'] | null
}

/** What is known of the fields of a row's key, and who put its advert out of stock. */
export interface KnownCar {
  readonly fields: FieldFacts
  readonly out: 'file' | 'person' | null
}

interface Weighing {
  readonly plan: RowPlan
  readonly compare: Compare | null
  readonly byHand: ByHandRule
  readonly known: (row: CheckedRow) => KnownCar
}

/**
 * Compares the edits among checked cars with what is known of their adverts. Nothing is asked about creates: a car is known
 * by its key, and never by its content.
 */
export async function compareCars(rows: readonly CheckedRow[], weighing: Weighing): Promise<ComparedCar[]> {
  const { compare, plan } = weighing
  const compared = rows.map((row) => uncompared(saysNothing(row) ? unchanged(row) : row))
  const places = rows.flatMap((row, at) => (row.operation !== 'create' && isValid(row) ? [at] : []))
  for (let from = 0; compare && from < places.length; from += rowsPerQuestion) {
    const some = places.slice(from, from + rowsPerQuestion).flatMap((at) => {
      const row = rows[at]
      return row ? [{ at, row, payload: payloadOf(row, plan) }] : []
    })
    const ids = Float64Array.from(some.map(({ payload }) => Number(payload.auto_id)))
    const { current } = await compare.adverts(ids, changeableFields)
    for (const { at, row, payload } of some)
      compared[at] = besideAdvert(row, payload, current.get(Number(payload.auto_id)), weighing)
  }
  return compared
}

function besideAdvert(
  row: CheckedRow,
  payload: Values,
  current: CurrentAdvert | undefined,
  weighing: Weighing,
): ComparedCar {
  const { operation } = row
  if (operation === null || operation === 'create') return uncompared(row)
  const { problems, comparison, replacesUnknown } = compareRow(
    operation,
    payload,
    current,
    weighing.plan.userId,
  )
  const compared = { ...row, comparison, replacesUnknown, problems: [...row.problems, ...problems] }
  return current && operation === 'edit'
    ? weighed(compared, payload, current, weighing)
    : uncompared(compared)
}

function weighed(
  row: CheckedRow,
  payload: Values,
  current: CurrentAdvert,
  { byHand, known }: Weighing,
): ComparedCar {
  const { fields, out } = known(row)
  const { values, facts } = inStockProven(fields, out)
    ? { values: current.values, facts: fields }
    : withoutStock(current, fields)
  const outByPerson = out === 'person'
  const live = { values, prices: pricesOf(current) }
  const { read, notes: readNotes } = withShown(facts, live)
  const { sent, held, notes: more } = weighFields(payload, live, read, byHand)
  const notes = [...readNotes.filter(({ field }) => !more.some((note) => note.field === field)), ...more]
  const staysOut = outByPerson && payload.in_stock === 1 && sent.includes('in_stock')
  const sends = staysOut ? sent.filter((field) => field !== 'in_stock') : sent
  const before = row.comparison?.before ?? {}
  const kept = changeableFields.filter(
    (field) =>
      field !== 'currency_id' &&
      payload[field] !== undefined &&
      !sends.includes(field) &&
      !isSameValue(field, payload[field], before[field]),
  )
  const told = [...held.map(heldFinding), ...(staysOut ? [finding('in_stock', 'stays-out-of-stock')] : [])]
  const changes = sends.some((field) => field !== 'currency_id')
  return {
    row: {
      ...row,
      problems: told.length === 0 ? row.problems : [...row.problems, ...told],
      comparison: row.comparison && { ...row.comparison, unchanged: !changes },
    },
    kept: changes ? kept : [],
    notes,
    held: held[0]?.why ?? null,
  }
}

/**
 * Whether it is known what the service has of `in_stock`, which no read shows. A link that is out by the file, though the file
 * gave no 0 last, is one of which an answer was lost: that is said again, whatever was written before.
 */
const inStockProven = ({ in_stock: known }: FieldFacts, out: KnownCar['out']): boolean =>
  out !== 'file' || known?.given === 0 || known?.pinned === true

function withoutStock({ values: all }: CurrentAdvert, { in_stock: _known, ...facts }: FieldFacts) {
  const { in_stock: _written, ...values } = all
  return { values, facts }
}

/** A row of a linked car may be blank but for its key: all stays as it is. */
const saysNothing = ({ problems }: CheckedRow): boolean =>
  problems.some(isNothingSaid) &&
  problems.every((found) => isNothingSaid(found) || found.severity !== 'error')

const isNothingSaid = ({ code }: Finding): boolean => code === 'nothing-to-change'

function unchanged(row: CheckedRow): CheckedRow {
  return {
    ...row,
    problems: row.problems.filter((found) => !isNothingSaid(found)),
    comparison: { title: '', before: {}, unchanged: true, replacesText: false, priceStep: null },
  }
}

const uncompared = (row: CheckedRow): ComparedCar => ({ row, kept: [], notes: [], held: null })

/** The prices of an advert by the names that the cache gives them. */
export const pricesOf = ({ prices }: CurrentAdvert) => ({
  usd: prices[1] ?? null,
  eur: prices[2] ?? null,
  uah: prices[3] ?? null,
})

const heldFinding = ({ field, why, file, live }: HeldField): Finding =>
  finding(field, why === 'pinned' ? 'kept-pinned' : 'kept-by-hand', String(file ?? ''), {
    live: String(live ?? ''),
  })
