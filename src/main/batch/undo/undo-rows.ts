import { setImmediate as nextTurn } from 'node:timers/promises'
import { finding, type Finding } from '../../writes/finding.ts'
import { lacksPrice } from '../../writes/edit-price.ts'
import { toProblem } from '../../writes/problem-words.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { byLikeness, type UndoGrade } from '#shared/batch/undo.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { changeableFields, hiddenFields, isOfPrice, kindOf, publicTexts } from '#shared/batch/field-lists.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import type { JournalRow } from '../journal/journal-row.ts'

/** The values of adverts, apart from the batch itself. */
export interface AdvertValues {
  /**
   * Values that this app had written when a row was done: of fields that the service doesn't show, and texts with
   * their tags.
   */
  writtenBefore(row: JournalRow): Values
  /** The current values, as far as cache and journal know; `gone` if the advert was deleted. */
  now(autoId: number): { readonly values: Values; readonly gone: boolean }
}

/** Changes of a batch to one advert, in the order of its lines; or one row in doubt. */
export type AdvertHistory = readonly [JournalRow, ...JournalRow[]]

/** Rows that are read between two turns of the main thread. */
const sliceRows = 100

/** The rows that did something, or may have, advert by advert. */
export async function historiesOf(rows: Iterable<JournalRow>): Promise<AdvertHistory[]> {
  const histories = new Map<string, [JournalRow, ...JournalRow[]]>()
  let read = 0
  for (const row of rows) {
    if (++read % sliceRows === 0) await nextTurn()
    const key = row.autoId === null ? `row ${row.id}` : `advert ${row.autoId}`
    const history = histories.get(key)
    if (history) history.push(row)
    else if (row.autoId !== null || row.state === 'in-doubt') histories.set(key, [row])
  }
  return [...histories.values()]
}

/** The operation of the batch that undoes these. */
export function undoOperation(histories: readonly AdvertHistory[]): 'edit' | 'delete' | 'mixed' {
  const creates = histories.filter(([{ operation }]) => operation === 'create').length
  return creates === 0 ? 'edit' : creates === histories.length ? 'delete' : 'mixed'
}

/**
 * The row that undoes what a batch did to one advert, with its grade as `undo-…` code. A create is deleted again and an
 * edit gets the values from before the batch. A deleted advert would come back under a new id, which is no undo. If the
 * advert changed since the batch wrote it, or was only found by its looks, its row is skipped until a person includes
 * it. The old values that are shown to the person are those that the row expects: anything else makes it a conflict.
 */
export function undoRow(history: AdvertHistory, known: AdvertValues): PlannedRow {
  const doubtful = history.find(({ state }) => state === 'in-doubt')
  if (doubtful) return notUndoable(doubtful, finding('', 'in-doubt'))
  const removal = history.find(({ operation }) => operation === 'delete')
  if (removal) return notUndoable(removal, finding('', 'deleted-for-good'))
  const [first] = history
  const { values, gone } = known.now(first.autoId ?? 0)
  if (gone) return notUndoable(first, finding('', 'advert-gone', String(first.autoId)))
  return first.operation === 'create' ? undoCreate(history, values) : undoEdits(history, values, known)
}

/** Deletes a create, with the edits that the same batch made to it. */
function undoCreate(history: AdvertHistory, now: Values): PlannedRow {
  const [first] = history
  const seen = compareWithCurrent(writtenBy(history), now)
  // That the advert is this row's was never said by the service: a person decides again before it is deleted.
  const guessed = first.errorCode === byLikeness ? [finding('', byLikeness, String(first.autoId))] : []
  const found = { ...seen, findings: [...guessed, ...seen.findings] }
  return planned(first, 'delete', { auto_id: first.autoId ?? 0 }, 'exact', found)
}

