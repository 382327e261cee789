import { expect, test } from 'vitest'
import { missingClueWords } from '#shared/stock/missing-clue-words.ts'
import { stockActions, type StockAction } from '#shared/stock/stock-actions.ts'
import { stockSummary } from '#shared/stock/stock-summary.ts'
import { missingClues } from '../../../../src/main/import/stock/missing-clues.ts'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import { car, facts, kangoo, link } from './stock-examples.ts'

test('what the missing cars have in common is told: their makes, and open orders', () => {
  const links = [
    ...Array.from({ length: 5 }, (_, at) => link(`R${at}`, { vehicle: kangoo })),
    link('G0'),
    link('G1', { gone: true }),
  ]
  const cars = [car('in the file')]
  const wordsOf = (ordered: number[], known = facts({ links })): string[] => {
    const makes = new Map([
      [9, 'Volkswagen'],
      [62, 'Renault'],
    ])
    const { missing } = decide(cars, known)
    return missingClueWords(missingClues(missing, cars, known, { makes, ordered: new Set(ordered) }))
  }
  expect(wordsOf(links.slice(0, 4).map(({ autoId }) => autoId))).toEqual([
    '5 of the 6 missing cars are Renault; the file has none of this make',
    '4 missing cars have open orders: R0, R1, R2…',
  ])
  expect(wordsOf([], facts({ links: links.slice(-2) }))).toEqual([])
})

test.each([
  ['keep', 0, '5 missing (kept)'],
  ['not-in-stock', 3, '3 missing (not in stock), 2 missing (stay as they are)'],
  ['delete', 0, '5 missing (stay as they are)'],
] as const)('the summary by the rule %s of which %i are withdrawn says %s', (missing, withdrawn, words) => {
  const none = Object.fromEntries(stockActions.map((action) => [action, 0])) as Record<StockAction, number>
  const counts = { ...none, missing: 5 }
  expect(stockSummary({ source: 'A', counts, missing, withdrawn, filter: null, filtered: 0 })).toBe(
    `Stock of “A”: ${words}.`,
  )
})
