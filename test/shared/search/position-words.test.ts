import { expect, test } from 'vitest'
import type { Position } from '../../../src/shared/search/position.ts'
import { medianWords, positionWords } from '../../../src/shared/search/position-words.ts'

const position: Position = {
  price: 9_000,
  currency: 1,
  of: 24,
  cheaper: 3,
  rank: 4,
  median: 9_800,
  average: null,
  likes: [],
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
    'Only one advert is alike: there is no median of one price.',
  )
  expect(medianWords({ ...position, median: null })).toBeNull()
})
