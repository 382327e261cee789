import { expect, test } from 'vitest'
import type { Check, DraftRow } from '#shared/batch/draft.ts'
import type { Problem } from '#shared/batch/row.ts'
import { recount } from '../../../src/renderer/batch/check-counts.ts'

const missing: Problem = { column: 'price', code: 'not-a-number', severity: 'error', message: '' }
const sent: Problem = { column: '', code: 'sent-before', severity: 'warning', message: '' }
const bad: DraftRow = {
  line: 2,
  operation: 'create',
  valid: false,
  leftOut: false,
  cells: [],
  payload: {},
  before: {},
  problems: [missing],
}
const good: DraftRow = { ...bad, valid: true, problems: [] }
const check: Check = {
  draftId: 'd',
  operation: 'create',
  rows: 2,
  creates: 1,
  edits: 0,
  deletes: 0,
  invalid: 1,
  warnings: 0,
  unchanged: 0,
  sentBefore: 0,
  problems: [{ code: 'not-a-number', column: 'price', count: 1, firstLine: 2 }],
  brakes: [],
  calls: 1,
}

test('a mended row takes its problem off the list and costs a call', () => {
  expect(recount(check, bad, good)).toMatchObject({ creates: 2, invalid: 0, calls: 2, problems: [] })
})

test('a row that is mended wrongly moves from one kind of problem to another', () => {
  const worse: DraftRow = { ...bad, problems: [{ ...missing, code: 'negative' }] }
  expect(recount(check, bad, worse)).toMatchObject({
    invalid: 1,
    calls: 1,
    problems: [{ code: 'negative', column: 'price', count: 1, firstLine: 2 }],
  })
})

test('a row left out counts nowhere, and everywhere again once it is taken in', () => {
  const warned: DraftRow = { ...good, problems: [sent] }
  const before: Check = {
    ...check,
    warnings: 1,
    sentBefore: 1,
    problems: [{ code: 'sent-before', column: '', count: 1, firstLine: 2 }],
  }
  const without = recount(before, warned, { ...warned, leftOut: true })
  expect(without).toMatchObject({ creates: 0, calls: 0, warnings: 0, sentBefore: 0, problems: [] })
  expect(recount(without, { ...warned, leftOut: true }, warned)).toEqual(before)
})
