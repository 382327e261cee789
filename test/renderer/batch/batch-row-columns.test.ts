import { expect, test } from 'vitest'
import type { BatchRow } from '#shared/batch/row.ts'
import {
  batchRowColumns,
  hasOutcome,
  hasTroubles,
  rowTitle,
} from '../../../src/renderer/batch/batch-columns.ts'
import { batchWith } from './batch-with.ts'

const facts = { hasLines: true, hasKeys: false, hasOutcomes: true }
const idsOf = (change: Partial<typeof facts>): string[] =>
  batchRowColumns({ ...facts, ...change }).map(({ id }) => id)

/** What is left of a window of 1440 px beside the rail and the scroll bar. */
const room = 1_240

const row = {
  ...{ line: 7, state: 'done', operation: 'edit', attempts: 1, problems: [] },
  ...{ errorWords: null, outcomeSource: 'response', title: 'Audi A6 2020', payload: {}, before: {} },
} as unknown as BatchRow

test('all columns fit in a window of 1440 px', () => {
  expect(batchRowColumns(facts).reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(room)
})

test('what no row has is no column: lines without a file, outcomes and attempts as long as all goes well', () => {
  expect(idsOf({})).toEqual(expect.arrayContaining(['line', 'outcome', 'attempts']))
  expect(idsOf({ hasLines: false })).not.toContain('line')
  const well = idsOf({ hasOutcomes: false })
  expect([well.includes('outcome'), well.includes('attempts')]).toEqual([false, false])
})

test.each<[string, Partial<BatchRow>, boolean]>([
  ['was sent once and went well', {}, false],
  ['was sent twice', { attempts: 2 }, true],
  ['failed', { state: 'failed', errorWords: 'The service refused it.' }, true],
  ['was found to be done by a look', { outcomeSource: 'reconciled' }, true],
])('a row that %s has an outcome to tell: %j', (_what, change, has) => {
  expect(hasOutcome({ ...row, ...change })).toBe(has)
})

test('a trouble is known wherever its row is', () => {
  expect(hasTroubles(batchWith({ counts: { done: 5, planned: 3 } }))).toBe(false)
  for (const state of ['failed', 'conflict', 'inDoubt', 'invalid', 'skipped'])
    expect(hasTroubles(batchWith({ counts: { done: 5, [state]: 1 } }))).toBe(true)
  expect(hasTroubles(batchWith({ counts: { done: 5 }, likeness: 1 }))).toBe(true)
  expect(hasTroubles(batchWith({ counts: { done: 5 }, probable: 1 }))).toBe(true)
})

test('a row is called by its line, or by its advert if it came from no file', () => {
  expect([rowTitle(row, true), rowTitle(row, false)]).toEqual(['Line 7', 'Audi A6 2020'])
})
