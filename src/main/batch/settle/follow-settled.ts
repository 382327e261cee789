import { byLikeness } from '#shared/batch/undo.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { RowTransition } from '../journal/outcome.ts'
import type { SettledElsewhere } from '../journal/team-entries.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { BatchControl } from '../sending/batch-control.ts'

/**
 * Takes into the journal what other desks of the team found out of this one's rows in doubt. A row that is no longer in doubt, or was
 * sent again since, is as this desk knows it. Only for the process that has the engine.
 */
export function followSettled(
  accountId: string,
  settled: readonly SettledElsewhere[],
  control: BatchControl,
  doneWrites: DoneWrites,
): void {
  const journal = control.recovery.ensureLock()
  for (const end of settled) {
    const row = rowOf(journal, accountId, end)
    if (row?.state !== 'in-doubt' || row.attempts !== end.attempt) continue
    const isMoved = inTransaction(journal.db, () => follow(journal, accountId, row, end))
    if (!isMoved) continue
    doneWrites.announce(row.id)
    control.recomputeState(batchOf(end.key))
  }
}

const batchOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))

function rowOf(journal: Journal, accountId: string, { key }: SettledElsewhere): JournalRow | null {
  const found = journal.tables.batches.find(batchOf(key))
  if (found?.source.accountId !== accountId) return null
  return journal.tables.rows.find(found.seq, Number(key.slice(key.lastIndexOf('/') + 1)))
}

/** In the caller's transaction. @returns whether the row was moved */
function follow(journal: Journal, accountId: string, row: JournalRow, end: SettledElsewhere): boolean {
  const at = journal.now()
  const { state, autoId, who, at: settledAt } = end
  const isCreate = row.operation === 'create'
  // An advert is one row's: a person finds out which.
  if (isCreate && autoId !== null && journal.tables.answers.boundTo(accountId, autoId) !== null) return false
  const isMoved =
    isCreate && state === 'unsent'
      ? journal.tables.answers.neverMade(row.id, at)
      : journal.tables.rows.move(
          row.id,
          'in-doubt',
          transitionTo(end, isCreate),
          at,
          isCreate ? autoId : null,
        )
  const said = JSON.stringify({ state, autoId, who, at: settledAt })
  journal.tables.attempts.recordLook(row.id, null, said, at)
  return isMoved
}

/** An edit that was not seen is planned again: it is compared with the advert before it is sent. */
function transitionTo({ state }: SettledElsewhere, isCreate: boolean): RowTransition {
  if (state !== 'done') return { state: 'planned', source: null, doubt: true, error: null }
  const error = isCreate ? { code: byLikeness, detail: null, status: null, answer: null } : null
  return { state: 'done', source: 'reconciled', doubt: true, error }
}
