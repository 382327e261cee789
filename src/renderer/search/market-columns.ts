import { m } from '#shared/i18n/generated/messages.js'
import { priceCodes } from '#shared/batch/currency.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import { plainNumber } from '../ui/plain-number.ts'
import { formatMoney } from '../ui/format-money.ts'
import type { Gauge, GridColumn } from '../ui/grid/columns.ts'
import type { MarketPrices } from './market-prices.svelte.ts'

type Column = GridColumn<AdvertRow>

/** What stands in the title of the dealer's own advert. */
const titleOf = (row: AdvertRow, prices: MarketPrices): string =>
  prices.isOwn(row.id) ? `${row.title} · ${m.search_yours()}` : row.title

/** How far from the median the bar is full or empty. */
const farthest = 0.25
/** Within so much of the median a price is neither low nor high. */
const near = 0.05

/** The bar of a price against the median, which is its middle. @param share of the median: 1 is the median itself */
export const medianGauge = (share: number): Gauge => ({
  share: Math.min(1, Math.max(0, 0.5 + (share - 1) / (2 * farthest))),
  look: share < 1 - near ? 'low' : share > 1 + near ? 'high' : 'mid',
})

/**
 * The columns of the market: those of adverts, with the price in one currency for all rows, and beside it how far it is from
 * the median of the prices that are known.
 */
export function marketColumns(columns: readonly Column[], prices: MarketPrices): readonly Column[] {
  const { currency, figures } = prices
  const shareOf = (row: AdvertRow): number | null => {
    const price = row[currency]
    return price === null || figures === null || figures.median <= 0 ? null : price / figures.median
  }
  const price: Column = {
    id: 'price',
    title: m.search_column_price({ currency: priceCodes[currency] }),
    width: 104,
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
  return columns.flatMap((column): readonly Column[] => {
    const plain = { ...column, sortable: false, hidden: column.hidden === true || column.id === 'state' }
    if (column.id === 'title')
      return [{ ...plain, width: 208, text: (row) => titleOf(row, prices) }, price, median]
    // One price column; the currencies are chosen above the list.
    return ['price', 'usd', 'eur', 'uah', 'currency'].includes(column.id) ? [] : [plain]
  })
}

/** How much above or below the median: `+7 %`; '' if it is not known. */
function shareWords(share: number | null): string {
  if (share === null) return ''
  return percentWords(Math.round((share - 1) * 100))
}
