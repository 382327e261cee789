import { currencies, priceIn, type CurrencyId } from '#shared/batch/currency.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { priceWords, rankShown, rankWords } from '#shared/search/position-words.ts'
import { fewLikes, isOutdated, overMedian } from '#shared/search/position.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import type { Gauge, GridColumn } from '../ui/grid/columns.ts'
import { formatMoney } from '../ui/format-money.ts'
import { formatAgo } from '../ui/format.ts'

/** Columns of the price among similar cars, as last read: how far it is from their median, and its rank. */
export const positionColumns = (now: () => number): readonly GridColumn<AdvertRow>[] => [
  {
    id: 'overMedian',
    title: m.search_column_median(),
    width: 128,
    align: 'end',
    sortable: true,
    text: overWords,
    copy: ({ position, ...row }) => String((position && overMedian(row, position)) ?? ''),
    copyTitle: m.inventory_filter_median(),
    tip: (row) => tipOf(row, now()),
  },
  rankColumn(now),
]

/** `+$2,100 · +12 %`; nothing if too few cars are similar, or their median was not read. */
function overWords({ position, ...row }: AdvertRow): string {
  const percent = position ? overMedian(row, position) : null
  if (!position?.median || percent === null) return ''
  const currency = position.currency as CurrencyId
  const apart = Math.round((priceIn(row, currency) ?? 0) - position.median)
  const sign = apart < 0 ? '−' : '+'
  return `${sign}${formatMoney(Math.abs(apart), currencies[currency])} · ${percentWords(percent)}`
}

/** Sorted by the share of similar cars that is cheaper. */
const rankColumn = (now: () => number): GridColumn<AdvertRow> => ({
  id: 'position',
  title: m.search_position_column(),
  width: 124,
  align: 'end',
  sortable: true,
  text: ({ position }) => (position ? rankShown(position) : ''),
  // No spreadsheet takes `3 of 41` for a date.
  copy: ({ position }) => (position ? rankWords(position) : ''),
  gauge: ({ position }) => (position ? positionGauge(position) : undefined),
  tone: (row) => (row.position && isOutdated(row, row.position) ? 'warning' : undefined),
  tip: (row) => tipOf(row, now()),
})

/** The cheapest and the dearest fifth have a colour; what is between them is as prices go. */
const edge = 0.2

/** The bar of a rank: empty for the cheapest, full for the dearest; none if there is nothing to compare with. */
export function positionGauge({
  rank,
  of,
}: {
  readonly rank: number | null
  readonly of: number
}): Gauge | undefined {
  if (rank === null) return undefined
  if (of < fewLikes) return { share: 0, look: 'few' }
  const share = Math.min(1, (rank - 1) / (of - 1))
  return { share, look: share <= edge ? 'low' : share >= 1 - edge ? 'high' : 'mid' }
}

function tipOf(row: AdvertRow, now: number): string | undefined {
  const { position } = row
  if (!position) return undefined
  const price = priceWords(position.price, position.currency)
  const when = formatAgo(position.readAt, now)
  return isOutdated(row, position)
    ? m.search_position_tip_outdated({ price, when })
    : m.search_position_tip({ price, rank: rankWords(position), when })
}
