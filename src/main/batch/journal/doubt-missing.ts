import type { JournalTables } from './journal-tables.ts'
import type { Missing } from './mark.ts'

/**
 * Cleans up after a process that ended: rows that were being sent are in doubt, unfinished plans are removed, running
 * batches are paused, those that were being cancelled have no row left to send. A batch that waited for its quota keeps
 * waiting, unless one of its rows is in doubt now. To be run in a transaction.
 * @param at the time now, ISO 8601
 * @returns how many rows are in doubt now
 */
export function cleanUp({ batches, rows, attempts }: JournalTables, at: string): number {
  batches.dropUnplanned()
  batches.pauseInterrupted()
  batches.reopenPlanned()
  rows.skipCancelled(at)
  const doubtful = rows.doubtSending(at)
  attempts.endOrphans(at)
  return doubtful
}

/**
 * Puts every row in doubt that may have been sent without the journal's knowledge. A row that failed, was in conflict or is
 * in an undo that was not confirmed may have been planned again and sent: if claims are missing, these are in doubt, too.
 * No stock file creates anything before a plan of it was looked at again. To be run in a transaction.
 * @param at the time now, ISO 8601
 * @returns how many rows are in doubt now
 */
export function doubtMissing(tables: JournalTables, { lost, ofAnyBatch }: Missing, at: string): number {
  const { batches, attempts, rows, sources, unknownSends } = tables
  sources.unlookAll(at)
  if (ofAnyBatch) unknownSends.add(at, lost)
  if (lost !== 0) planStopped(tables, at)
  const open = batches.list().filter(({ batch }) => batch.state !== 'preview' && batch.counts.planned > 0)
  const doubtful = open.map(({ seq }) => {
    attempts.assumeSent(seq, at)
    return rows.doubtPlanned(seq, at)
  })
  for (const stored of open) batches.recomputeState(stored, at)
  return doubtful.reduce((sum, count) => sum + count, 0)
}

function planStopped({ batches, previews, rows }: JournalTables, at: string): void {
  for (const { seq, batch } of batches.list()) {
    if (batch.state === 'preview') {
      previews.chooseAll(seq, at)
      previews.approve(seq, null)
    }
    rows.planStopped(seq, at)
  }
}
