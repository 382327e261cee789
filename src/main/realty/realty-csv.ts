import type { RealtyRow } from '#shared/realty/realty-calls.ts'
import { csvText } from '../files/csv-text.ts'

/** Columns by their names in the file. */
const columns: readonly (keyof RealtyRow)[] = [
  'id',
  'title',
  'type',
  'operation',
  'city',
  'district',
  'street',
  'rooms',
  'area',
  'floor',
  'usd',
  'eur',
  'uah',
  'publishedAt',
  'readAt',
]

/** Prices come with spaces between the thousands: in a file they are numbers. */
const prices: ReadonlySet<keyof RealtyRow> = new Set(['usd', 'eur', 'uah'])

/** The rows as UTF-8 CSV with a BOM, CRLF line ends and a comma. */
export function realtyCsv(rows: readonly RealtyRow[]): Uint8Array<ArrayBuffer> {
  const cells = rows.map((row) =>
    columns.map((name) => {
      const value = row[name] ?? ''
      const digits = String(value).replace(/\s/g, '')
      return prices.has(name) && /^\d+$/.test(digits) ? Number(digits) : value
    }),
  )
  return new TextEncoder().encode(`\ufeff${csvText([[...columns], ...cells])}`)
}
