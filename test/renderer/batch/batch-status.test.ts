import { describe, expect, it } from 'vitest'
import type { Batch, Counts } from '#shared/batch/row.ts'
import { statusWords } from '../../../src/main/cli/status-words.ts'
import { batchStatus, settledRows } from '../../../src/renderer/batch/batch-columns.ts'
import { reasonWords, troubleWords } from '../../../src/renderer/batch/batch-words.ts'

const counts: Counts = {
  ...{ planned: 0, sending: 0, done: 5, failed: 0 },
  ...{ inDoubt: 0, conflict: 0, invalid: 0, skipped: 0 },
}

it.each<[Partial<typeof counts>, string, string]>([
  [{}, 'done', 'Finished'],
  [{ invalid: 2, skipped: 1 }, 'done', 'Finished'],
  [{ failed: 1 }, 'conflict', 'Finished with errors'],
  [{ conflict: 1 }, 'conflict', 'Finished with errors'],
  [{ inDoubt: 1, failed: 3 }, 'warning', 'Finished, some not confirmed'],
])('an ended batch with %j is shown as %s', (change, tone, label) => {
  const batch = { state: 'finished', counts: { ...counts, ...change } } as Batch
  expect(batchStatus(batch)).toEqual({ tone, label })
})

it.each<[Partial<typeof counts>, string, string, number]>([
  [{ done: 3, skipped: 7 }, 'plain', 'Cancelled, 3 of 10 done', 3],
  [{ done: 0, skipped: 10 }, 'plain', 'Cancelled, 0 of 10 done', 0],
  [{ done: 3, inDoubt: 1, skipped: 6 }, 'warning', 'Cancelled, 3 of 10 done, some not confirmed', 4],
])('a cancelled batch with %j is shown as %s, %s', (change, tone, label, settled) => {
  const batch = { state: 'cancelled', total: 10, counts: { ...counts, ...change } } as Batch
  expect([batchStatus(batch), settledRows(batch)]).toEqual([{ tone, label }, settled])
})

it('a batch of which a part can’t be read says so beside its outcome', () => {
  const batch = { state: 'finished', counts, unreadableParts: ['header'] } as unknown as Batch
  expect(batchStatus(batch)).toEqual({ tone: 'warning', label: 'Finished · partly lost' })
  const failed = { ...batch, counts: { ...counts, failed: 1 } }
  expect(batchStatus(failed)).toEqual({ tone: 'conflict', label: 'Finished with errors · partly lost' })
})

describe('why a batch waits for its quota', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const waiting = (days: number): Batch =>
    ({
      id: 'b',
      state: 'waiting',
      pauseReason: 'quota',
      waitsFor: null,
      wakesAt: new Date(now + days * 86_400_000).toISOString(),
    }) as Batch

  it('names the month and until when, in the window and on the command line', () => {
    expect(reasonWords(waiting(12), now)).toMatch(/for the month is used up until .*Dec/)
    expect(statusWords(waiting(12), now)).toMatch(/until 3 Dec 2026.*for the month/)
  })

  it('does not name it for a wait of an hour', () => {
    expect(reasonWords(waiting(1 / 24), now)).not.toContain('month')
    expect(statusWords(waiting(1 / 24), now)).not.toContain('month')
  })
})

it('counts conflicts apart from rows that failed, as the chips of the rows do', () => {
  expect(troubleWords({ counts: { ...counts, conflict: 3, failed: 1, inDoubt: 2 } })).toEqual([
    '1 failed',
    '3 in conflict',
    '2 not confirmed',
  ])
  expect(troubleWords({ counts })).toEqual([])
})
