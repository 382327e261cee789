import { isFinished, type BatchState } from '#shared/batch/row.ts'
import type { Touched } from './mark-comparison.ts'
import type { JournalTables } from './journal-tables.ts'
import { addForgotten } from './unnamed-batch.ts'

/**
 * Puts every row in doubt that may have been sent without the journal's knowledge: the planned rows of all batches that
 * could be sent, and, in the batches that the lost claims may be of, rows that a person could have planned again: failed
 * ones, conflicts, and an undo that was not confirmed yet. A batch that the journal doesn't know at all is written down as
 * one whose rows can't be read.
 * @param lost claims that the journal doesn't know
 * @param touched the batches that they are of, `noBatch` if there are none
 * @param at the time now, ISO 8601
 * @returns how many rows are in doubt now
 */
export function doubtPlanned(tables: JournalTables, lost: number, touched: Touched, at: string): number {
  // Of a finished batch rows to send would pass for settled here.
  tables.batches.reopenPlanned()
  planTouched(tables, touched, at)
  addUnknown(tables, touched, at)
  const { batches, attempts, rows } = tables
  const open = batches.list().filter(({ batch }) => !settledStates.has(batch.state))
  const doubtful = open.map(({ seq }) => {
    attempts.assumeSent(seq, at)
    return rows.doubtPlanned(seq, at)
  })
  for (const stored of open) batches.recomputeState(stored, at)
  tables.highWater.catchUp(lost)
  return doubtful.reduce((sum, count) => sum + count, 0)
}

/** States of batches of which nothing can have been sent, or nothing more. */
const settledStates = new Set<BatchState>(['preview', 'cancelled', 'finished', 'incomplete'])

/** Rows that were sent in the lost time were planned again before it: as far as that is possible, they are now. */
function planTouched({ batches, previews, rows }: JournalTables, touched: Touched, at: string): void {
  for (const { seq, batch } of batches.list()) {
    if (!touched.others && !touched.listed.has(batch.id)) continue
    if (batch.state === 'preview') {
      previews.chooseAll(seq, at)
      previews.approve(seq, null)
    } else if (batch.state !== 'cancelled') {
      const planned = rows.planStopped(seq, at)
      if (planned > 0 && isFinished(batch.state)) batches.setState(seq, { state: 'ready' }, at)
    }
  }
}

/**
 * Batches that were planned in the lost time: of their rows nothing is known, so that creates are asked about from now
 * on. If the mark doesn't tell them all, there may be one more.
 */
export function addUnknown({ db, batches }: JournalTables, { listed, others }: Touched, at: string): void {
  // What was only being planned here may be one of them.
  batches.dropUnplanned()
  const known = new Set(batches.list().map(({ batch }) => batch.id))
  for (const id of listed) if (!known.has(id)) addForgotten(db, id, at)
  if (others) addForgotten(db, null, at)
}
