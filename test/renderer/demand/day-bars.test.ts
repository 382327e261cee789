import { expect, it } from 'vitest'
import {
  dayBars,
  lastDays,
  phonesPerHundred,
  stockBars,
  sumOf,
} from '../../../src/renderer/demand/day-bars.ts'

const known = {
  from: '2026-10-24',
  to: '2026-10-27',
  readAt: '2026-10-27T10:00:00Z',
  views: [
    { date: '2026-10-24', count: 5 },
    { date: '2026-10-26', count: 7 },
  ],
  phones: [{ date: '2026-10-26', count: 1 }],
}

it('has a bar for every day that is known, also for one that the clocks make longer, and marks changes of the price', () => {
  expect(dayBars(known, { added: '', priceChanges: new Set(['2026-10-25', '2026-09-01']) }, [])).toEqual([
    { date: '2026-10-24', views: 5, phones: 0, priced: false, edited: null },
    { date: '2026-10-25', views: 0, phones: 0, priced: true, edited: null },
    { date: '2026-10-26', views: 7, phones: 1, priced: false, edited: null },
    { date: '2026-10-27', views: 0, phones: 0, priced: false, edited: null },
  ])
  const days = (added: string) =>
    dayBars(known, { added, priceChanges: new Set() }, []).map(({ date }) => date)
  expect(days('2026-10-26')).toEqual(['2026-10-26', '2026-10-27'])
  expect(days('2026-01-01')).toHaveLength(4)
  expect(sumOf(known.views)).toBe(12)
})

it('marks days on which more than the price was edited, by the day in Kyiv, with what was', () => {
  const edits = [
    { at: '2026-10-26T21:30:00.000Z', fields: ['auto_note', 'price', 'currency_id'] },
    { at: '2026-10-26T22:10:00.000Z', fields: ['version', 'auto_note'] },
    { at: '2026-10-25T10:00:00.000Z', fields: ['price', 'currency_id'] },
    // Of a batch in the archive it isn't known what it changed.
    { at: '2026-10-24T10:00:00.000Z', fields: [] },
  ]
  const bars = dayBars(known, { added: '', priceChanges: new Set() }, edits)
  expect(bars.map(({ edited }) => edited)).toEqual([[], null, ['auto_note'], ['version', 'auto_note']])
})

it('says how many of a hundred opened the phone once there are enough views to say', () => {
  expect(phonesPerHundred(19, 3)).toBeNull()
  expect(phonesPerHundred(412, 17)).toBe(4.1)
})

it('marks days that are known of clearly fewer adverts, and sums the last days alone', () => {
  const day = (date: string, adverts: number) => ({ date, views: 10, phones: 1, adverts })
  const days = [day('2026-10-24', 50), day('2026-10-25', 95), day('2026-10-26', 100)]
  const bars = stockBars({ days, adverts: 100 }, 120)
  expect(bars.map(({ partial }) => partial)).toEqual([true, false, false])
  expect(lastDays(bars, 2)).toEqual({ views: 20, phones: 2 })
})

it('marks no day that is known of all adverts that are live now: sold ones are read no more', () => {
  const day = (date: string, adverts: number) => ({ date, views: 10, phones: 1, adverts })
  const days = [day('2026-10-25', 100), day('2026-10-26', 80), day('2026-10-27', 60)]
  const bars = stockBars({ days, adverts: 100 }, 80)
  expect(bars.map(({ partial }) => partial)).toEqual([false, false, true])
})
