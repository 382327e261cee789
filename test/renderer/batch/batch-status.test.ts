import { expect, it } from 'vitest'
import type { Batch, RowState } from '#shared/batch/row.ts'
import { batchStatus, settledRows } from '../../../src/renderer/batch/batch-columns.ts'

const counts: Readonly<Record<RowState, number>> = {
  ...{ planned: 0, sending: 0, done: 5, failed: 0 },
  ...{ unknown: 0, conflict: 0, invalid: 0, skipped: 0 },
}

it.each<[Partial<typeof counts>, string, string]>([
  [{}, 'done', 'Finished'],
  [{ invalid: 2, skipped: 1 }, 'done', 'Finished'],
  [{ failed: 1 }, 'conflict', 'Finished with errors'],
  [{ conflict: 1 }, 'conflict', 'Finished with errors'],
  [{ unknown: 1, failed: 3 }, 'unknown', 'Finished, in doubt'],
])('an ended batch with %j is shown as %s', (change, tone, label) => {
  const batch = { state: 'finished', counts: { ...counts, ...change } } as Batch
  expect(batchStatus(batch)).toEqual({ tone, label })
})

it.each<[Partial<typeof counts>, string, string, number]>([
  [{ done: 3, skipped: 7 }, 'plain', 'Cancelled, 3 of 10 done', 3],
  [{ done: 0, skipped: 10 }, 'plain', 'Cancelled, 0 of 10 done', 0],
  [{ done: 3, unknown: 1, skipped: 6 }, 'unknown', 'Cancelled, 3 of 10 done, some in doubt', 4],
])('a cancelled batch with %j is shown as %s, %s', (change, tone, label, settled) => {
  const batch = { state: 'cancelled', total: 10, counts: { ...counts, ...change } } as Batch
  expect([batchStatus(batch), settledRows(batch)]).toEqual([{ tone, label }, settled])
})
