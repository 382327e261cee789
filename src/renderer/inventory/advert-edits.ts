import type { AdvertRow } from '#shared/inventory/advert.ts'
import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import type { CellRef, StagedCell, StagedField } from '#shared/staged/staged-edit.ts'
import {
  type ExtraField,
  extraFields,
  isIn,
  isOfKind,
  type RowField,
  rowFields,
} from '#shared/staged/staged-fields.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { valueWords } from '../writes/field-words.ts'
import { plainNumber } from '../ui/plain-number.ts'
import { formatMoney } from '../ui/format-money.ts'
import type { LeftOut } from '../ui/grid/cell-editing.ts'
import type { Tone } from '../ui/tone.ts'

/** A text for a cell of an advert. */
export interface TypedEdit extends CellRef {
  readonly text: string
  readonly currency: CurrencyId | null
}

/** Receiver of the edits in the page's grid. */
export interface AdvertEdits {
  /** Ids of the adverts whose edits changed; null if they may be many. */
  readonly onChanged: (listener: (adverts: readonly number[] | null) => void) => () => void
  /** @returns what is wrong with the first text that was refused, in words */
  put(cells: readonly TypedEdit[]): Promise<string | undefined>
  /** The text of a cell that was refused last. */
  refusedText(cell: CellRef): string | undefined
  forgetRefused(cell: CellRef): void
  /** Says of an advert that is not on the screen what is wrong with a text. */
  sayRefused(title: string, problem: string): void
  paste(cells: readonly TypedEdit[], leftOut: LeftOut): Promise<void>
  tooMany(most: number): void
  unread(): void
  drop(cells: readonly CellRef[]): Promise<void>
  undo(): Promise<void>
  redo(): Promise<void>
}

/** The fields with a column of the same name. */
const columnFields = [...rowFields, ...extraFields]

/** The columns of the grid that can be edited: the field, and the currency of a price. */
const editable: Readonly<
  Record<string, { readonly field: StagedField; readonly currency: CurrencyId | null }>
> = {
  usd: { field: 'price', currency: 1 },
  eur: { field: 'price', currency: 2 },
  uah: { field: 'price', currency: 3 },
  ...Object.fromEntries(columnFields.map((field) => [field, { field, currency: null }])),
}

/** The column of the price in each currency. */
const priceColumns: Readonly<Record<string, 'usd' | 'eur' | 'uah'>> = { USD: 'usd', EUR: 'eur', UAH: 'uah' }

/** The price column of an advert's own currency; that of dollars if it has none that is known. */
export const ownPrice = ({ mainCurrency }: AdvertRow): 'usd' | 'eur' | 'uah' =>
  priceColumns[mainCurrency] ?? 'usd'

/** The field of a column, with the advert's own currency for its price; undefined if the column can't be edited. */
export function editableColumn(
  row: AdvertRow,
  column: string,
): { readonly field: StagedField; readonly currency: CurrencyId | null } | undefined {
  const own = column === 'price' ? ownPrice(row) : column
  return Object.hasOwn(editable, own) ? editable[own] : undefined
}

/** The edit that a column shows; undefined if there is none. */
export function editOf(row: AdvertRow, column: string): StagedCell | undefined {
  const { edits } = row
  if (!edits) return undefined
  // The price column shows an edit in whatever currency it is.
  if (column === 'price') return edits.find(({ field }) => field === 'price')
  const target = editableColumn(row, column)
  return edits.find(({ field, currency }) => field === target?.field && currency === target.currency)
}

/** True if a batch wrote what the column shows, and the service does not show it yet. */
export function isDone(row: AdvertRow, column: string): boolean {
  const { done } = row
  if (!done) return false
  const target = editableColumn(row, column)
  if (target === undefined || !done.includes(target.field)) return false
  return target.field !== 'price' || column === 'price' || column === ownPrice(row)
}

/** The tone of a cell: of its edit, or that of what is done. */
export const cellTone = (row: AdvertRow, column: string): Tone | undefined =>
  editTone(editOf(row, column)) ?? (isDone(row, column) ? 'done' : undefined)

export const cellTip = (row: AdvertRow, column: string): string | undefined =>
  editTip(editOf(row, column)) ?? (isDone(row, column) ? m.inventory_pending() : undefined)

export const editTone = (edit: StagedCell | undefined): Tone | undefined => edit && editTones[edit.state]

/** The tone of an advert by all its edits, the most pressing first; undefined if it has none. */
export function rowEditTone({ edits = [] }: AdvertRow): Tone | undefined {
  const tones = new Set(edits.map(({ state }) => editTones[state]))
  return (['conflict', 'warning', 'proposed', 'batch'] as const).find((tone) => tones.has(tone))
}

/** Colours of edits. One in a batch isn't at the service yet: it may still fail, or stop as a conflict. */
const editTones: Readonly<Record<StagedCell['state'], Tone>> = {
  ready: 'proposed',
  same: 'proposed',
  sending: 'batch',
  conflict: 'conflict',
  gone: 'conflict',
  asked: 'warning',
}

/** The old value, which stands before the new one; in conflict the cell has both values already. */
export function replacedWords(edit: StagedCell | undefined): string | undefined {
  if (!edit || edit.state === 'conflict' || edit.seen === null) return undefined
  const { field, seen, seenCurrency } = edit
  return typeof seen === 'number' && seenCurrency !== null
    ? formatMoney(seen, currencies[seenCurrency])
    : valueWords(field, seen)
}

/** Old value as the cell's tooltip: there may be no room for it next to the new one. */
export function editTip(edit: StagedCell | undefined): string | undefined {
  if (!edit) return undefined
  const old = edit.seen === null ? m.word_not_known() : valueWords(edit.field, edit.seen)
  const currency = edit.seenCurrency === null ? '' : ` ${valueWords('currency_id', edit.seenCurrency)}`
  return `${m.staged_col_old()}: ${old}${currency}`
}

/** The text that editing begins with; undefined if the cell can't be edited. */
export function editText(row: AdvertRow, column: string): string | undefined {
  if (column === 'price') return editText(row, ownPrice(row))
  const field = columnFields.find((each) => each === column)
  if (field && isOfKind(field, 'flag')) return flagText(row, field)
  const value = editOf(row, column)?.value ?? (field && knownValue(row, field))
  if (value !== undefined) return typeof value === 'number' ? plainNumber(value) : value
  return column === 'usd' || column === 'eur' || column === 'uah' ? plainNumber(row[column]) : undefined
}

/** A text that wasn't read is not known: an edit that began with nothing would overwrite it unseen. */
const knownValue = (row: AdvertRow, field: RowField | ExtraField): string | number | undefined =>
  isIn(field, 'row') ? row[field] : row.extra?.[field]

/** Yes or no, as an import reads them again; '' if it is not known. */
export function flagText(row: AdvertRow, field: ExtraField): string {
  const value = editOf(row, field)?.value ?? row.extra?.[field]
  return value === undefined ? '' : valueWords(field, value)
}

/** The edits of an advert that these columns show; `columns` null stands for all of them. */
export const editedFields = (row: AdvertRow, columns: readonly string[] | null): CellRef[] =>
  (row.edits ?? [])
    .filter(({ field }) => columns?.some((column) => editableColumn(row, column)?.field === field) ?? true)
    .map(({ field }) => ({ advert: row.id, field }))
