import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CachedAdvert } from './advert-port.ts'
import type { BatchSource } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'

/** How long rows are taken in before the main thread is given back; the commit comes on top. */
const sliceMs = 10

/** Rows at most in one transaction, where they come quicker than that. */
const sliceRows = 150

/** Letters and digits that nobody mistakes for one another when a batch id is read out. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newBatchId = (now: string): string =>
  `${now.slice(0, 10)}-${Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/**
 * Freezes checked rows as a batch. It becomes visible when its last row is on the disk; a planning that breaks off
 * leaves nothing to be seen.
 * @returns the batch's id
 */
export async function planBatch(
  journal: Journal,
  source: BatchSource,
  rows: Iterable<PlannedRow>,
  cached: (autoId: number) => CachedAdvert | null,
): Promise<string> {
  const createdAt = journal.now()
  const id = newBatchId(createdAt)
  const seq = journal.batches.begin(id, source, createdAt)
  let sentBefore = 0
  for (const chunk of slicesOf(rows)) {
    journal.writeUnpublished(() => {
      for (const row of chunk) journal.rows.insert(seq, inOwnCurrency(row, cached))
    })
    sentBefore += countSentBefore(journal, source.accountId, seq, chunk)
    await nextTurn()
  }
  journal.batches.publish(seq, sentBefore)
  return id
}

function countSentBefore(
  journal: Journal,
  accountId: string,
  seq: number,
  chunk: readonly PlannedRow[],
): number {
  const sendable = chunk.filter((row) => row.state === 'planned').map((row) => row.fingerprint)
  const before = journal.rows.sentBefore(accountId, sendable, seq)
  return sendable.filter((fingerprint) => before.has(fingerprint)).length
}

/** Reading a row (a draft checks it again) and writing it are both work, so a slice is cut by the clock. */
function* slicesOf(rows: Iterable<PlannedRow>): Generator<PlannedRow[]> {
  let slice: PlannedRow[] = []
  let begun = performance.now()
  for (const row of rows) {
    slice.push(row)
    if (slice.length < sliceRows && performance.now() - begun < sliceMs) continue
    yield slice
    slice = []
    begun = performance.now()
  }
  if (slice.length > 0) yield slice
}

/**
 * A draft shows the old price in the row's own currency, to be set beside the new one. What is kept is the price in
 * the currency that the advert had: it is what the guard compares and what an undo brings back.
 */
function inOwnCurrency(row: PlannedRow, cached: (autoId: number) => CachedAdvert | null): PlannedRow {
  const { price, ...before } = row.before
  const asked = row.payload.currency_id ?? before.currency_id
  if (row.autoId === null || price === undefined || before.currency_id === asked) return row
  const known = cached(row.autoId)?.values
  const own = known?.currency_id === before.currency_id ? known?.price : undefined
  return { ...row, before: own === undefined ? before : { ...before, price: own } }
}
