import { expect, test } from 'vitest'
import type { DraftRow } from '#shared/import/draft.ts'
import {
  stockActions,
  stockReasons,
  type StockAction,
  type StockReason,
} from '#shared/stock/stock-actions.ts'
import { actionWords, planWords } from '#shared/stock/car-words.ts'
import { reasonWords } from '#shared/stock/reason-words.ts'
import { actionsWords } from '../../../src/renderer/import/stock/plan-words.ts'

const rowOf = (
  action: StockAction,
  reason: StockReason | null,
  change: Partial<DraftRow> = {},
): DraftRow => ({
  ...{ line: 2, operation: 'edit', valid: true, leftOut: false, unchanged: true, cells: [], payload: {} },
  ...{ before: {}, title: null, problems: [] },
  car: { key: 'K', action, reason, autoId: null, other: 'L', candidates: [], missing: action === 'missing' },
  ...change,
})

/** What is kept of fields is said by the problems of their row, and a car is told by its action alone. */
const saidElsewhere: ReadonlySet<StockReason> = new Set(['by-hand', 'pinned'])

test('every reason has words', () => {
  const facts = { key: 'K', other: 'L', advert: '7', line: '2', count: 1 }
  for (const reason of stockReasons.filter((each) => !saidElsewhere.has(each)))
    expect([reason, reasonWords[reason](facts)]).not.toEqual([reason, ''])
})

test('every action has a name, alone and of several cars', () => {
  for (const action of stockActions) {
    expect(actionWords[action]()).not.toBe('')
    expect(actionsWords[action]()).not.toBe('')
  }
})

test('a changed car is told old → new; a missing one by what becomes of its advert', () => {
  const price = {
    payload: { auto_id: 7, currency_id: 1, price: 19_500 },
    before: { currency_id: 1, price: 20_000 },
    unchanged: false,
  }
  expect(planWords(rowOf('edit', null, price))).toBe('Price $20,000 → $19,500')
  expect(planWords(rowOf('missing', null))).toBe('On the site, stays')
  expect(planWords(rowOf('missing', 'first-file'))).toBe(
    'On the site, stays · It waits for a second file without it.',
  )
  expect(planWords(rowOf('missing', null, { unchanged: false }))).toBe('Marked as not in stock')
  expect(planWords(rowOf('missing', null, { unchanged: false, operation: 'delete' }))).toBe('Advert deleted')
})

test('a field that stays as a person set it is told, whatever else is warned of before', () => {
  const problem = (code: DraftRow['problems'][number]['code'], message: string) => ({
    ...{ column: '', code, value: '', message, severity: 'warning' as const, details: {} },
  })
  const unshown = problem('advert-not-shown', 'The advert is not shown yet.')
  const kept = [problem('kept-by-hand', 'The price stays.'), problem('kept-pinned', 'The text is pinned.')]
  expect(planWords(rowOf('kept', 'by-hand', { problems: [unshown, ...kept] }))).toBe(
    'The price stays. The text is pinned.',
  )
  expect(planWords(rowOf('unchanged', null, { problems: [unshown] }))).toBe('The advert is not shown yet.')
  const asked = problem('stock-question', 'Is K the car L?')
  expect(planWords(rowOf('asked', 'renumbered', { problems: [asked] }))).toBe('Is K the car L?')
})
