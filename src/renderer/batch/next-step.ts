import { countName, type Batch, type RowState } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'

export interface NextStep {
  readonly label: string
  /** The rows that it is about; null for all of them. */
  readonly rows: RowState | null
}

/** Next step that a batch asks of a person, the most pressing first; null if it wants nothing. */
export function nextStep({ state, counts, pauseReason, desk }: Batch): NextStep | null {
  if (desk !== undefined) return null
  if (state === 'preview') return { label: m.activity_next_review(), rows: null }
  for (const [rows, words] of questions) {
    const count = counts[countName(rows)]
    if (count > 0) return { label: words({ count }), rows }
  }
  const waitsForPerson = state === 'ready' || (state === 'paused' && pauseReason !== null)
  return waitsForPerson && counts.planned > 0 ? { label: m.word_continue(), rows: null } : null
}

const questions: readonly (readonly [RowState, (said: { count: number }) => string])[] = [
  ['in-doubt', m.activity_next_doubt],
  ['conflict', m.activity_next_conflict],
  ['failed', m.activity_next_failed],
]
