import { m } from '../i18n/generated/messages.js'
import type { DraftRow } from '../import/draft.ts'
import { rowSummary } from '../import/row-summary.ts'
import type { StockAction, StockReason } from './stock-actions.ts'
import type { CarDecision } from './stock-check.ts'

/** What is done about a car, as a state. */
export const actionWords: Readonly<Record<StockAction, () => string>> = {
  create: m.stock_action_create,
  edit: m.stock_action_edit,
  delete: m.stock_action_delete,
  unchanged: m.stock_action_unchanged,
  waiting: m.stock_action_waiting,
  missing: m.stock_action_missing,
  asked: m.stock_action_asked,
  kept: m.stock_action_kept,
  error: m.stock_action_error,
}

/** Reasons that are no question; those are said by the problem of their row. */
const reasonWords: Partial<Record<StockReason, (other: { other: string }) => string>> = {
  'equal-row': m.stock_why_equal_row,
  'left-out': m.stock_why_left_out,
  invalid: m.stock_why_invalid,
  'take-over': m.stock_why_take_over,
  'back-in-stock': m.stock_why_back,
  'out-by-person': m.stock_why_out_by_person,
  'unclear-rows': m.stock_why_unclear,
  'vehicle-open': m.stock_why_vehicle_open,
  'taken-over': m.stock_why_taken_over,
  'already-out': m.stock_why_already_out,
  'price-unknown': m.stock_why_price_unknown,
  'stock-pinned': m.stock_why_stock_pinned,
  'not-in-stock': m.stock_why_not_in_stock,
  'first-file': m.stock_why_first_file,
  gone: m.stock_why_gone,
}

/** Questions and errors in a few words; the problem of the row says them whole. */
const shortWords: Partial<Record<StockReason, (said: { other: string; count: number }) => string>> = {
  'no-key': m.stock_short_no_key,
  'long-key': m.stock_short_long_key,
  'shortened-key': m.stock_short_shortened_key,
  'error-key': m.stock_short_error_key,
  'doubled-key': m.stock_short_doubled_key,
  'other-vehicle': m.stock_short_other_vehicle,
  'in-doubt': m.stock_short_in_doubt,
  conflict: m.stock_short_conflict,
  sending: m.stock_short_sending,
  'first-file': m.stock_short_first_file,
  gone: m.stock_short_gone,
  'ended-by-person': m.stock_short_ended,
  renumbered: m.stock_short_renumbered,
  'spelt-alike': m.stock_short_spelt_alike,
  'unlinked-advert': m.stock_short_unlinked,
  'no-price': m.stock_short_no_price,
  'by-likeness': m.stock_short_by_likeness,
  recovered: m.stock_short_recovered,
}

/** A question or an error about a car, in a few words; '' if there is none. */
const questionWords = ({ action, reason, other, candidates }: CarDecision): string =>
  action === 'missing'
    ? ''
    : ((reason && shortWords[reason])?.({ other: other ?? '', count: candidates.length }) ?? '')

/** Why a car has its action; '' if its problem says it, or there is nothing to say. */
export const whyWords = ({ reason, other }: CarDecision): string =>
  (reason && reasonWords[reason])?.({ other: other ?? '' }) ?? ''

export const isSent = ({ valid, leftOut, unchanged }: DraftRow): boolean => valid && !leftOut && !unchanged

/** What becomes of the advert of a car that the file lacks. */
const missingWords = (row: DraftRow): string => {
  if (!isSent(row)) return m.stock_missing_stays()
  return row.operation === 'delete' ? m.stock_missing_deleted() : m.stock_missing_goes_out()
}

const keptCodes: ReadonlySet<string> = new Set(['kept-by-hand', 'kept-pinned'])

/** What the file says of fields that stay as a person set them; a row may have other warnings before that. */
const keptWords = ({ problems }: DraftRow): string =>
  problems
    .filter(({ code }) => keptCodes.has(code))
    .map(({ message }) => message)
    .join(' ')

/** Old → new of a row, or why nothing is sent for it, in one line. */
export function planWords(row: DraftRow): string {
  const { car, problems } = row
  if (!car) return ''
  if (car.action === 'missing') return [missingWords(row), whyWords(car)].filter(Boolean).join(' · ')
  const sent = isSent(row) ? rowSummary(row) : ''
  const told = questionWords(car) || whyWords(car) || keptWords(row) || (problems[0]?.message ?? '')
  return [sent, told].filter(Boolean).join(' · ')
}
