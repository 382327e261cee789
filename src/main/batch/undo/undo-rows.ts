import { setImmediate as nextTurn } from 'node:timers/promises'
import { finding, type Finding } from '../../writes/finding.ts'
import { toProblem } from '../../writes/problem-words.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { UndoGrade } from '#shared/batch/undo.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { StoredRow } from '../journal/journal-row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { changeableFields, hiddenFields, kindOf } from '../../writes/field-lists.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'

/** What is known of the adverts beside the batch itself. */
export interface KnownAdverts {
  /** What our journal knows of fields that the service doesn't show, before a row was done. */
  hiddenBefore(row: StoredRow): Values
  /** What stands there now, as far as cache and journal know; `gone` where the advert was deleted. */
  now(autoId: number): { readonly values: Values; readonly gone: boolean }
}

/** What a batch did to one advert, in the order of its lines; or one row of which nobody knows what it did. */
export type Story = readonly [StoredRow, ...StoredRow[]]

/** Rows between two turns of the main thread while a batch is read. */
const slice = 100

/** The rows that did something, or may have, advert by advert. */
export async function storiesOf(rows: Iterable<StoredRow>): Promise<Story[]> {
  const stories = new Map<string, [StoredRow, ...StoredRow[]]>()
  let read = 0
  for (const row of rows) {
    if (++read % slice === 0) await nextTurn()
    const about = row.autoId === null ? `row ${row.id}` : `advert ${row.autoId}`
    const story = stories.get(about)
    if (story) story.push(row)
    else if (row.autoId !== null || row.state === 'unknown') stories.set(about, [row])
  }
  return [...stories.values()]
}

/** What undoing these does as a whole. */
export function undoOperation(stories: readonly Story[]): 'edit' | 'delete' | 'mixed' {
  const creates = stories.filter(([{ operation }]) => operation === 'create').length
  return creates === 0 ? 'edit' : creates === stories.length ? 'delete' : 'mixed'
}

/**
 * The row that takes a story back, with its grade as `undo-…` code. A create is deleted again; an edit gets the values
 * that were there before the batch; a deleted advert would come back under a new id, which is no undo. A row whose advert
 * was changed since the batch wrote it is left alone (skipped) until a person takes it in. What a row expects to find is
 * what the person sees as old value: the guard makes a conflict of anything else.
 */
export function undoRow(story: Story, known: KnownAdverts): PlannedRow {
  const doubtful = story.find(({ state }) => state === 'unknown')
  if (doubtful) return impossible(doubtful, finding('', 'in-doubt'))
  const removal = story.find(({ operation }) => operation === 'delete')
  if (removal) return impossible(removal, finding('', 'deleted-for-good'))
  const [first] = story
  const { values, gone } = known.now(first.autoId ?? 0)
  if (gone) return impossible(first, finding('', 'advert-gone', String(first.autoId)))
  return first.operation === 'create' ? undoCreate(story, values) : undoEdits(story, values, known)
}

/** A create is deleted, with the edits that the same batch made to it. */
function undoCreate(story: Story, now: Values): PlannedRow {
  const [first] = story
  const found = lookNow(writtenBy(story), now)
  return planned(first, 'delete', { auto_id: first.autoId ?? 0 }, 'exact', found)
}

/** Edits of one advert are taken back together: the first knows the old values, the last what was written. */
function undoEdits(story: Story, now: Values, known: KnownAdverts): PlannedRow {
  const [first] = story
  const written = writtenBy(story)
  const old = { ...known.hiddenBefore(first), ...merge(story.map(({ before }) => before).reverse()) }
  const fields = changeableFields.filter((field) => written[field] !== undefined)
  const back = fields.filter((field) => isSendable(field, old[field]))
  const lost = fields
    .filter((field) => !back.includes(field))
    .map((field) => finding(field, 'old-value-unknown', String(written[field])))
  if (!back.some((field) => kindOf(field) !== 'currency')) return impossible(first, ...lost)
  const values = Object.fromEntries(back.map((field) => [field, old[field] ?? '']))
  const payload = { auto_id: first.autoId ?? 0, currency_id: written.currency_id ?? 1, ...values }
  const grade = lost.length === 0 && !back.some((field) => hiddenFields.includes(field)) ? 'exact' : 'partial'
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

const writtenBy = (story: Story): Values => merge(story.map(({ payload }) => payload))

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
