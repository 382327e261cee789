import { expect, test } from 'vitest'
import { positionColumn, positionGauge } from '../../../src/renderer/search/position-column.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'

const column = positionColumn(() => Date.parse('2026-11-02T12:00:00Z'))
const row = (rank: number | null, of: number, usd = 9_000): AdvertRow => ({
  ...unknownCells,
  id: 1,
  usd,
  position: { price: 9_000, currency: 1, rank, of, median: null, readAt: '2026-11-01T12:00:00Z' },
})

test('the bar is filled to the rank, and has a colour among the cheapest and the dearest fifth', () => {
  expect(positionGauge({ rank: 1, of: 21 })).toEqual({ share: 0, look: 'low' })
  expect(positionGauge({ rank: 6, of: 21 })).toEqual({ share: 0.25, look: 'mid' })
  expect(positionGauge({ rank: 11, of: 21 })).toEqual({ share: 0.5, look: 'mid' })
  expect(positionGauge({ rank: 17, of: 21 })).toEqual({ share: 0.8, look: 'high' })
  expect(positionGauge({ rank: 22, of: 21 })).toEqual({ share: 1, look: 'high' })
})

test('under five similar cars it is grey and says few', () => {
  expect([positionGauge({ rank: 1, of: 4 }), column.text(row(1, 4))]).toEqual([
    { share: 0, look: 'few' },
    'few · 4',
  ])
  expect([positionGauge({ rank: 5, of: 5 })?.look, column.text(row(5, 5))]).toEqual(['high', '5/5'])
})

test('without a similar car there is no bar', () => {
  expect([column.gauge?.(row(null, 0)), column.text(row(null, 0))]).toEqual([undefined, 'none similar'])
})

test('what is copied is no date for a spreadsheet, and another price by now is marked', () => {
  expect(column.copy?.(row(3, 12))).toBe('3 of 12')
  expect([column.tone?.(row(3, 12)), column.tone?.(row(3, 12, 8_900))]).toEqual([undefined, 'warning'])
  const inEuro = { ...row(3, 12), eur: 8_000, position: { ...row(3, 12).position, currency: 2 } } as AdvertRow
  expect(column.tone?.(inEuro)).toBe('warning')
  expect(column.tone?.({ ...inEuro, eur: 9_000 })).toBeUndefined()
  expect(column.tip?.(row(3, 12))).toContain('3 of 12 from the cheapest')
})
