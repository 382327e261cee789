import { fingerprintOf } from './journal/fingerprint.ts'
import { visibleFields } from './sending/live-values.ts'
import type { PlannedRow, StoredRow, Values } from './journal/journal-row.ts'

/** How far a row can be taken back. */
type UndoGrade = 'exact' | 'partial' | 'impossible'

/** What our journal knows of fields that the service doesn't show, before a row was done. */
type HiddenBefore = (row: StoredRow) => Values

const hiddenFields = ['in_stock', 'test_drive'] as const

/**
 * The rows of a batch that takes another one back, each with its grade as `undo-…` code. A create is deleted again; an
 * edit gets the values that were there before the batch; a deleted advert would come back under a new id, which is no
 * undo. What a row expects to find is what the batch wrote: where it was changed since, the guard makes a conflict of
 * it, and it is left alone unless a person chooses otherwise.
 */
export function undoRows(rows: Iterable<StoredRow>, hiddenBefore: HiddenBefore): PlannedRow[] {
  const touched = [...rows].filter((row) => row.autoId !== null || row.state === 'unknown')
  const byAdvert = Map.groupBy(touched, ({ id, autoId }) =>
    autoId === null ? `row ${id}` : `advert ${autoId}`,
  )
  return [...byAdvert.values()]
    .flatMap((story) => undoStory(story, hiddenBefore))
    .sort((a, b) => a.line - b.line)
}

function undoStory(story: readonly StoredRow[], hiddenBefore: HiddenBefore): PlannedRow[] {
  const done = story.filter(({ state }) => state === 'done')
  const lost = story.find(
    ({ state, operation }) => state === 'unknown' || (state === 'done' && operation === 'delete'),
  )
  if (lost) return [impossible(lost)]
  const [first] = done
  if (!first) return []
  return [first.operation === 'create' ? undoCreate(first) : undoEdits(first, done, hiddenBefore)]
}

const undoCreate = (row: StoredRow): PlannedRow =>
  planned(row, 'delete', { auto_id: row.autoId ?? 0 }, visibleOf(row.payload), 'exact')

/** Edits of one advert are taken back together: the first knows the old values, the last what stands there now. */
function undoEdits(first: StoredRow, done: readonly StoredRow[], hiddenBefore: HiddenBefore): PlannedRow {
  const written: Values = Object.assign({}, ...done.map(({ payload }) => payload)) as Values
  const old: Values = {
    ...hiddenBefore(first),
    ...(Object.assign({}, ...done.map(({ before }) => before).reverse()) as Values),
  }
  const fields = [...visibleFields, ...hiddenFields].filter((field) => written[field] !== undefined)
  const back = fields.filter((field) => isSendable(field, old[field]))
  const values = Object.fromEntries(back.map((field) => [field, old[field] ?? '']))
  if (!back.some((field) => field !== 'currency_id')) return impossible(first)
  const payload = { auto_id: first.autoId ?? 0, currency_id: written.currency_id ?? 1, ...values }
  const grade = back.length === fields.length && !back.some(isHidden) ? 'exact' : 'partial'
  return planned(first, 'edit', payload, visibleOf(written), grade)
}

const isHidden = (field: string): boolean => hiddenFields.some((hidden) => hidden === field)

const isSendable = (field: string, value: string | number | undefined): boolean =>
  value !== undefined && (field !== 'price' || Number(value) > 0)

const visibleOf = (payload: Values): Values =>
  Object.fromEntries(
    Object.entries(payload).filter(([field]) => visibleFields.some((visible) => visible === field)),
  )

const impossible = (row: StoredRow): PlannedRow => ({
  ...planned(row, row.operation === 'create' ? 'delete' : 'edit', {}, {}, 'impossible'),
  autoId: row.autoId,
  state: 'skipped',
})

const planned = (
  { line, autoId }: StoredRow,
  operation: 'edit' | 'delete',
  payload: Values,
  before: Values,
  grade: UndoGrade,
): PlannedRow => ({
  line,
  operation,
  autoId,
  payload,
  before,
  fingerprint: fingerprintOf(operation, payload),
  state: 'planned',
  problems: [],
  cells: null,
  errorCode: `undo-${grade}`,
})
