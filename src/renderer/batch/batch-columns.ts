import { m } from '#shared/i18n/generated/messages.js'
import type { Batch, BatchRow, BatchState, Counts, RowState } from '#shared/batch/row.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { formatDateTime, formatNumber } from '../ui/format.ts'
import type { Tone } from '../ui/tone.ts'
import { lineColumn } from '../writes/line-column.ts'
import { operationWords } from '../writes/operation-words.ts'
import { advertTitle, rowSummary } from '#shared/import/row-summary.ts'
import { batchStateWords, rowStateWords, sourceWords } from './batch-words.ts'

export const rowTones: Readonly<Record<RowState, Tone>> = {
  planned: 'plain',
  sending: 'batch',
  done: 'done',
  failed: 'conflict',
  'in-doubt': 'warning',
  conflict: 'conflict',
  invalid: 'conflict',
  skipped: 'plain',
}

const batchTones: Readonly<Record<BatchState, Tone>> = {
  preview: 'proposed',
  ready: 'batch',
  running: 'batch',
  waiting: 'warning',
  paused: 'warning',
  cancelled: 'plain',
  finished: 'done',
}

export interface BatchStatus {
  readonly tone: Tone
  readonly label: string
}

/** The state of a batch in words and its colour; an ended batch is only `done` if every row is. */
export function batchStatus(batch: Batch): BatchStatus {
  const status = rowsStatus(batch)
  if (batch.unreadableParts === undefined) return status
  const tone = status.tone === 'conflict' ? status.tone : 'warning'
  return { tone, label: m.batch_view_batch_partly_read({ state: status.label }) }
}

function rowsStatus(batch: Batch): BatchStatus {
  const { state, counts, total } = batch
  if (state === 'cancelled') return cancelledStatus(counts, total)
  if (state === 'finished' && counts.inDoubt > 0)
    return { tone: 'warning', label: m.batch_view_batch_finished_doubt() }
  if (state === 'finished' && counts.failed + counts.conflict > 0)
    return { tone: 'conflict', label: m.batch_view_batch_finished_part() }
  return { tone: batchTones[state], label: batchStateWords[state]() }
}

/** Number of rows that were done before the batch was cancelled, and whether any of the others is in doubt. */
function cancelledStatus(counts: Counts, total: number): BatchStatus {
  const said = { done: formatNumber(counts.done), total: formatNumber(total) }
  return counts.inDoubt > 0
    ? { tone: 'warning', label: m.batch_view_batch_cancelled_doubt(said) }
    : { tone: batchTones.cancelled, label: m.batch_view_batch_cancelled_of(said) }
}

/** Rows that go no further by themselves; those of a cancelled batch that were left out do not count. */
export const settledRows = ({ state, counts, total }: Batch): number => {
  if (state === 'preview') return 0
  return total - counts.planned - counts.sending - (state === 'cancelled' ? counts.skipped : 0)
}

/** True if any row did not simply go well, whichever of them are on the screen. */
export const hasTroubles = ({ counts, likeness, probable }: Batch): boolean =>
  counts.failed + counts.conflict + counts.inDoubt + counts.invalid + counts.skipped > 0 ||
  likeness !== undefined ||
  probable !== undefined

/** Title of a row: the line of its file, or the advert if it came from none. */
export const rowTitle = (row: BatchRow, hasLines: boolean): string =>
  hasLines ? m.word_line({ line: row.line }) : advertTitle(row)

const capitalised = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1)

/** Outcome of a row that its state doesn't show; before it is sent, the finding of its check. */
function outcome({ state, errorWords, outcomeSource, problems }: BatchRow): string {
  if (errorWords !== null) return errorWords
  if (state !== 'done') return problems.map(({ message }) => message).join(' ')
  return outcomeSource && outcomeSource !== 'response' ? capitalised(sourceWords[outcomeSource]()) : ''
}

/** Column of the advert's title. */
export const advertColumn = (): GridColumn<BatchRow> => ({
  id: 'title',
  title: m.word_advert(),
  width: 196,
  text: advertTitle,
})

export const idColumn = (): GridColumn<BatchRow> => ({
  id: 'advert',
  title: m.word_advert_id(),
  width: 112,
  align: 'end',
  text: (row) => String(row.autoId ?? row.payload.auto_id ?? '—'),
})

const keyColumn = (): GridColumn<BatchRow> => ({
  id: 'key',
  title: m.stock_number_column(),
  width: 104,
  text: ({ key }) => key ?? '',
})

const outcomeColumn = (): GridColumn<BatchRow> => ({
  id: 'outcome',
  title: m.word_outcome(),
  width: 170,
  grows: true,
  text: outcome,
  tip: (row) => outcome(row) || undefined,
})

/** Facts about the rows of a batch. */
export interface BatchRowFacts {
  /** The batch is of a file, in whose lines its rows are. */
  readonly hasLines: boolean
  /** The batch is of a stock file, whose rows have the dealer's own numbers. */
  readonly hasKeys: boolean
  /** Some row did not simply go well. */
  readonly hasOutcomes: boolean
}

/** True if the row has anything under "Outcome". */
export const hasOutcome = (row: BatchRow): boolean => outcome(row) !== ''

/** All of them fit in a window of 1440 px. */
export function batchRowColumns({ hasLines, hasKeys, hasOutcomes }: BatchRowFacts): GridColumn<BatchRow>[] {
  return [
    ...(hasLines ? [{ ...lineColumn(), width: 60 }] : []),
    ...(hasKeys ? [keyColumn()] : []),
    {
      id: 'operation',
      title: m.word_action(),
      width: 96,
      text: (row) => (row.operation ? operationWords[row.operation]() : '—'),
    },
    {
      id: 'state',
      title: m.word_state(),
      width: 140,
      text: (row) => rowStateWords[row.state](),
    },
    advertColumn(),
    {
      id: 'what',
      title: m.word_changes(),
      width: 232,
      // Of an invalid row nothing is sent, whatever of it could be read.
      text: (row) => (row.state === 'invalid' ? '' : rowSummary(row)),
    },
    ...(hasOutcomes ? [outcomeColumn()] : []),
    idColumn(),
    {
      id: 'at',
      title: m.batch_view_column_at(),
      width: 150,
      text: (row) => (row.updatedAt ? formatDateTime(row.updatedAt) : '—'),
    },
  ]
}
