import { currencies, priceIn, type CurrencyId } from '#shared/batch/advert-write.ts'
import { writeColumns } from '../import/check/columns.ts'
import { csvText } from '../files/csv-text.ts'
import type { AdvertFacts } from './adverts-table.ts'

/** Columns of an export: those of an edit, so that the file imports again unchanged, and behind them what tells a row. */
const columns = [...writeColumns.edit, 'make', 'model', 'state']

const currencyIds = new Map(
  Object.entries(currencies).map(([id, name]) => [name as string, Number(id) as CurrencyId]),
)

/** What the journal wrote last and the service doesn't show. */
type Written = (id: number) => Record<string, string | number>

/**
 * The adverts as UTF-8 CSV with a BOM (Excel reads Cyrillic by it), CRLF line ends and a comma.
 * A value that nobody knows is left empty, and an import leaves an empty cell alone.
 */
export function exportCsv(adverts: readonly AdvertFacts[], written: Written): Uint8Array<ArrayBuffer> {
  const rows = adverts.map((advert) => {
    const own = written(advert.id)
    const currency = currencyIds.get(advert.mainCurrency) ?? 1
    return [
      advert.id,
      currencies[currency],
      priceIn(advert, currency) ?? '',
      advert.description,
      advert.version,
      own.in_stock ?? '',
      own.test_drive ?? '',
      advert.make,
      advert.model,
      advert.state,
    ]
  })
  return new TextEncoder().encode(`\ufeff${csvText([columns, ...rows])}`)
}
