import { m } from '#shared/i18n/generated/messages.js'
import { priceCodes } from '#shared/batch/currency.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import { plainNumber } from '../ui/plain-number.ts'
import { formatMoney } from '../ui/format-money.ts'
import type { Gauge, GridColumn } from '../ui/grid/columns.ts'
import { percentFrom } from './beside-yours.svelte.ts'
import type { MarketCurrency, MarketPrices } from './market-prices.svelte.ts'
import { isSortable } from './market-sort.ts'
import type { OwnLikes } from './own-likes.svelte.ts'

type Column = GridColumn<AdvertRow>

/** Title of the dealer's own advert. */
const titleOf = (row: AdvertRow, prices: MarketPrices): string =>
  prices.isOwn(row.id) ? `${row.title} · ${m.search_yours()}` : row.title

/** Distance from the median at which the bar is full or empty. */
const farthest = 0.25
/** Within so much of the median a price is neither low nor high. */
const near = 0.05

/** The bar of a price against the median, which is its middle. @param share of the median: 1 is the median itself */
export const medianGauge = (share: number): Gauge => ({
  share: Math.min(1, Math.max(0, 0.5 + (share - 1) / (2 * farthest))),
  look: share < 1 - near ? 'low' : share > 1 + near ? 'high' : 'mid',
})

/**
 * Columns of the market: those of adverts, with the price in one currency for all rows. Further its distance from the
 * median of the known prices, and from the dealer's own cheapest similar car, if any row has one.
 */
export function marketColumns(
  columns: readonly Column[],
  prices: MarketPrices,
  likes: Pick<OwnLikes, 'any' | 'of'>,
): readonly Column[] {
  const { currency, figures } = prices
  const shareOf = (row: AdvertRow): number | null => {
    const price = row[currency]
    return price === null || figures === null || figures.median <= 0 ? null : price / figures.median
  }
  const price: Column = {
    id: 'price',
    title: `${m.word_price()}, ${priceCodes[currency]}`,
    sortable: true,
    width: 128,
    align: 'end',
    text: (row) => formatMoney(row[currency], priceCodes[currency]),
    copy: (row) => plainNumber(row[currency]),
  }
  const median: Column = {
    id: 'median',
    title: m.search_column_median(),
    width: 128,
    align: 'end',
    text: (row) => shareWords(shareOf(row)),
    gauge: (row) => {
      const share = shareOf(row)
      return share === null ? undefined : medianGauge(share)
    },
  }
  /** An own advert has none next to it, also if it is known as such only since it was read. */
  const likeOf = (row: AdvertRow): ReturnType<OwnLikes['of']> => {
    const like = prices.isOwn(row.id) ? undefined : likes.of(row)
    return like?.cheapest.id === row.id ? undefined : like
  }
  const yours: Column = {
    id: 'yours',
    title: m.search_column_yours(),
    width: 112,
    align: 'end',
    text: (row) => {
      const like = likeOf(row)
      const percent = like ? percentFrom(row[currency], like.cheapest[currency]) : null
      return percent === null ? '' : percentWords(percent)
    },
    tip: (row) => {
      const like = likeOf(row)
      return like && yoursWords(like.cheapest, like.count, currency)
    },
  }
  return columns.flatMap((column): readonly Column[] => {
    const plain = {
      ...column,
      sortable: isSortable(column.id),
      hidden: column.hidden === true || ['state', 'id'].includes(column.id),
    }
    if (column.id === 'title')
      return [
        { ...plain, width: 208, text: (row) => titleOf(row, prices) },
        price,
        median,
        ...(likes.any ? [yours] : []),
      ]
    // One price column; the currencies are chosen above the list.
    return ['price', 'usd', 'eur', 'uah', 'currency'].includes(column.id) ? [] : [plain]
  })
}

/** Words for the own car that a price is compared with. */
function yoursWords(car: AdvertRow, count: number, currency: MarketCurrency): string {
  const words = { title: car.title, price: formatMoney(car[currency], priceCodes[currency]) }
  return count > 1 ? m.search_yours_tip_of({ ...words, count }) : m.search_yours_tip(words)
}

/** Words for the distance from the median: `+7 %`; '' if it is not known. */
function shareWords(share: number | null): string {
  if (share === null) return ''
  return percentWords(Math.round((share - 1) * 100))
}
