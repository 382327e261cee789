import type { Mark } from './mark-file.ts'

/** What a journal says of itself: its id, and how many claims it knows. */
export type Count = Pick<Mark, 'journal' | 'claims'>

/** A second copy of the mark, in the settings: at least this many claims were made. */
export interface RememberedMark {
  load(): Count | null
  save(mark: Count): void
}

export const noRememberedMark: RememberedMark = { load: () => null, save: () => undefined }

/** The batches that lost claims are of. */
export interface Touched {
  /** Ids that the mark lists. */
  readonly listed: ReadonlySet<string>
  /** Whether there may be others: the mark tells less than what was lost. */
  readonly others: boolean
}

/** Nothing tells which batches they were. */
export const anyBatch: Touched = { listed: new Set(), others: true }
export const noBatch: Touched = { listed: new Set(), others: false }

/** Claims that the mark or its second copy knows and the journal doesn't, and the batches that they are of. */
export interface Lost {
  readonly lost: number
  readonly touched: Touched
}

export function lostSince(journal: Count, mark: Mark | null, remembered: Count | null): Lost {
  const lost = Math.max(0, lostTo(mark, journal), lostTo(remembered, journal))
  return { lost, touched: touchedBy(mark, journal, lost) }
}

/** A mark of another journal counts whole: that journal was replaced by this one. */
function lostTo(mark: Count | null, { journal, claims }: Count): number {
  if (mark === null) return 0
  return mark.journal === journal ? mark.claims - claims : mark.claims
}

/** The mark tells them all only if it knows all of the lost claims, and lists the batches of each. */
function touchedBy(mark: Mark | null, { journal, claims }: Count, lost: number): Touched {
  if (mark === null) return anyBatch
  const from = mark.journal === journal ? claims : 0
  const { recent, unlisted } = mark
  const knowsAll = mark.journal === journal && mark.claims - from >= lost && from >= unlisted
  return { listed: new Set(recent.flatMap(([id, last]) => (last > from ? [id] : []))), others: !knowsAll }
}
