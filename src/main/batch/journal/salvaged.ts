import type { JournalPart } from '#shared/batch/journal-state.ts'
import type { Count } from './mark-comparison.ts'

/** What a new journal has of a damaged one. */
export interface Salvaged {
  /** The backup that it begins with: its time, and what it says of itself; null if there was none. */
  readonly base: { readonly at: string; readonly count: Count } | null
  /** Rows that the damaged journal counted but that can't be read; null if its counts can't be read either. */
  readonly unreadable: number | null
  /** What else is lost, in whole or in part. */
  readonly lost: readonly JournalPart[]
  /** What the damaged journal says of itself; null if that can't be read. */
  readonly identity: Count | null
  /** Whether batches, rows and attempts were all read, so that none can be missing. */
  readonly isWhole: boolean
}
