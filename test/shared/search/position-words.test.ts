import { expect, test } from 'vitest'
import { medianOfSeveral, roundedPrice, type Position } from '../../../src/shared/search/position.ts'
import { medianWords, positionWords, summaryWords } from '../../../src/shared/search/position-words.ts'

const position: Position = {
  price: 9_000,
  currency: 1,
  of: 24,
  cheaper: 3,
  rank: 4,
  median: 9_800,
  average: null,
  likes: [],
  names: {},
  ids: [],
  caveats: [],
  warnings: [],
  calls: 7,
  readAt: '2026-11-01T12:00:00Z',
}

test('a median says on how many adverts it rests', () => {
  expect(medianWords(position)).toBe('Half of them cost at most about 9,800 USD (the median of 24 adverts).')
  expect(positionWords(position)).toContain(medianWords(position))
})

test('the price of one advert alone is not called a median', () => {
  expect(medianWords({ ...position, of: 1, cheaper: 0, rank: 1 })).toBe(
    'Only one such car is on sale: there is no median of one price.',
  )
  expect(medianWords({ ...position, median: null })).toBeNull()
})

test('one sentence tells the share of the median, and how many are cheaper', () => {
  expect(summaryWords(position)).toBe('92 % of the median of 24 similar cars, dearer than 3')
  expect(summaryWords(position, 9_800)).toBe('The new price is 100 % of the median of 24 similar cars')
  expect(summaryWords({ ...position, median: null })).toBe('Dearer than 3 of 24 similar cars')
  expect(summaryWords({ ...position, of: 0, cheaper: 0, rank: null })).toContain('nothing to compare with')
})

test('a median to set a price to is rounded no further than it is known, and one price has none', () => {
  expect([39_783, 9_811, 1_643_182, 450].map(roundedPrice)).toEqual([39_800, 9_810, 1_645_000, 450])
  expect([medianOfSeveral(position), medianOfSeveral({ median: 9_800, of: 1 })]).toEqual([9_800, null])
})
