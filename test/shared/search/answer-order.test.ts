import { expect, test } from 'vitest'
import { directionOf, seenDirection, withSeen, type Ordered } from '#shared/search/answer-order.ts'

const advert = (part: Partial<Ordered>): Ordered => ({
  usd: null,
  year: null,
  mileage: null,
  addedAt: '',
  ...part,
})
const years = (...all: readonly (number | null)[]): Ordered[] => all.map((year) => advert({ year }))

test.each([
  ['5', years(2001, 2005, 2005, 2010), 'rising'],
  ['5', years(2010, 2005, 2001), 'falling'],
  ['6', years(2010, null, 2005, 2001), 'falling'],
  // A promotion stands first.
  ['5', years(2022, 2001, 2002, 2003, 2004, 2005, 2006), 'rising'],
  ['5', years(2010, 2010, 2010), undefined],
  ['5', years(2010, 2001, 2010, 2001), undefined],
  ['5', years(2010, 2011), undefined],
  ['5', [], undefined],
  ['0', years(2001, 2005, 2010), undefined],
  ['12', [90, 120, 150].map((mileage) => advert({ mileage })), 'rising'],
  ['2', [9000, 5000, 4000].map((usd) => advert({ usd })), 'falling'],
  [
    '7',
    ['2026-03-01 10:00:00', '2026-02-01 10:00:00', '2026-01-01 10:00:00'].map((addedAt) =>
      advert({ addedAt }),
    ),
    'falling',
  ],
] as const)('order_by=%s of %j is %s', (orderBy, adverts, direction) => {
  expect(seenDirection(orderBy, adverts)).toBe(direction)
})

test('an answer decides, of both numbers, before what clients agree on', () => {
  expect(['2', '3', '5', '6', '12', '13'].map((order) => directionOf(order, {}))).toEqual([
    'rising',
    'falling',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const seen = withSeen(withSeen({}, '5', 'falling'), '3', 'rising')
  expect(['2', '3', '5', '6'].map((order) => directionOf(order, seen))).toEqual([
    'falling',
    'rising',
    'falling',
    'rising',
  ])
})