/** Undoes the edits of one advert together: the first has the old values, the last what was written. */
function undoEdits(history: AdvertHistory, now: Values, known: AdvertValues): PlannedRow {
  const [first] = history
  const written = writtenBy(history)
  const own = known.writtenBefore(first)
  const old = withOwnTexts({ ...own, ...merge(history.map(({ before }) => before).reverse()) }, own)
  const fields = changeableFields.filter((field) => written[field] !== undefined)
  const back = withoutHalfPrice(fields.filter((field) => isSendable(field, old[field])))
  const lost = fields
    .filter((field) => !back.includes(field) && old[field] !== written[field])
    .map((field) => finding(field, 'old-value-unknown', String(written[field])))
  if (!back.some((field) => kindOf(field) !== 'currency')) return notUndoable(first, ...lost)
  const values = Object.fromEntries(back.map((field) => [field, old[field] ?? '']))
  // What gets no old price back keeps its price as it is now: an edit has its price and its currency together.
  const kept = lacksPrice('edit', values) ? priceOf(now) : {}
  const { currency_id: currency } = kept
  const payload = { auto_id: first.autoId ?? 0, ...(currency && { currency_id: currency }), ...values }
  if (lacksPrice('edit', { ...kept, ...payload }))
    return notUndoable(first, ...lost, finding('price', 'price-required'))
  const untagged = back
    .filter((field) => publicTexts.includes(field) && mayLackTags(field, old, { written, own }))
    .map((field) => finding(field, 'text-without-tags'))
  const isExact =
    lost.length === 0 && untagged.length === 0 && !back.some((field) => hiddenFields.includes(field))
  const grade = isExact ? 'exact' : 'partial'
  const { before, findings } = compareWithCurrent(written, now)
  return planned(first, 'edit', payload, grade, {
    before: { ...before, ...kept },
    findings: [...lost, ...untagged, ...findings],
  })
}

/** Reads show texts without their tags: a text of ours comes back as it was written. */
const withOwnTexts = (old: Values, own: Values): Values => ({
  ...old,
  ...Object.fromEntries(
    publicTexts.flatMap((field) => {
      const text = own[field]
      return text !== undefined && isSameValue(field, text, old[field]) ? [[field, text]] : []
    }),
  ),
})

/** True if a text that this app didn't write is put back as a read showed it. */
const mayLackTags = (
  field: FieldName,
  { [field]: old = '' }: Values,
  { written, own }: { readonly written: Values; readonly own: Values },
): boolean => String(old).trim() !== '' && old !== written[field] && old !== own[field]

/** Without the price if its currency isn't among the fields, and without the currency if the price isn't. */
const withoutHalfPrice = (fields: readonly FieldName[]): readonly FieldName[] =>
  fields.filter(isOfPrice).length === 1 ? fields.filter((field) => !isOfPrice(field)) : fields

const priceOf = ({ price, currency_id: currency }: Values): Values =>
  price !== undefined && currency !== undefined && isSendable('price', price)
    ? { currency_id: currency, price }
    : {}

interface FoundNow {
  /** The old values that are shown to the person. */
  readonly before: Values
  readonly findings: readonly Finding[]
}

/** The current values of the fields that the batch wrote, and which of them were changed since. */
function compareWithCurrent(written: Values, now: Values): FoundNow {
  const otherCurrency = isChanged('currency_id', written, now)
  const changed = changeableFields.filter(
    (field) =>
      isChanged(field, written, now) || (field === 'price' && otherCurrency && now.price !== undefined),
  )
  const current = Object.fromEntries(changed.map((field) => [field, now[field] ?? '']))
  return {
    before: { ...pickFields(written), ...current },
    findings: changed.map((field) =>
      finding(field, 'changed-since', String(now[field]), { written: String(written[field]) }),
    ),
  }
}

const isChanged = (field: FieldName, written: Values, now: Values): boolean =>
  written[field] !== undefined && now[field] !== undefined && !isSameValue(field, now[field], written[field])

const isSendable = (field: FieldName, value: string | number | undefined): boolean =>
  value !== undefined && (kindOf(field) !== 'price' || Number(value) > 0)

const merge = (values: readonly Values[]): Values => Object.assign({}, ...values) as Values

const pickFields = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => changeableFields.some((known) => known === field)),
  )

const writtenBy = (history: AdvertHistory): Values => merge(history.map(({ payload }) => payload))

const notUndoable = (row: JournalRow, ...findings: readonly Finding[]): PlannedRow => ({
  ...planned(row, row.operation === 'create' ? 'delete' : 'edit', {}, 'impossible', { before: {}, findings }),
  state: 'skipped',
})

function planned(
  { line, autoId }: JournalRow,
  operation: 'edit' | 'delete',
  payload: Values,
  grade: UndoGrade,
  { before, findings }: FoundNow,
): PlannedRow {
  return {
    line,
    operation,
    autoId,
    payload,
    before,
    fingerprint: fingerprintOf(operation, payload),
    state: findings.some(({ code }) => code === 'changed-since' || code === byLikeness)
      ? 'skipped'
      : 'planned',
    problems: findings.map((found) => toProblem(found)),
    cells: null,
    errorCode: `undo-${grade}`,
  }
}
