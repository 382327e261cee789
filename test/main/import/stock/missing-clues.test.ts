import { expect, test } from 'vitest'
import { missingClueWords } from '#shared/stock/missing-clue-words.ts'
import { stockActions, type StockAction } from '#shared/stock/stock-actions.ts'
import { stockSummary } from '#shared/stock/stock-summary.ts'
import { missingClues } from '../../../../src/main/import/stock/missing-clues.ts'
import type { LinkFact } from '../../../../src/main/import/stock/stock-facts.ts'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import { car, facts, golf, kangoo, link } from './stock-examples.ts'

const makes = new Map([
  [9, 'Volkswagen'],
  [62, 'Renault'],
])

/** What is told of links that a file of these cars lacks. */
function cluesOf(
  links: readonly LinkFact[],
  cars = [car('in the file', { vehicle: golf })],
  ordered: number[] = [],
) {
  const known = facts({ links })
  const { missing } = decide(cars, known)
  return missingClues(missing, cars, known, { makes, ordered: new Set(ordered) })
}

const renaults = Array.from({ length: 31 }, (_, at) => link(`R${String(at)}`, { vehicle: kangoo }))
const golfs = Array.from({ length: 11 }, (_, at) => link(`G${String(at)}`))

test('a make that most of the missing cars are of is told, with how many of it the file has', () => {
  const clues = cluesOf([...renaults, ...golfs])
  expect(clues).toMatchObject({
    count: 42,
    makes: [
      { make: 'Renault', count: 31, inFile: 0 },
      { make: 'Volkswagen', count: 11, inFile: 1 },
    ],
  })
  expect(missingClueWords(clues)).toEqual([
    '31 of the 42 missing cars are Renault; the file has none of this make',
  ])
  expect(missingClueWords(cluesOf(golfs))).toEqual([
    '11 of the 11 missing cars are Volkswagen; the file has 1 of this make',
  ])
})

test('if no make has half of them, those with most of them are told', () => {
  const others = Array.from({ length: 30 }, (_, at) =>
    link(`O${String(at)}`, { vehicle: [700 + at, 1, 1, 1] }),
  )
  expect(missingClueWords(cluesOf([...renaults.slice(0, 5), ...golfs.slice(0, 4), ...others]))).toEqual([
    'Makes of the missing cars: Renault 5, Volkswagen 4',
  ])
})

test('missing cars with open orders are told by their numbers', () => {
  const ids = renaults.map(({ autoId }) => autoId)
  expect(missingClueWords(cluesOf(renaults, [], ids.slice(0, 5)))[1]).toBe(
    '5 missing cars have open orders: R0, R1, R2…',
  )
  expect(missingClueWords(cluesOf(renaults, [], ids.slice(3, 4)))[1]).toBe(
    '1 missing car has an open order: R3',
  )
})

test('adverts that are gone are no missing cars, and two cars have nothing in common', () => {
  expect(cluesOf(golfs.map((each) => ({ ...each, gone: true }))).count).toBe(0)
  expect(missingClueWords(cluesOf(golfs.slice(0, 2)))).toEqual([])
})

const none = Object.fromEntries(stockActions.map((action) => [action, 0])) as Record<StockAction, number>

test.each([
  ['keep', 0, '5 missing (kept)'],
  ['not-in-stock', 5, '5 missing (not in stock)'],
  ['not-in-stock', 3, '3 missing (not in stock), 2 missing (stay as they are)'],
  ['delete', 0, '5 missing (stay as they are)'],
] as const)(
  'the summary of missing cars by the rule %s of which %i are withdrawn says %s',
  (missing, withdrawn, words) => {
    const counts = { ...none, missing: 5 }
    expect(stockSummary({ source: 'A', counts, missing, withdrawn, filter: null, filtered: 0 })).toBe(
      `Stock of “A”: ${words}.`,
    )
  },
)
