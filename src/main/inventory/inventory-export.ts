import type { FieldName } from '#shared/batch/write-fields.ts'
import { csvText } from '../files/csv-text.ts'
import { fieldKinds } from '../writes/field-kinds.ts'
import { fieldsOf, kindOf } from '../writes/field-lists.ts'
import { isShown, shownValue } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'
import type { AdvertFacts } from './adverts-table.ts'
import { shownFacts } from './shown-facts.ts'

/** The columns of an edit, so that the file imports again unchanged. */
const fields = fieldsOf('edit')

/** Columns behind them by which a person recognises a row; an import ignores them. */
const descriptions = ['make', 'model', 'state'] as const

/** What we wrote last to an advert and no read shows. */
export type Written = (id: number) => Values

/**
 * The adverts as UTF-8 CSV with a BOM (Excel reads Cyrillic by it), CRLF line ends and a comma.
 * A value that isn't known is left empty, and an import leaves an empty cell alone.
 */
export function exportCsv(adverts: readonly AdvertFacts[], written: Written): Uint8Array<ArrayBuffer> {
  const rows = adverts.map((advert) => {
    const valueOf = valuesOf(advert, written(advert.id))
    return [
      ...fields.map((field) => cellOf(field, valueOf(field))),
      ...descriptions.map((name) => advert[name]),
    ]
  })
  return new TextEncoder().encode(`\ufeff${csvText([[...fields, ...descriptions], ...rows])}`)
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
