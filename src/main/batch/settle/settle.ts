import type { Clock } from '../../core/clock.ts'
import { createPayload } from '#shared/batch/advert-write.ts'
import { inTransaction } from '../../core/database.ts'
import { inLanes } from '../../core/lanes.ts'
import type { AdvertPort, CachedAdvert } from '../sending/advert-port.ts'
import type { AnswersTable } from '../journal/answers-table.ts'
import type { StoredBatch } from '../journal/batch-table.ts'
import { judgeEdit, type EditVerdict } from './doubtful-edit.ts'
import type { Journal } from '../journal/journal.ts'
import { lookForCreates, readOrNull, type Tried } from './look-for-creates.ts'
import { matchCreates, type DoubtfulCreate, type Matching } from './match-creates.ts'
import type { Step } from '../journal/outcome.ts'
import type { OwnWrites } from '../journal/own-writes.ts'
import type { StoredRow } from '../journal/journal-row.ts'
import { serviceTime } from '../../core/service-time.ts'

interface SettleParts {
  readonly journal: Journal
  readonly answers: AnswersTable
  readonly ownWrites: OwnWrites
  readonly port: AdvertPort
  readonly cached: (autoId: number) => CachedAdvert | null
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** How far the dealer's clock may be before the service's. */
const clockSlack = 5 * 60_000

/** Adverts read at once while edits and deletes are settled. */
const readsAtOnce = 8

/**
 * Looks for the rows of a batch that are in doubt. A create that is found is done, one that is not stays unknown with
 * what was tried, because absence proves nothing. Edits and deletes become done, planned again, or a conflict.
 * Nothing is sent.
 */
export async function settleBatch(stored: StoredBatch, parts: SettleParts): Promise<void> {
  const rows = [...parts.journal.rows.walk(stored.seq, ['unknown'])]
  if (rows.some((row) => row.operation === 'create')) await settleCreates(stored, parts)
  const changes = rows.filter((row) => row.operation !== 'create')
  await inLanes(changes, readsAtOnce, (row) => settleChange(stored, row, parts))
}

/** Creates in doubt of every batch of the account compete for what is found, or a twin would take its brother's id. */
async function settleCreates({ seq, source }: StoredBatch, parts: SettleParts): Promise<void> {
  const { journal, answers, port, cached, signal } = parts
  const isBound = (autoId: number): boolean => answers.boundTo(source.accountId, autoId) !== null
  const before = doubtfulCreates(parts, source.accountId)
  const { adverts, tried } = await lookForCreates(before, { port, cached, signal, isBound })
  inTransaction(journal.db, () => {
    // Rows may have been claimed or answered while the service was asked.
    const doubtful = doubtfulCreates(parts, source.accountId)
    const matching = matchCreates(
      doubtful,
      adverts.filter(({ autoId }) => !isBound(autoId)),
    )
    const here = new Set([...journal.rows.walk(seq, ['unknown'])].map((row) => row.id))
    for (const create of doubtful.filter(({ sending }) => !sending))
      if (matching.found.has(create.row) || here.has(create.row))
        concludeCreate(create, matching, tried, parts)
  })
}

function doubtfulCreates({ journal }: SettleParts, accountId: string): DoubtfulCreate[] {
  return journal.rows.openCreates(accountId).map(({ row, payload, state, firstSentAt }) => ({
    row,
    payload: createPayload.parse(payload),
    sentAt: serviceTime(Date.parse(firstSentAt) - clockSlack),
    sending: state === 'sending',
  }))
}

function concludeCreate(
  { row }: DoubtfulCreate,
  { found, tied }: Matching,
  tried: Tried,
  { journal }: SettleParts,
): void {
  const at = journal.now()
  const autoId = found.get(row) ?? null
  const code = tied.has(row) ? 'twins-differ' : 'not-seen'
  const error = { code, detail: null, status: null, answer: null }
  const step: Step =
    autoId === null
      ? { state: 'unknown', source: null, doubt: true, error }
      : { state: 'done', source: 'reconciled', doubt: true, error: null }
  journal.rows.step(row, 'unknown', step, at, autoId)
  journal.attempts.noteLook(row, autoId === null ? code : null, JSON.stringify({ ...tried, autoId }), at)
}

async function settleChange({ source }: StoredBatch, row: StoredRow, parts: SettleParts): Promise<void> {
  if (row.autoId === null) return
  const { journal, port, signal, ownWrites } = parts
  const live = await readOrNull(port, row.autoId, signal)
  inTransaction(journal.db, () => {
    const at = journal.now()
    const foreign = live !== null && live.userId !== port.userId
    const overtaken = ownWrites.wroteAfter(source.accountId, row.autoId ?? 0, row.id, row.updatedAt ?? '')
    const verdict = judgeChange(row, live && judgeEdit(row.payload, row.before, live), foreign || overtaken)
    const code = live === null ? 'advert-gone' : foreign ? 'guard-owner' : 'changed-since'
    journal.rows.step(row.id, 'unknown', stepOf(verdict, code), at)
    journal.attempts.noteLook(row.id, verdict === 'conflict' ? code : null, JSON.stringify({ verdict }), at)
  })
}

/** `live` is null where the advert is gone: what a delete wanted, and the end of an edit. */
function judgeChange({ operation }: StoredRow, live: EditVerdict | null, notOurs: boolean): EditVerdict {
  if (live === null) return operation === 'delete' ? 'done' : 'conflict'
  if (notOurs) return 'conflict'
  return operation === 'delete' ? 'again' : live
}

function stepOf(verdict: EditVerdict, code: string): Step {
  switch (verdict) {
    case 'done':
      return { state: 'done', source: 'reconciled', doubt: true, error: null }
    case 'again':
      return { state: 'planned', source: null, doubt: true, error: null }
    case 'conflict':
      return {
        state: 'conflict',
        source: null,
        doubt: true,
        error: { code, detail: null, status: null, answer: null },
      }
  }
}
