import type { Batch, BatchRow, BatchState, RowState } from '#shared/batch/row.ts'
import type { UndoGrade } from '#shared/batch/undo.ts'
import { pauseWords } from '#shared/batch/pause-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { failureWords } from '#shared/words/failure-words.ts'
import { formatDateTime, formatNumber } from '../ui/format.ts'

/** Words are functions: the language may change while the window is open. */
type Words<Code extends string> = Readonly<Record<Code, () => string>>

export const batchStateWords: Words<BatchState> = {
  preview: m.batch_view_batch_preview,
  ready: m.batch_view_batch_ready,
  running: m.batch_view_batch_running,
  waiting: m.batch_view_batch_waiting,
  paused: m.batch_view_batch_paused,
  cancelled: m.batch_view_batch_cancelled,
  finished: m.batch_view_batch_finished,
}

export const rowStateWords: Words<RowState> = {
  planned: m.batch_view_row_planned,
  sending: m.batch_view_batch_running,
  done: m.batch_view_row_done,
  failed: m.batch_view_row_failed,
  'in-doubt': m.word_not_confirmed,
  conflict: m.word_conflict,
  invalid: m.batch_view_row_invalid,
  skipped: m.word_left_out,
}

export const rowStates = Object.keys(rowStateWords) as RowState[]

export const isRowState = (name: string | undefined): name is RowState =>
  name !== undefined && Object.hasOwn(rowStateWords, name)

/** Next step for a batch that is not sent now: what a person can do, or when it continues by itself. */
export function pausedNext({ state, pauseReason, wakesAt, teamRefusal }: Batch): string | undefined {
  if (state === 'paused' && teamRefusal) return failureWords({ code: 'team', details: teamRefusal }).next
  if (pauseReason === 'proxy-login') return m.failure_network_proxy_login_next()
  if (state !== 'waiting') return undefined
  // A turn is over when the other desk ends it, whatever its longest time.
  return wakesAt === null || pauseReason === 'team-turn'
    ? m.batch_view_goes_on()
    : m.batch_view_wakes({ time: formatDateTime(wakesAt) })
}

/** Reason why a batch is not sent now; undefined if it is, or has ended. */
export const reasonWords = (batch: Batch, now = Date.now()): string | undefined =>
  batch.waitsFor ? m.batch_view_waits_for({ file: batch.waitsFor.fileName }) : pauseWords(batch, now)

export const sourceWords: Words<NonNullable<BatchRow['outcomeSource']>> = {
  response: m.batch_view_source_response,
  reconciled: m.batch_view_source_reconciled,
  person: m.batch_view_source_person,
}

export const undoGradeWords: Words<UndoGrade> = {
  exact: m.batch_undo_exact,
  partial: m.batch_undo_partial,
  impossible: m.batch_undo_impossible,
}

/** Number of rows that failed, are in conflict or in doubt: what the chips of the rows count, in the same words. */
export const troubleWords = ({ counts: { failed, conflict, inDoubt } }: Pick<Batch, 'counts'>): string[] => [
  ...(failed > 0 ? [m.batch_notice_failed({ count: failed })] : []),
  ...(conflict > 0 ? [m.batch_notice_conflict({ count: formatNumber(conflict) })] : []),
  ...(inDoubt > 0 ? [m.batch_notice_doubt({ count: inDoubt })] : []),
]
