import { currencyOfCode } from '#shared/batch/currency.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import type { StagedField, StagedRow } from '#shared/staged/staged-edit.ts'
import type { CurrencyId } from '#shared/batch/currency.ts'
import { plainNumber } from '../ui/format.ts'

/** What a form for an advert begins with: the edit of a field, else what the advert has. */
export function fieldText(field: StagedField, detail: AdvertDetail, edit: StagedRow | undefined): string {
  const value = edit?.value ?? known(field, detail)
  return typeof value === 'number' ? plainNumber(value) : (value ?? '')
}

/** The currency that the price is edited in. */
export const priceCurrency = ({ row }: AdvertDetail, edit: StagedRow | undefined): CurrencyId =>
  edit?.currency ?? currencyOfCode(row.mainCurrency) ?? 1

function known(field: StagedField, { row, description, written }: AdvertDetail): string | number | undefined {
  switch (field) {
    case 'price':
      return { USD: row.usd, EUR: row.eur, UAH: row.uah }[row.mainCurrency] ?? undefined
    case 'auto_note':
      return description
    case 'version':
      return row.version
    default:
      return written[field]
  }
}
