import type { CurrencyId } from '#shared/batch/currency.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import type { SeenCell, StagedField, StagedRow, StagedState } from '#shared/staged/staged-edit.ts'
import { isAsBefore } from '../writes/edit-changes.ts'
import { isSameValue } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'
import type { TemplateValues } from './note-template.ts'

/** A value of a cell; a price has its currency. */
export interface CellValue {
  readonly value: string | number
  readonly currency: CurrencyId | null
}

/** An edit without its cell. */
interface EditedValue extends CellValue {
  readonly seen: string | number | null
  readonly seenCurrency: CurrencyId | null
  readonly stagedAt: string
}

/** An edit that a batch holds. */
export interface HeldEdit extends EditedValue {
  readonly batch: string
}

/** An edit as it is stored. */
export interface StagedEdit extends EditedValue {
  readonly advert: number
  readonly field: StagedField
  readonly batch: string | null
  /** The edit of the same cell that a batch holds still; it is the cell's edit again if this one is dropped. */
  readonly held: HeldEdit | null
}

/** Edit that a batch holds of a cell under a newer edit of it. */
export function heldUnder(before: StagedEdit | null): HeldEdit | null {
  if (!before?.batch) return before?.held ?? null
  const { value, currency, seen, seenCurrency, stagedAt, batch } = before
  return { value, currency, seen, seenCurrency, stagedAt, batch }
}

/** Rest of a cell when its edit is dropped. */
export const withoutNewer = ({ advert, field, held }: StagedEdit): StagedEdit | null =>
  held && { advert, field, ...held, held: null }

/** Facts of an advert: values by the names of the write endpoints, the price in the advert's own currency. */
export interface KnownAdvert {
  readonly title: string
  readonly values: Values
  /** The service no longer has it. */
  readonly gone?: boolean
  /** It is sold or archived. */
  readonly offSale?: boolean
  /** Words for the fields of a text template, apart from the text itself. */
  readonly words: () => Omit<TemplateValues, 'text'>
}

/** The value that the advert has now; null if it is not known. */
export function valueNow(known: KnownAdvert | undefined, field: StagedField): CellValue | null {
  const value = known?.values[field]
  if (value === undefined) return null
  if (field !== 'price') return { value, currency: null }
  const currency = known?.values.currency_id as CurrencyId | undefined
  return currency === undefined ? null : { value, currency }
}

/** True if a cell has this value already. A text that gets paragraphs or loses a tag is another one, as in a file. */
export const isSameCell = (field: StagedField, one: CellValue, other: CellValue): boolean =>
  kindOf(field) === 'text' ? isAsBefore(one.value, other.value) : isSameReading(field, one, other)

/** True if a read shows the same: it may show a text without the tags and paragraphs that an earlier one showed. */
const isSameReading = (field: StagedField, one: CellValue, other: CellValue): boolean =>
  one.currency === other.currency && isSameValue(field, one.value, other.value)

/** True if the value shown with an edit is the advert's present one. */
export const isSeen = ({ now: value, nowCurrency: currency }: SeenCell, now: CellValue | null): boolean =>
  value === (now?.value ?? null) && currency === (now?.currency ?? null)

/** State of an edit that no batch holds, against what the advert has now. */
export function stateOf(edit: StagedEdit, now: CellValue | null, gone = false): StagedState {
  if (gone) return 'gone'
  // What it replaces can't be compared, nor kept for an undo: only a value that never was known is replaced unseen.
  if (now === null) return edit.seen === null ? 'ready' : 'conflict'
  if (isSameCell(edit.field, edit, now)) return 'same'
  if (edit.seen === null) return 'conflict'
  const seen = { value: edit.seen, currency: edit.seenCurrency }
  return isSameReading(edit.field, seen, now) ? 'ready' : 'conflict'
}

/**
 * The edit as the review shows it.
 * @param asks whether a batch asks the person about an advert
 */
export function shownEdit(
  edit: StagedEdit,
  known: KnownAdvert | undefined,
  asks: (batchId: string, advert: number) => boolean,
): StagedRow {
  const now = valueNow(known, edit.field)
  const heldState = (batch: string): StagedState => (asks(batch, edit.advert) ? 'asked' : 'sending')
  const { held: _, ...shown } = edit
  return {
    ...shown,
    title: known?.title ?? '',
    state: edit.batch === null ? stateOf(edit, now, known?.gone) : heldState(edit.batch),
    now: now?.value ?? null,
    nowCurrency: now?.currency ?? null,
  }
}
