import type { Journal } from '../journal/journal.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import type { RowTransition } from '../journal/outcome.ts'
import { stopRow } from './guard.ts'
import { notSent, type Sent } from './sent.ts'

/** The journal could not be written: nothing may be sent until it can. */
export class JournalRefused extends Error {
  /** Commits the result that is known already; null if nothing was sent. */
  readonly finishLater: (() => void) | null

  constructor(cause: unknown, finishLater: (() => void) | null) {
    super('journal refused', { cause })
    this.finishLater = finishLater
  }
}

/** Runs work that writes to the journal. @param later commits the same once the journal can be written @throws JournalRefused */
export function journalled<Result>(work: () => Result, later: (() => void) | null): Result {
  try {
    return work()
  } catch (error) {
    throw new JournalRefused(error, later)
  }
}

/** Ends a row that was not sent. @throws JournalRefused */
export function stopped(journal: Journal, row: SendableRow, transition: RowTransition): Sent {
  journalled(() => journal.rows.move(row.id, 'planned', transition, journal.now()), null)
  return { ...notSent, transition }
}

/** What another desk did for the advert of a row: `detail` says who, and when. */
interface Elsewhere {
  readonly detail: string
  /** It isn't known yet whether anything became of it. */
  readonly isOpen: boolean
}

/**
 * A create that another desk sent is left out here; over an edit of another desk a person decides. What is under way there, or in
 * doubt, ends no row yet: it may become nothing.
 * @throws JournalRefused
 */
export function sentElsewhere(journal: Journal, row: SendableRow, { detail, isOpen }: Elsewhere): Sent {
  const creates = row.write.operation === 'create'
  if (isOpen)
    return {
      ...notSent,
      underWay: stopRow(creates ? 'failed' : 'conflict', row, 'under-way-elsewhere', detail),
    }
  return stopped(journal, row, stopRow(creates ? 'skipped' : 'conflict', row, 'sent-elsewhere', detail))
}
