import { m } from '../i18n/generated/messages.js'
import type { StockReason } from './stock-actions.ts'

/** Facts that the words of a reason need. */
export interface ReasonFacts {
  readonly key: string
  readonly other: string
  readonly advert: string
  readonly line: string
  /** Adverts that may be the car. */
  readonly count: number
}

/** Why a car has its action, and what a person can do about it; '' if the problems of its fields say it. */
export const reasonWords: Readonly<Record<StockReason, (facts: ReasonFacts) => string>> = {
  'no-key': m.stock_problem_no_key,
  'long-key': m.stock_problem_long_key,
  'shortened-key': m.stock_problem_shortened_key,
  'error-key': m.stock_problem_error_key,
  'doubled-key': m.stock_problem_doubled_key,
  invalid: m.stock_why_invalid,
  'other-vehicle': m.stock_problem_other_vehicle,
  'equal-row': m.stock_why_equal_row,
  'in-doubt': m.stock_problem_in_doubt,
  conflict: m.stock_problem_conflict,
  sending: m.stock_problem_sending,
  gone: m.stock_problem_gone,
  'ended-by-person': m.stock_problem_ended,
  renumbered: m.stock_problem_renumbered,
  'spelt-alike': m.stock_problem_spelt_alike,
  'lost-zeros': m.stock_problem_lost_zeros,
  'unlinked-advert': m.stock_problem_unlinked,
  'no-price': m.stock_problem_no_price,
  'by-likeness': m.stock_problem_by_likeness,
  recovered: m.stock_problem_recovered,
  'back-in-stock': m.stock_why_back,
  'out-by-person': m.stock_why_out_by_person,
  'by-hand': () => '',
  pinned: () => '',
  'not-in-stock': m.stock_why_not_in_stock,
  'unclear-rows': m.stock_why_unclear,
  'vehicle-open': m.stock_why_vehicle_open,
  'already-out': m.stock_why_already_out,
  'already-gone': m.stock_why_gone,
  'price-unknown': m.stock_why_price_unknown,
  'first-file': m.stock_why_first_file,
  'stock-pinned': m.stock_why_stock_pinned,
}

const isReason = (text: string): text is StockReason => Object.hasOwn(reasonWords, text)

/** Words of a stored reason: an unknown one is shown as something that waits. */
export const wordsOfReason = (reason: string, facts: ReasonFacts): string =>
  reasonWords[isReason(reason) ? reason : 'sending'](facts)
