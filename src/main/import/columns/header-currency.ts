import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { currencyOfHeader } from './header-additions.ts'

/** The currency that the name of the column of prices says: `Price, $`; null if it says none. Of joined columns the first counts. */
export const currencyOfPrices = (mapping: ColumnMapping, header: readonly string[]): CurrencyId | null =>
  currencyOfHeader(header[mapping.indexOf('price')] ?? '')

/** The values of all rows, with the currency of the prices' header if neither they nor a column have one. */
export function withHeaderCurrency(
  constants: Constants,
  mapping: ColumnMapping,
  header: readonly string[],
): Constants {
  const currency = currencyOfPrices(mapping, header)
  if (currency === null || constants.currency_id !== undefined || mapping.includes('currency_id'))
    return constants
  return { ...constants, currency_id: currencies[currency] }
}
