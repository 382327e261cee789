import { finding, type Finding } from '#shared/batch/finding.ts'
import { toProblem } from '#shared/batch/problem-words.ts'
import type { UndoGrade } from '#shared/batch/undo.ts'
import { fingerprintOf } from '../journal/fingerprint.ts'
import type { PlannedRow, StoredRow, Values } from '../journal/journal-row.ts'
import { sameValue, visibleFields } from '../sending/live-values.ts'

/** What is known of the adverts beside the batch itself. */
export interface KnownAdverts {
  /** What our journal knows of fields that the service doesn't show, before a row was done. */
  hiddenBefore(row: StoredRow): Values
  /** What stands there now, as far as cache and journal know; `gone` where the advert was deleted. */
  now(autoId: number): { readonly values: Values; readonly gone: boolean }
}

const hiddenFields = ['in_stock', 'test_drive'] as const
const allFields = [...visibleFields, ...hiddenFields]

/**
 * The rows of a batch that takes another one back, each with its grade as `undo-…` code. A create is deleted again; an
 * edit gets the values that were there before the batch; a deleted advert would come back under a new id, which is no
 * undo. A row whose advert was changed since the batch wrote it is left alone (skipped) until a person takes it in. What
 * a row expects to find is what the person sees as old value: the guard makes a conflict of anything else.
 */
export function undoRows(rows: Iterable<StoredRow>, known: KnownAdverts): PlannedRow[] {
  const touched = [...rows].filter((row) => row.autoId !== null || row.state === 'unknown')
  const byAdvert = Map.groupBy(touched, ({ id, autoId }) =>
    autoId === null ? `row ${id}` : `advert ${autoId}`,
  )
  return [...byAdvert.values()].flatMap((story) => undoStory(story, known)).sort((a, b) => a.line - b.line)
}

function undoStory(story: readonly StoredRow[], known: KnownAdverts): PlannedRow[] {
  const done = story.filter(({ state }) => state === 'done')
  const doubtful = story.find(({ state }) => state === 'unknown')
  if (doubtful) return [impossible(doubtful, finding('', 'in-doubt'))]
  const removal = done.find(({ operation }) => operation === 'delete')
  if (removal) return [impossible(removal, finding('', 'deleted-for-good'))]
  const [first] = done
  if (!first) return []
  const { values, gone } = known.now(first.autoId ?? 0)
  if (gone) return [impossible(first, finding('', 'advert-gone', String(first.autoId)))]
  return [first.operation === 'create' ? undoCreate(done, values) : undoEdits(first, done, values, known)]
}

/** A create is deleted, with the edits that the same batch made to it. */
function undoCreate(done: readonly StoredRow[], now: Values): PlannedRow {
  const [first] = done as [StoredRow]
  const found = lookNow(writtenBy(done), now)
  return planned(first, 'delete', { auto_id: first.autoId ?? 0 }, 'exact', found)
}

/** Edits of one advert are taken back together: the first knows the old values, the last what was written. */
function undoEdits(
  first: StoredRow,
  done: readonly StoredRow[],
  now: Values,
  known: KnownAdverts,
): PlannedRow {
  const written = writtenBy(done)
  const old = { ...known.hiddenBefore(first), ...merge(done.map(({ before }) => before).reverse()) }
  const fields = allFields.filter((field) => written[field] !== undefined)
  const back = fields.filter((field) => isSendable(field, old[field]))
  const lost = fields
    .filter((field) => !back.includes(field))
    .map((field) => finding(field, 'old-value-unknown', String(written[field])))
  if (!back.some((field) => field !== 'currency_id')) return impossible(first, ...lost)
  const values = Object.fromEntries(back.map((field) => [field, old[field] ?? '']))
  const payload = { auto_id: first.autoId ?? 0, currency_id: written.currency_id ?? 1, ...values }
  const grade = lost.length === 0 && !back.some(isHidden) ? 'exact' : 'partial'
  const { before, findings } = lookNow(written, now)
  return planned(first, 'edit', payload, grade, { before, findings: [...lost, ...findings] })
}

interface FoundNow {
  /** What the person sees as old values. */
  readonly before: Values
  readonly findings: readonly Finding[]
}

/** What stands there now of the fields that the batch wrote, and which of them were changed since. */
function lookNow(written: Values, now: Values): FoundNow {
  const otherCurrency = isChanged('currency_id', written, now)
  const changed = allFields.filter(
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

const isChanged = (field: string, written: Values, now: Values): boolean =>
  written[field] !== undefined && now[field] !== undefined && !sameValue(field, now[field], written[field])

const isHidden = (field: string): boolean => hiddenFields.some((hidden) => hidden === field)

const isSendable = (field: string, value: string | number | undefined): boolean =>
  value !== undefined && (field !== 'price' || Number(value) > 0)

const merge = (values: readonly Values[]): Values => Object.assign({}, ...values) as Values

const pickFields = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => allFields.some((known) => known === field)))

const writtenBy = (done: readonly StoredRow[]): Values => merge(done.map(({ payload }) => payload))

const impossible = (row: StoredRow, ...findings: readonly Finding[]): PlannedRow => ({
  ...planned(row, row.operation === 'create' ? 'delete' : 'edit', {}, 'impossible', { before: {}, findings }),
  state: 'skipped',
})

function planned(
  { line, autoId }: StoredRow,
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
    state: findings.some(({ code }) => code === 'changed-since') ? 'skipped' : 'planned',
    problems: findings.map(toProblem),
    cells: null,
    errorCode: `undo-${grade}`,
  }
}
