import type { AdvertPort, KnownAdvert } from '../sending/service-adverts.ts'
import { hiddenFields, visibleFields } from '#shared/batch/field-lists.ts'
import { isSameValue, shownIn } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalTables } from '../journal/journal-tables.ts'
import { freshFor, type LiveAdvert } from '../journal/live-advert.ts'
import { saysMissing, saysNotShown } from '../../http/service-error.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { RowTransition } from '../journal/outcome.ts'

/** Evidence of a live advert about an edit in doubt. */
type EditVerdict = 'done' | 'again' | 'conflict'

/**
 * `done` if the live values prove the edit. `again` if they are still the old ones, or if no visible value was to
 * change: sending an edit twice does no harm. `conflict` if another change was made meanwhile.
 */
export function judgeEdit(payload: Values, before: Values, live: LiveAdvert): EditVerdict {
  const shown = shownIn(live, payload.currency_id)
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

/** The time now by this computer's clock, and by the service's if that is known; ms since 1970. */
export interface TwoClocks {
  readonly now: number
  readonly serviceNow: number | null
}

/** Parts of one settling of a batch. */
export interface SettleContext {
  readonly accountId: string
  readonly journal: Journal
  readonly doneWrites: DoneWrites
  readonly port: AdvertPort
  readonly cached: (autoId: number) => KnownAdvert | null
  readonly signal: AbortSignal
  /** Takes what other desks of a team sent into the journal. @throws Fault `team` */
  readonly pullTeam: () => Promise<void>
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
  const { accountId, journal, port } = context
  const look = await lookAtAdvert(autoId, context)
  if ('code' in look) {
    journal.tables.attempts.recordLook(id, look.code, JSON.stringify(look.seen), journal.now())
    return
  }
  const { live } = look
  inTransaction(journal.db, () => {
    const at = journal.now()
    const foreign = live !== null && live.userId !== null && live.userId !== port.userId
    const overtaken =
      journal.tables.writes.wroteAfter(accountId, autoId, id) || journal.tables.rows.isOvertaken(row)
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
  context.doneWrites.announce(id)
}

/** Reads an advert; null if the service itself says that it no longer has it. */
export async function readOrNull(
  port: AdvertPort,
  autoId: number,
  signal: AbortSignal,
): Promise<LiveAdvert | null> {
  try {
    return await port.readAdvert(autoId, signal)
  } catch (error) {
    if (saysMissing(error)) return null
    throw error
  }
}

/**
 * Reads the advert of an edit or delete in doubt.
 * @returns the advert, null if it is gone; or why that says nothing about the row, which stays in doubt
 */
export async function lookAtAdvert(
  autoId: number,
  { accountId, journal, port, signal, clocks }: SettleContext,
): Promise<{ readonly live: LiveAdvert | null } | { readonly code: string; readonly seen: object }> {
  try {
    const live = await readOrNull(port, autoId, signal)
    if (live !== null && live.autoId !== autoId)
      return { code: 'guard-advert', seen: { autoId: live.autoId } }
    // The service may not show it yet: that it is missing is no proof that the delete was done.
    if (live !== null || !isJustCreated(journal.tables, accountId, autoId, clocks())) return { live }
    return { code: 'not-seen', seen: {} }
  } catch (error) {
    if (!saysNotShown(error)) throw error
    return { code: 'not-shown', seen: {} }
  }
}

/** True if a row of ours made the advert within the time in which a read may not show it yet. */
function isJustCreated(
  { attempts, writes }: JournalTables,
  accountId: string,
  autoId: number,
  { now, serviceNow }: TwoClocks,
): boolean {
  const row = writes.createdBy(accountId, autoId)
  const start = row === null ? null : attempts.lastSent(row)
  if (start === null) return false
  const { at, serviceAt } = start
  // By the service's clock if both moments are known by it: this computer's may have been set in between.
  const passed =
    serviceAt !== null && serviceNow !== null ? serviceNow - Date.parse(serviceAt) : now - Date.parse(at)
  return Math.max(0, passed) < freshFor
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
