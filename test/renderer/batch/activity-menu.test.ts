import { beforeEach, expect, it } from 'vitest'
import type { Batch, RowState } from '#shared/batch/row.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { activityMenu } from '../../../src/renderer/batch/activity-menu.ts'
import { batchWith } from './batch-with.ts'

beforeEach(() => applyLocale('en'))

type Ports = Parameters<typeof activityMenu>[1]
const opened: (RowState | null)[] = []
const ports = {
  open: (_: Batch, rows: RowState | null) => opened.push(rows),
  changed: () => undefined,
  undone: () => undefined,
} as unknown as Ports
const labels = (batch: Parameters<typeof batchWith>[0]): string[] =>
  activityMenu(batchWith(batch), ports).map(({ label }) => label)

it('offers what fits the state of the batch, each line once', () => {
  expect(labels({ counts: { done: 3 } })).toEqual(['Show all rows', 'Undo…', 'Download the report'])
  expect(labels({ counts: { done: 1, failed: 2, inDoubt: 1 } })).toEqual([
    ...['Show all rows', 'Show 1 not confirmed', 'Show 2 failed', 'Check 1 row with the service', 'Undo…'],
    ...['Download the report', 'Only the failed rows, in the form of the file'],
  ])
  expect(labels({ state: 'running', counts: { done: 3, planned: 2 } })).toEqual([
    ...['Show all rows', 'Pause', 'Download the report'],
  ])
  const paused = { state: 'paused', counts: { planned: 2 } } as const
  expect(labels({ ...paused, pauseReason: 'person' })).toContain('Continue')
  // What it stopped for is a question that its page asks.
  expect(labels({ ...paused, pauseReason: 'not-shown' })).not.toContain('Continue')
  // An undo has no file.
  expect(labels({ undoOf: 'b', counts: { failed: 2 } })).not.toContain(
    'Only the failed rows, in the form of the file',
  )
})

it('opens the rows that a line names', () => {
  const [all, doubt, failed] = activityMenu(batchWith({ counts: { failed: 2, inDoubt: 1 } }), ports)
  for (const line of [all, doubt, failed]) line?.run()
  expect(opened).toEqual([null, 'in-doubt', 'failed'])
})
