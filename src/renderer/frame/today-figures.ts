import type { StockTotal } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Overview, Shown } from '../inventory/overview/overview-bars.ts'
import type { TodayFigure } from '../today/today-line.ts'
import { formatMoney } from '../ui/format-money.ts'
import { formatNumber } from '../ui/format.ts'

interface FigureParts {
  readonly overview: Overview
  readonly totals: readonly StockTotal[]
  readonly unseenOrders: number
  readonly onstock: (shown: Shown) => void
  readonly onorders: () => void
}

/** The strip of numbers above the lines: the stock as it is saved, what it is worth, orders. */
export function todayFigures({
  overview,
  totals,
  unseenOrders,
  onstock,
  onorders,
}: FigureParts): TodayFigure[] {
  const { live, listed, moderation } = overview
  return [
    {
      id: 'live',
      title: m.today_live(),
      value: formatNumber(live.count),
      note: m.today_recent({ count: listed.recent.count }),
      run: () => onstock(live.show),
    },
    ...totals.map(({ currency, adverts, sum }) => ({
      id: currency,
      title: m.today_worth({ currency }),
      value: formatMoney(sum, currency),
      note: m.today_worth_of({ count: adverts }),
    })),
    {
      id: 'moderation',
      title: m.word_in_moderation(),
      value: formatNumber(moderation.count),
      note: m.today_moderation_note(),
      run: () => onstock(moderation.show),
    },
    {
      id: 'orders',
      title: m.word_orders(),
      value: formatNumber(unseenOrders),
      note: m.today_orders_note(),
      run: onorders,
    },
  ]
}
