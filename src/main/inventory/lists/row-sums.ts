import { currencyCodes } from '#shared/batch/currency.ts'
import type { ListedColumn } from '#shared/inventory/advert.ts'
import type { KnownSum, StockSums, StockTotal } from '#shared/inventory/inventory-calls.ts'
import type { RankedColumn } from './ranked-column.ts'

/** Columns of a list, which are loaded. */
interface Columns {
  column(name: ListedColumn): RankedColumn
}

export const sumsOf = (rows: Uint32Array, list: Columns): StockSums => ({
  totals: worthOf(rows, list),
  overMedian: knownSum(rows, list.column('overMedian')),
  views: knownSum(rows, list.column('views')),
})

/** The price of an advert in the currency that its seller named. */
const priceColumns = { USD: 'usd', EUR: 'eur', UAH: 'uah' } as const

/** A sum for each currency that any of the rows has; a row without a price is in none. */
export function worthOf(rows: Uint32Array, list: Columns): StockTotal[] {
  const main = list.column('mainCurrency')
  const sums = currencyCodes.map((currency) => ({
    currency,
    code: main.codeOf(currency),
    prices: list.column(priceColumns[currency]),
    sum: 0,
    adverts: 0,
  }))
  const ofCode: ((typeof sums)[number] | undefined)[] = []
  for (const each of sums) ofCode[each.code] = each
  const { codes } = main
  // A hundred thousand rows are summed up while a person waits: one pass.
  for (const row of rows) {
    const own = ofCode[codes[row] ?? 0]
    const value = own?.prices.at(row) ?? null
    if (!own || value === null) continue
    own.sum += Number(value)
    own.adverts += 1
  }
  return sums.flatMap(({ currency, sum, adverts }) => (adverts > 0 ? [{ currency, sum, adverts }] : []))
}

function knownSum(rows: Uint32Array, column: RankedColumn): KnownSum {
  let sum = 0
  let adverts = 0
  for (const row of rows) {
    const value = column.at(row)
    if (value === null) continue
    sum += Number(value)
    adverts += 1
  }
  return adverts > 0 ? { sum, adverts } : null
}
