import type { FieldName } from '#shared/batch/write-fields.ts'
import type { Delimiter, Encoding } from '#shared/import/draft.ts'
import { csvText } from '../files/csv-text.ts'
import { inReachOf, isInReach, textBytes } from '../files/text-bytes.ts'
import { fieldKinds } from '../writes/field-kinds.ts'
import { fieldsOf, kindOf } from '#shared/batch/field-lists.ts'
import { isShown, shownValue } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'
import type { AdvertFacts } from './advert-rows.ts'
import { shownFacts } from './shown-facts.ts'

/** The columns of an edit, so that the file imports again unchanged. */
const fields = fieldsOf('edit')

/** Columns behind them by which a person recognises a row; an import ignores them. */
const descriptions = ['make', 'model', 'state'] as const

/** What we wrote last to an advert and no read shows. */
export type Written = (id: number) => Values

/** How an export is written: by default in UTF-8 with a BOM (Excel reads Cyrillic by it) and commas. */
export interface ExportForm {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
}

export interface ExportedCsv {
  readonly text: Uint8Array<ArrayBuffer>
  /** Texts that are left empty because the encoding lacks a letter of them. */
  readonly beyond: number
}

/**
 * The adverts as CSV with CRLF line ends. A value that isn't known, or that the encoding can't write, is left empty, and
 * an import leaves an empty cell alone.
 */
export function exportCsv(
  adverts: readonly AdvertFacts[],
  written: Written,
  { encoding = 'utf-8', delimiter = ',' }: ExportForm = {},
): ExportedCsv {
  let beyond = 0
  const inReach = (cell: string | number): string | number => {
    if (typeof cell === 'number' || isInReach(encoding, cell)) return cell
    beyond += 1
    return ''
  }
  const rows = adverts.map((advert) => {
    const valueOf = valuesOf(advert, written(advert.id))
    return [
      ...fields.map((field) => inReach(cellOf(field, valueOf(field)))),
      ...descriptions.map((name) => inReachOf(encoding, advert[name])),
    ]
  })
  const table = csvText([[...fields, ...descriptions], ...rows], { delimiter })
  return { text: textBytes(table, encoding, true), beyond }
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
