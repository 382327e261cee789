import type { FileFacts } from '#shared/import/file-facts.ts'
import type { Change } from '#shared/batch/row-changes.ts'
import type { Batch, BatchRow, Counts, RowState } from '#shared/batch/row.ts'

/** Counts as the command line prints them; scripts rely on the six names. */
interface PrintedCounts {
  readonly planned: number
  readonly done: number
  readonly failed: number
  readonly inDoubt: number
  readonly invalid: number
  readonly skipped: number
}

type PrintedState = Exclude<RowState, 'sending' | 'conflict'>

export interface PrintedRow {
  readonly line: number
  /** The dealer's own number of the car, if the row came from a stock file. */
  readonly key?: string
  readonly operation: BatchRow['operation']
  readonly state: PrintedState
  readonly autoId: number | null
  readonly problems: readonly { readonly column: string; readonly code: string; readonly message: string }[]
  /** Changes of the row; of a dry run only. */
  readonly changes?: readonly Change[]
}

/** Effects of a file: in words, and the numbers that they say. */
interface PrintedSummary {
  readonly text: string
  readonly creates: number
  readonly edits: number
  readonly deletes: number
  readonly pricesDown: number
  readonly pricesUp: number
  /** By how many percent the prices move on average; null if none does. */
  readonly pricePercent: number | null
  readonly textsReplaced: number
  readonly unchanged: number
  readonly invalid: number
  readonly leftOut: number
  /** Adverts of the file that were read more than a day ago, or never. */
  readonly stale: number
}

/** The one object that `--json` prints for an import, a resume, a settling or an undo, before its `rows`. */
export interface PrintedBatch {
  readonly batch: string
  readonly operation: Batch['operation']
  readonly committed: boolean
  /** Facts about reading the file; absent if the batch has none or it was not kept. */
  readonly file?: FileFacts
  readonly counts: PrintedCounts
  /** Parts of the batch, apart from its rows, that can't be read; absent if all can be. */
  readonly unreadableParts?: Batch['unreadableParts']
  /** Number of done rows of which only an advert like theirs was found; absent if there are none. */
  readonly byLikeness?: number
  /** Effects of the file; of a dry run only. */
  readonly summary?: PrintedSummary
}

/** A row in flight is in doubt for a later reader; a conflict was not sent and waits for a person's answer. */
const printedState = (state: RowState): PrintedState =>
  state === 'sending' ? 'in-doubt' : state === 'conflict' ? 'failed' : state

export function printedCounts({ sending, conflict, ...counts }: Counts): PrintedCounts {
  return { ...counts, inDoubt: counts.inDoubt + sending, failed: counts.failed + conflict }
}

export function printedRow({
  line,
  key,
  operation,
  state,
  autoId,
  problems,
  errorCode,
  errorWords,
}: BatchRow): PrintedRow {
  const found = problems.map(({ column, code, message }) => ({ column, code, message }))
  const outcome = errorCode === null ? [] : [{ column: '', code: errorCode, message: errorWords ?? '' }]
  return {
    line,
    ...(key !== undefined && { key }),
    operation,
    state: printedState(state),
    autoId,
    problems: [...found, ...outcome],
  }
}

/** A committed batch as `--json` prints it. */
export const printedBatch = (batch: Batch): PrintedBatch => ({
  batch: batch.id,
  operation: batch.operation,
  committed: true,
  ...(batch.file === null ? {} : { file: batch.file }),
  counts: printedCounts(batch.counts),
  ...(batch.unreadableParts === undefined ? {} : { unreadableParts: batch.unreadableParts }),
  ...(batch.likeness === undefined ? {} : { byLikeness: batch.likeness }),
})

/** 0 if every row is done or was left out by the dealer, 1 if one is invalid, failed or in doubt. */
export const exitCodeOf = (batch: Batch): 0 | 1 => {
  const { failed, inDoubt, invalid, conflict, sending, planned } = batch.counts
  return failed + inDoubt + invalid + conflict + sending + planned > 0 ? 1 : 0
}
