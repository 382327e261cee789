import { expect, it } from 'vitest'
import { daysBefore } from '../../../src/main/demand/days-table.ts'
import { type KnownDays, viewFacts } from '../../../src/main/demand/view-facts.ts'

const today = '2026-11-26'
/** Views of each day before today, that of today first. */
const known = (views: readonly number[], more: Partial<KnownDays> = {}): KnownDays => ({
  from: daysBefore(today, 29),
  to: today,
  readAt: '2026-11-26T08:00:00.000Z',
  counts: views.map((count, ago) => ({
    date: daysBefore(today, ago),
    views: count,
    phones: count > 9 ? 1 : 0,
  })),
  priced: null,
  ...more,
})
const each = (count: number, days: number): number[] => Array.from({ length: days }, () => count)

it('sums up the week to the reading, and compares whole weeks', () => {
  const facts = viewFacts(known([1, ...each(5, 7), ...each(10, 22)]), today)
  expect(facts).toMatchObject({ views: 31, phones: 0, trend: -50, none: false, fell: false })
  expect(facts.spark).toEqual([...each(10, 6), ...each(5, 7), 1])
  // 22 days with an opening, of 256 views.
  expect(facts.rate).toBe(8.6)
})

it('says nothing of days that are not known, and never 0 for them', () => {
  const short = viewFacts(known([4, 4], { from: daysBefore(today, 5) }), today)
  expect(short).toMatchObject({ views: null, phones: null, trend: null, rate: null, none: false })
  expect(short.spark).toHaveLength(6)
  // An advert that nobody viewed two weeks ago may be newer than that.
  expect(viewFacts(known([...each(3, 10)]), today).trend).toBeNull()
})

it('knows of a week without a view only if every day of it was read', () => {
  const before = { counts: known([]).counts }
  expect(viewFacts(known([], before), today)).toMatchObject({ none: true, views: 0 })
  expect(viewFacts(known([0, 0, 0, 0, 0, 0, 0, 1]), today).none).toBe(false)
  expect(viewFacts(known([0, 0, 0, 0, 0, 0, 0, 0, 1]), today).none).toBe(true)
  expect(viewFacts(known([], { from: daysBefore(today, 6) }), today).none).toBe(false)
  // Read yesterday: its evening and today are not known.
  expect(viewFacts(known([], { to: daysBefore(today, 1) }), today).none).toBe(false)
})

it('tells that views fell by half since the price changed, over a known week or more on both sides', () => {
  const priced = daysBefore(today, 10)
  const halved = [0, ...each(5, 9), 7, ...each(10, 19)]
  expect(viewFacts(known(halved, { priced }), today).fell).toBe(true)
  expect(viewFacts(known([0, ...each(6, 9), 7, ...each(10, 19)], { priced }), today).fell).toBe(false)
  expect(viewFacts(known(halved), today).fell).toBe(false)
  expect(viewFacts(known(halved, { priced, from: daysBefore(priced, 6) }), today).fell).toBe(false)
  expect(viewFacts(known(halved, { priced, to: daysBefore(today, 1) }), today).fell).toBe(false)
  expect(
    viewFacts(known([0, ...each(1, 4), 7, ...each(10, 24)], { priced: daysBefore(today, 5) }), today).fell,
  ).toBe(false)
  // Too few to say.
  expect(viewFacts(known([0, ...each(0, 9), 1, ...each(1, 19)], { priced }), today).fell).toBe(false)
})
