import { saysNotShown } from '../../http/service-error.ts'
import type { LiveAdvert } from '../sending/advert-port.ts'
import { isJustCreated } from '../journal/since-sent.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { RowTransition } from '../journal/outcome.ts'
import { judgeEdit, type EditVerdict } from './doubtful-edit.ts'
import { readOrNull } from './look-for-creates.ts'
import type { SettleContext } from './settle-context.ts'

/**
 * Settles an edit or delete in doubt by its live advert: it becomes done, planned again, or a conflict; of an older stock
 * file, it is left out if it isn't done. An answer about another advert leaves it in doubt.
 */
export async function settleChange(row: JournalRow, context: SettleContext): Promise<void> {
  if (row.autoId === null) return
  const { autoId, id, payload, before } = row
  const { accountId, journal, port, writes } = context
  const live = await readUnlessNotShown(row, context)
  if (live === 'not-shown') return
  if (live !== null && live.autoId !== autoId) {
    journal.attempts.recordLook(id, 'guard-advert', JSON.stringify({ autoId: live.autoId }), journal.now())
    return
  }
  // The service may not show it yet: that it is missing is no proof that the delete was done.
  if (live === null && isJustCreated(journal, writes.createdBy(accountId, autoId), context.clocks())) {
    journal.attempts.recordLook(id, 'not-seen', '{}', journal.now())
    return
  }
  inTransaction(journal.db, () => {
    const at = journal.now()
    const foreign = live !== null && live.userId !== null && live.userId !== port.userId
    const overtaken = writes.wroteAfter(accountId, autoId, id) || journal.rows.isOvertaken(row)
    const verdict = judgeChange(row, live && judgeEdit(payload, before, live), foreign || overtaken)
    const code = live === null ? 'advert-gone' : foreign ? 'guard-owner' : 'changed-since'
    const isOutdated = !foreign && verdict !== 'done' && journal.links.refusalOf(id) === 'newer-file'
    journal.rows.move(id, 'in-doubt', transitionOf(isOutdated ? 'again' : verdict, code), at)
    // The journal lets a row in doubt go no other way.
    if (isOutdated) journal.rows.move(id, 'planned', outdated, at)
    journal.attempts.recordLook(id, verdict === 'conflict' ? code : null, JSON.stringify({ verdict }), at)
  })
  context.doneWrites.tell(id)
}

/** An advert that the service shows nowhere and does not call gone says nothing about the row, which stays in doubt. */
async function readUnlessNotShown(
  { id, autoId }: JournalRow,
  { journal, port, signal }: SettleContext,
): Promise<LiveAdvert | 'not-shown' | null> {
  try {
    return await readOrNull(port, autoId ?? 0, signal)
  } catch (error) {
    if (!saysNotShown(error)) throw error
    journal.attempts.recordLook(id, 'not-shown', '{}', journal.now())
    return 'not-shown'
  }
}

/** @param edit null if the advert is gone: the aim of a delete, and the end of an edit */
function judgeChange({ operation }: JournalRow, edit: EditVerdict | null, notOurs: boolean): EditVerdict {
  if (edit === null) return operation === 'delete' ? 'done' : 'conflict'
  if (notOurs) return 'conflict'
  return operation === 'delete' ? 'again' : edit
}

/** A newer stock file says what is to be done with the advert: there is nothing to send again, and nothing to ask. */
const outdated: RowTransition = {
  state: 'skipped',
  source: null,
  doubt: false,
  error: { code: 'newer-file', detail: null, status: null, answer: null },
}

function transitionOf(verdict: EditVerdict, code: string): RowTransition {
  switch (verdict) {
    case 'done':
      return { state: 'done', source: 'reconciled', doubt: true, error: null }
    case 'again':
      return { state: 'planned', source: null, doubt: true, error: null }
    case 'conflict': {
      const error = { code, detail: null, status: null, answer: null }
      return { state: 'conflict', source: null, doubt: true, error }
    }
  }
}
