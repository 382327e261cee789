import type { JournalPart } from '#shared/batch/journal-state.ts'
import type { Count } from './mark-comparison.ts'

/** What could be read of a damaged journal. */
export interface Salvaged {
  readonly batches: number
  readonly rows: number
  readonly attempts: number
  /** Rows that the journal counted but that can't be read; null if its counts can't be read either. */
  readonly unreadable: number | null
  /** What else is lost, in whole or in part. */
  readonly lost: readonly JournalPart[]
  /** What the damaged journal says of itself; null if that can't be read. */
  readonly identity: Count | null
  /** Whether batches, rows and attempts were all read, so that none can be missing. */
  readonly isWhole: boolean
}
