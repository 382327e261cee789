import type { Clock } from '../../system/clock.ts'
import { createPayload } from '../../writes/advert-write.ts'
import { inTransaction } from '../../storage/database.ts'
import { forEachConcurrently } from '../../http/concurrency.ts'
import type { AdvertPort, CachedAdvert, LiveAdvert } from '../sending/advert-port.ts'
import type { AnswersTable } from '../journal/answers-table.ts'
import type { StoredBatch } from '../journal/batch-table.ts'
import { judgeEdit, type EditVerdict } from './doubtful-edit.ts'
import type { Journal } from '../journal/journal.ts'
import { lookForCreates, readOrNull, type Tried } from './look-for-creates.ts'
import { fits, matchCreates, type DoubtfulCreate, type Matching } from './match-creates.ts'
import type { Step } from '../journal/outcome.ts'
import type { OwnWrites } from '../journal/own-writes.ts'
import type { StoredRow } from '../journal/journal-row.ts'
import { serviceTime } from '../../http/service-time.ts'

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
  await forEachConcurrently(changes, readsAtOnce, (row) => settleChange(stored, row, parts))
}

/**
 * Make and model by make and model, those that were looked for longest ago first: an advert fits creates of its own make
 * and model alone, and a look that breaks off has settled what came before.
 */
async function settleCreates(stored: StoredBatch, parts: SettleParts): Promise<void> {
  const { journal, port, signal } = parts
  const before = doubtfulCreates(parts, stored.source.accountId)
  const here = new Set([...journal.rows.walk(stored.seq, ['unknown'])].map((row) => row.id))
  const own = (await port.findOwn?.(signal)) ?? null
  const read = reader(before, stored.source.accountId, parts)
  const lastLook = (creates: readonly DoubtfulCreate[]): string =>
    journal.attempts.lastLook(creates.map(({ row }) => row))
  const groups = [...Map.groupBy(before, vehicleOf).values()]
    .filter((creates) => creates.some(({ row }) => here.has(row)))
    .map((creates) => ({ creates, looked: lastLook(creates) }))
    .sort((a, b) => a.looked.localeCompare(b.looked))
  for (const { creates } of groups) await settleVehicle(creates, { own, read, here }, stored, parts)
}

interface Around {
  readonly own: readonly number[] | null
  readonly read: (autoId: number) => Promise<LiveAdvert | null>
  /** Rows of the batch that is settled. */
  readonly here: ReadonlySet<number>
}

/** Creates in doubt of every batch of the account compete for what is found, or a twin would take its brother's id. */
async function settleVehicle(
  before: readonly DoubtfulCreate[],
  { own, read, here }: Around,
  { source }: StoredBatch,
  parts: SettleParts,
): Promise<void> {
  const { journal, answers, port, cached, signal } = parts
  const isBound = (autoId: number): boolean => answers.boundTo(source.accountId, autoId) !== null
  const { adverts, tried } = await lookForCreates(before, { port, own, read, cached, signal, isBound })
  const vehicle = before[0] && vehicleOf(before[0])
  inTransaction(journal.db, () => {
    // Rows may have been claimed or answered while the service was asked.
    const doubtful = doubtfulCreates(parts, source.accountId).filter((row) => vehicleOf(row) === vehicle)
    const free = adverts.filter(({ autoId }) => !isBound(autoId))
    const matching = matchCreates(doubtful, free)
    for (const create of doubtful.filter(({ sending }) => !sending))
      if (matching.found.has(create.row) || here.has(create.row))
        concludeCreate(create, matching, tried, parts)
  })
}

const vehicleOf = ({ payload }: DoubtfulCreate): string => `${payload.marka_id} ${payload.model_id}`

/**
 * Reads each advert once. What an earlier look read is recalled where it can't change (another owner, made before any of
 * the rows was sent) or where it is one of the rows; anything else may not have shown its values yet.
 */
function reader(
  rows: readonly DoubtfulCreate[],
  accountId: string,
  { journal, port, signal }: SettleParts,
): Around['read'] {
  const read = new Map<number, LiveAdvert | null>()
  const isSettled = (live: LiveAdvert): boolean =>
    (live.userId !== null && live.userId !== port.userId) ||
    (live.addDate !== null && rows.every(({ sentAt }) => String(live.addDate) < sentAt)) ||
    rows.some((row) => fits(row, live))
  return async (autoId) => {
    const known = read.get(autoId) ?? journal.looks.find(accountId, autoId)
    if (read.has(autoId) || (known && isSettled(known))) return known
    const live = await readOrNull(port, autoId, signal)
    read.set(autoId, live)
    if (live) journal.looks.keep(accountId, live)
    return live
  }
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
