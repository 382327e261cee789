import type { FieldName } from '#shared/batch/write-fields.ts'
import type { Delimiter, Encoding } from '#shared/import/draft.ts'
import { csvChunks } from '../files/csv-chunks.ts'
import type { FileChunks } from '../files/file-bytes.ts'
import { mappedPages } from '../files/row-pages.ts'
import { inReachOf, isInReach } from '../files/text-bytes.ts'
import { fieldKinds } from '../writes/field-kinds.ts'
import { fieldsOf, kindOf } from '#shared/batch/field-lists.ts'
import { isShown, shownValue } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'
import { type AdvertFacts, shownFacts } from './advert-rows.ts'

/** The columns of an edit, so that the file imports again unchanged. */
const fields = fieldsOf('edit')

/** Columns behind them by which a person recognises a row; an import ignores them. */
const descriptions = ['make', 'model', 'state'] as const

/** Values that we wrote last to an advert and no read shows. */
export type Written = (id: number) => Values

/** The stock as a file in pieces. What is counted is whole when they have been read. */
export interface StockTable extends FileChunks {
  readonly counted: {
    readonly adverts: number
    /** Texts that no cell of the file can hold: of a workbook by their length, of CSV by a letter that its encoding lacks. */
    readonly leftEmpty: number
  }
}

/** Form of an export: by default in UTF-8 with a BOM (Excel reads Cyrillic by it) and commas. */
export interface ExportForm {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
}

/**
 * The adverts as CSV with CRLF line ends, in pieces. A value that isn't known, or that the encoding can't write, is left
 * empty, and an import leaves an empty cell alone.
 */
export function exportCsv(
  pages: AsyncIterable<readonly AdvertFacts[]>,
  written: Written,
  { encoding = 'utf-8', delimiter = ',' }: ExportForm = {},
): StockTable {
  const counted = { adverts: 0, leftEmpty: 0 }
  const inReach = (cell: string | number): string | number => {
    if (typeof cell === 'number' || isInReach(encoding, cell)) return cell
    counted.leftEmpty += 1
    return ''
  }
  const rowOf = (advert: AdvertFacts): (string | number)[] => {
    const valueOf = valuesOf(advert, written(advert.id))
    counted.adverts += 1
    return [
      ...fields.map((field) => inReach(cellOf(field, valueOf(field)))),
      ...descriptions.map((name) => inReachOf(encoding, advert[name])),
    ]
  }
  const chunks = csvChunks([...fields, ...descriptions], mappedPages(pages, rowOf), {
    encoding,
    delimiter,
    bom: true,
  })
  return { fileName: 'forecourt-stock.csv', chunks, counted }
}

/** Values as a read shows them, else as we wrote them. An advert without a currency is exported in dollars. */
export function valuesOf(facts: AdvertFacts, written: Values) {
  const shown = shownFacts(facts)
  const advert = { ...shown, currency: shown.currency ?? 1 }
  return (field: FieldName): string | number | null =>
    isShown(field) ? shownValue(field, advert) : (written[field] ?? null)
}

export const cellOf = (field: FieldName, value: string | number | null): string | number =>
  value === null ? '' : fieldKinds[kindOf(field)].cell(value)
