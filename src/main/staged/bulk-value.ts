import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { StagedField } from '#shared/staged/staged-edit.ts'
import { largestPrice } from '../writes/field-kinds.ts'
import type { CellValue } from './staged-edit.ts'

/** The field that a change is about. */
export const fieldOfChange = (change: BulkChange): StagedField =>
  change.kind === 'price' ? 'price' : change.field

/** What a change makes a cell's value from. */
interface BulkSource {
  /** The value that is shown: the edit if there is one, else what the advert has. */
  readonly shown: CellValue | null
  /** The text that a template makes for the advert. */
  readonly text: () => string
  /** Reads a text by the rules of an import. @returns null for one that breaks a rule */
  readonly read: (text: string) => CellValue | null
}

/** The cell's new value, or null if the advert can't be changed so. */
export function bulkValue(change: BulkChange, { shown, text, read }: BulkSource): CellValue | null {
  switch (change.kind) {
    case 'price':
      return typeof shown?.value === 'number' ? movedPrice(shown, shown.value, change) : null
    case 'text':
      return read(text())
    case 'flag':
      return { value: change.value, currency: null }
  }
}

/** In hundredths: 0.1 + 0.2 must not become a price with seventeen digits. */
function movedPrice(
  { currency }: CellValue,
  price: number,
  { percent, roundTo }: { readonly percent: number; readonly roundTo: number },
): CellValue | null {
  const wanted = (price * (100 + percent)) / 100
  const value = Math.round(Math.round(wanted / roundTo) * roundTo * 100) / 100
  return value > 0 && value <= largestPrice ? { value, currency } : null
}
