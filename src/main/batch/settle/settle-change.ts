import { currencyIds, priceIn } from '#shared/batch/currency.ts'
import type { AdvertPort, KnownAdvert, LiveAdvert } from '../sending/advert-port.ts'
import { hiddenFields, visibleFields } from '#shared/batch/field-lists.ts'
import { isSameValue, shownValues } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import type { AnswersTable } from '../journal/answers-table.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { Writes } from '../journal/writes.ts'
import { type TwoClocks, isJustCreated } from '../journal/since-sent.ts'
import { saysNotShown } from '../../http/service-error.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { RowTransition } from '../journal/outcome.ts'
import { readOrNull } from './look-for-creates.ts'

/** Evidence of a live advert about an edit in doubt. */
type EditVerdict = 'done' | 'again' | 'conflict'

/**
 * `done` if the live values prove the edit. `again` if they are still the old ones, or if no visible value was to
 * change: sending an edit twice does no harm. `conflict` if another change was made meanwhile.
 */
export function judgeEdit(payload: Values, before: Values, live: LiveAdvert): EditVerdict {
  const shown = shownBeside(payload, live)
  // Without a currency the record can't distinguish a price from the same number in another currency.
  const isOtherCurrency = before.currency_id !== undefined && before.currency_id !== payload.currency_id
  if (live.currency === null && isOtherCurrency) return 'again'
  // What it was to change is not shown: nothing is proven, and an edit may be sent twice.
  if (payload.price !== undefined && shown.price === undefined) return 'again'
  const written = visibleFields.filter((field) => payload[field] !== undefined && shown[field] !== undefined)
  const shows = (values: Values) => written.every((field) => isSameValue(field, shown[field], values[field]))
  if (shows(payload)) {
    const moved = written.some(
      (field) => before[field] !== undefined && !isSameValue(field, before[field], payload[field]),
    )
    const hides = hiddenFields.some((field) => payload[field] !== undefined)
    return moved || !hides ? 'done' : 'again'
  }
  const known = written.filter((field) => before[field] !== undefined)
  return known.every((field) => isSameValue(field, shown[field], before[field])) ? 'again' : 'conflict'
}

/** Values that a read shows; a price without a currency is that in the currency that was written. */
function shownBeside({ currency_id: written }: Values, live: LiveAdvert): Values {
  if (live.currency !== null) return shownValues(live)
  const currency = currencyIds.find((id) => id === written) ?? null
  const price = currency === null ? null : priceIn(live, currency)
  return price === null ? shownValues(live) : { ...shownValues(live), price }
}

/** Parts of one settling of a batch. */
export interface SettleContext {
  readonly accountId: string
  readonly journal: Journal
  readonly answers: AnswersTable
  readonly writes: Writes
  /** A row that is settled as done reaches the cache as what was answered does. */
  readonly doneWrites: Pick<DoneWrites, 'tell'>
  readonly port: AdvertPort
  readonly cached: (autoId: number) => KnownAdvert | null
  readonly signal: AbortSignal
  /** Takes what other desks of a team sent into the journal. @throws Fault `team` */
  readonly pullTeam?: (() => Promise<void>) | undefined
  /** Adverts that one settling reads at most. */
  readonly maxReads?: number | undefined
  /** The time now, by this computer's clock and by the service's. */
  readonly clocks: () => TwoClocks
}

/**
 * Settles an edit or delete in doubt by its live advert: it becomes done, planned again, or a conflict. One of an older
 * stock file is left out if it isn't done. An answer about another advert leaves it in doubt.
 */
export async function settleChange(row: JournalRow, context: SettleContext): Promise<void> {
  if (row.autoId === null) return
  const { autoId, id, payload, before } = row
  const { accountId, journal, port, writes } = context
  const live = await readUnlessNotShown(row, context)
  if (live === 'not-shown') return
  if (live !== null && live.autoId !== autoId) {
    journal.tables.attempts.recordLook(
      id,
      'guard-advert',
      JSON.stringify({ autoId: live.autoId }),
      journal.now(),
    )
    return
  }
  // The service may not show it yet: that it is missing is no proof that the delete was done.
  if (live === null && isJustCreated(journal.tables, writes.createdBy(accountId, autoId), context.clocks())) {
    journal.tables.attempts.recordLook(id, 'not-seen', '{}', journal.now())
    return
  }
  inTransaction(journal.db, () => {
    const at = journal.now()
    const foreign = live !== null && live.userId !== null && live.userId !== port.userId
    const overtaken = writes.wroteAfter(accountId, autoId, id) || journal.tables.rows.isOvertaken(row)
    const verdict = judgeChange(row, live && judgeEdit(payload, before, live), foreign || overtaken)
    const code = live === null ? 'advert-gone' : foreign ? 'guard-owner' : 'changed-since'
    const isOutdated = !foreign && verdict !== 'done' && journal.tables.links.refusalOf(id) === 'newer-file'
    journal.tables.rows.move(id, 'in-doubt', transitionOf(isOutdated ? 'again' : verdict, code), at)
    // The journal lets a row in doubt go no other way.
    if (isOutdated) journal.tables.rows.move(id, 'planned', outdated, at)
    journal.tables.attempts.recordLook(
      id,
      verdict === 'conflict' ? code : null,
      JSON.stringify({ verdict }),
      at,
    )
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
    journal.tables.attempts.recordLook(id, 'not-shown', '{}', journal.now())
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
