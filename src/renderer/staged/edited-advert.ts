import { type CurrencyId, currencyOfCode } from '#shared/batch/currency.ts'
import { isLong } from '#shared/batch/field-lists.ts'
import { type EditedKind, writeFields } from '#shared/batch/write-fields.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import type { StagedField, StagedRow } from '#shared/staged/staged-edit.ts'
import { extraValue, isIn, stagedFields } from '#shared/staged/staged-fields.ts'
import { plainNumber } from '../ui/plain-number.ts'

/** Text that a form for an advert begins with: the edit of a field, else what the advert has. */
export function fieldText(field: StagedField, detail: AdvertDetail, edit: StagedRow | undefined): string {
  const value = edit?.value ?? known(field, detail)
  return typeof value === 'number' ? plainNumber(value) : (value ?? '')
}

/** The currency that the price is edited in. */
export const priceCurrency = ({ row }: AdvertDetail, edit: StagedRow | undefined): CurrencyId =>
  edit?.currency ?? currencyOfCode(row.mainCurrency) ?? 1

function known(field: StagedField, { row, description, written }: AdvertDetail): string | number | undefined {
  if (isIn(field, 'prices'))
    return { USD: row.usd, EUR: row.eur, UAH: row.uah }[row.mainCurrency] ?? undefined
  return isIn(field, 'row') ? row[field] : extraValue(field, { description, written })
}

const ranks = { price: 0, text: 1, flag: 3 } as const satisfies Readonly<Record<EditedKind, number>>
const rankOf = (field: StagedField): number => ranks[writeFields[field].kind] + Number(isLong(field))

/** In the order of the pane: the price, the short texts, the long ones, the flags. */
export const paneFields = stagedFields.toSorted((one, other) => rankOf(one) - rankOf(other))
