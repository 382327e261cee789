import { changeableFields } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { ByHandRule } from '#shared/stock/stock-actions.ts'
import { check } from '../check/check.ts'
import { type CheckedRow, isValid, unchangedRow } from '../check/checked-row.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { comparedWithAdvert, replacedBy } from '../compare/compare-rows.ts'
import type { Compare } from '../compare/compare.ts'
import { type CurrentAdvert, isLeftOutAnyway, unsentFindings } from '../compare/row-compare.ts'
import type { FieldFacts } from './stock-facts.ts'
import { type FieldNote, type HeldField, unreadFields, weighFields, withShown } from './three-values.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { UnsentEdit } from '../../writes/sent-before.ts'

/** A car with its advert. */
interface ComparedCar {
  readonly row: CheckedRow
  /** The same without the cells of what it must not send. */
  readonly sent: CheckedRow
  readonly notes: readonly FieldNote[]
  /** Why fields stay as a person set them; null if none does. */
  readonly held: HeldField['why'] | null
}

/** Known fields of a row's key, and who put its advert out of stock. */
export interface KnownCar {
  readonly fields: FieldFacts
  readonly out: 'file' | 'person' | null
  /** A person linked the advert, and whether it is in stock was not said since. */
  readonly isUnsaid: boolean
  /** Another desk wrote the advert since it was read here: what it shows is no sign of anything. */
  readonly isStale: boolean
}

/** Values of an advert at the service, those that a person did not send yet, and what its key knows. */
interface OwnValues {
  readonly current: CurrentAdvert
  readonly unsent: readonly UnsentEdit[] | undefined
  readonly known: KnownCar
}

interface Weighing {
  readonly plan: RowPlan
  readonly compare: Compare | null
  readonly byHand: ByHandRule
  readonly known: (row: CheckedRow) => KnownCar
}

/** An edit or delete with the facts about its key. */
interface AskedCar {
  readonly at: number
  readonly row: CheckedRow
  readonly known: KnownCar
}

/**
 * Compares the edits among checked cars with what is known of their adverts. Nothing is asked about creates: a car is known
 * by its key, and never by its content.
 */
export function compareCars(rows: readonly CheckedRow[], weighing: Weighing): ComparedCar[] {
  const { compare, plan, known } = weighing
  const compared = rows.map((row) => uncompared(saysNothing(row) ? unchanged(row) : row))
  const cars = rows.flatMap((row, at): AskedCar[] =>
    row.operation !== 'create' && isValid(row) ? [{ at, row, known: known(row) }] : [],
  )
  if (!compare || cars.length === 0) return compared
  const unread = new Set(cars.flatMap(({ known: { fields } }) => unreadFields(fields)))
  const asked = cars.map(({ row }) => row)
  const ids = asked.map(({ payload }) => Number(payload.auto_id))
  const { current, unsent } = compare.adverts(ids, [...new Set([...replacedBy(asked, plan), ...unread])])
  for (const car of cars) {
    const id = Number(car.row.payload.auto_id)
    const advert = current.get(id)
    const row = comparedWithAdvert(car.row, current.get(id), plan)
    compared[car.at] =
      advert && row.operation === 'edit'
        ? withSent(row, { current: advert, unsent: unsent?.get(id), known: car.known }, weighing)
        : uncompared(row)
  }
  return compared
}

/** Adds what is sent of a car: its row is checked and compared again without the rest, of which the findings stay. */
function withSent(row: CheckedRow, own: OwnValues, weighing: Weighing): ComparedCar {
  const { kept, ...found } = weighed(row, own, weighing)
  if (kept.length === 0) return { ...found, sent: found.row }
  const { plan } = weighing
  const blank = plan.mapping.flatMap((column, at) =>
    kept.some((field) => field === column) ? [[at, ''] as const] : [],
  )
  const again = check(found.row.record.with(blank), plan)
  const sent = isValid(again)
    ? weighed(comparedWithAdvert(again, own.current, plan), own, weighing).row
    : again
  const findings = found.row.problems.filter(({ code }) => keptCodes.has(code))
  return { ...found, sent: { ...sent, problems: [...sent.problems, ...findings] } }
}

/**
 * Weighs the fields of an edit.
 * @returns also the fields that the row must not send: a person set them, the service shows what it made of them, or they were
 * given so before
 */
function weighed(
  row: CheckedRow,
  { current, unsent, known: { fields, out, isUnsaid, isStale } }: OwnValues,
  { byHand }: Weighing,
) {
  const { payload } = row
  const { values, facts } =
    !isUnsaid && inStockProven(fields, out)
      ? { values: current.values, facts: fields }
      : withoutStock(current, fields)
  const outByPerson = out === 'person'
  const live = { values, prices: pricesOf(current) }
  const { read, notes: readNotes } = withShown(facts, live, isStale)
  const { sent, held, notes: more } = weighFields(payload, live, read, byHand)
  const notes = [...readNotes.filter(({ field }) => !more.some((note) => note.field === field)), ...more]
  const staysOut = outByPerson && payload.in_stock === 1 && sent.includes('in_stock')
  const sends = staysOut ? sent.filter((field) => field !== 'in_stock') : sent
  const kept = changeableFields.filter(
    (field) =>
      field !== 'currency_id' &&
      payload[field] !== undefined &&
      !sends.includes(field) &&
      !isLeftOutAnyway(field, payload, row.comparison),
  )
  const changes = sends.some((field) => field !== 'currency_id')
  const isSent = (field: FieldName): boolean =>
    changes && sends.includes(field) && !isLeftOutAnyway(field, payload, row.comparison)
  const findings = [
    ...held.map(heldFinding),
    ...(staysOut ? [finding('in_stock', 'stays-out-of-stock')] : []),
    ...unsentFindings(payload, isSent, unsent),
  ]
  return {
    row: {
      ...row,
      problems: findings.length === 0 ? row.problems : [...row.problems, ...findings],
      comparison: row.comparison && { ...row.comparison, unchanged: !changes },
    },
    kept: changes ? kept : [],
    notes,
    held: held[0]?.why ?? null,
  }
}

/**
 * True if it is known what the service has of `in_stock`, which no read shows. If a link is out by the file, though
 * the file gave no 0 last, an answer about it was lost: it is sent again, whatever was written before.
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
    comparison: unchangedRow,
  }
}

const uncompared = (row: CheckedRow): ComparedCar => ({ row, sent: row, notes: [], held: null })

/** The prices of an advert by the names that the cache gives them. */
export const pricesOf = ({ prices }: CurrentAdvert) => ({
  usd: prices[1] ?? null,
  eur: prices[2] ?? null,
  uah: prices[3] ?? null,
})

/** Values that a person set otherwise: their row is reported, though nothing is sent. */
export const keptCodes: ReadonlySet<string> = new Set(['kept-by-hand', 'kept-pinned', 'stays-out-of-stock'])

const heldFinding = ({ field, why, file, live }: HeldField): Finding =>
  finding(field, why === 'pinned' ? 'kept-pinned' : 'kept-by-hand', String(file ?? ''), {
    live: String(live ?? ''),
  })
