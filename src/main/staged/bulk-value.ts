import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { StagedField } from '#shared/staged/staged-edit.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { hasField } from '#shared/staged/template-fields.ts'
import { largestPrice } from '../writes/field-kinds.ts'
import { replacedIn } from './found-text.ts'
import type { CellValue } from './staged-edit.ts'

/** The field that a change is about. */
export const fieldOfChange = (change: BulkChange): StagedField => ('field' in change ? change.field : 'price')

/** Source of a cell's new value in a change. */
interface BulkSource {
  /** The value that is shown: the edit if there is one, else what the advert has. */
  readonly shown: CellValue | null
  /** The text that a template makes for the advert, around the one that it has. */
  readonly text: (present: string) => string
  /** Reads a text by the rules of an import. */
  readonly read: (text: string) => BulkValue
}

/** The cell's new value, or why the advert can't be changed so, in words. */
export type BulkValue =
  | { readonly value: CellValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string }

export function bulkValue(change: BulkChange, { shown, text, read }: BulkSource): BulkValue {
  switch (change.kind) {
    case 'price':
      return movedPrice(shown, (price) => (price * (100 + change.percent)) / 100, change.roundTo)
    case 'price-by':
      return shown && shown.currency !== change.currency
        ? { problem: m.staged_bulk_other_currency() }
        : movedPrice(shown, (price) => price + change.amount, change.roundTo)
    case 'price-is':
      return priceOf(change.price, change.currency)
    case 'text':
      return shown === null && hasField(change.template, 'text')
        ? { problem: m.staged_bulk_text_unknown() }
        : read(text(String(shown?.value ?? '')))
    case 'replace':
      return shown === null ? { problem: m.staged_bulk_text_unknown() } : replaced(shown, change, read)
    case 'flag':
      return { value: { value: change.value, currency: null } }
  }
}

/** A text without the words that are looked for stays as it is, also one that an import would refuse. */
function replaced(
  shown: CellValue,
  change: Extract<BulkChange, { kind: 'replace' }>,
  read: BulkSource['read'],
): BulkValue {
  const present = String(shown.value)
  const text = replacedIn(present, change)
  return text === present ? { value: shown } : read(text.trim())
}

function movedPrice(shown: CellValue | null, move: (price: number) => number, roundTo: number): BulkValue {
  if (shown?.currency == null || typeof shown.value !== 'number')
    return { problem: m.staged_bulk_price_unknown() }
  return priceOf(Math.round(move(shown.value) / roundTo) * roundTo, shown.currency)
}

/** In hundredths: 0.1 + 0.2 must not become a price with seventeen digits. */
function priceOf(price: number, currency: CellValue['currency']): BulkValue {
  const value = Math.round(price * 100) / 100
  return value > 0 && value <= largestPrice
    ? { value: { value, currency } }
    : { problem: m.staged_bulk_price_refused() }
}
