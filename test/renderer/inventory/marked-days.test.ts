import { expect, it } from 'vitest'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import { markedDays } from '../../../src/renderer/inventory/marked-days.ts'

const step = (at: string, usd: number, uah: number) => ({ at, usd, eur: null, uah, state: 'live' as const })

it('takes a change of the advert’s own price for one, by the day in Kyiv, and none of the rate', () => {
  const history = [
    step('2026-11-01 10:00:00', 20_000, 820_000),
    // The rate alone.
    step('2026-11-03 10:00:00', 20_000, 830_000),
    step('2026-11-05T22:30:00.000Z', 19_500, 810_000),
    step('2026-11-07 10:00:00', 19_500, 812_000),
  ]
  const detail = {
    history,
    row: { mainCurrency: 'USD', addedAt: '2026-10-30 23:10:00' },
  } as unknown as AdvertDetail
  expect(markedDays(detail)).toEqual({ added: '2026-10-30', priceChanges: new Set(['2026-11-06']) })
})
