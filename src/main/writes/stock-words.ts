import { m } from '#shared/i18n/generated/messages.js'
import type { StockReason } from '#shared/stock/stock-actions.ts'
import type { Finding } from './finding.ts'
import { lacksZerosOf } from './stock-key.ts'

interface Said {
  readonly key: string
  readonly other: string
  readonly advert: string
  readonly line: string
  readonly count: number
}

/** Reasons for which a row is held back. */
type HeldReason = Extract<
  StockReason,
  | 'no-key'
  | 'long-key'
  | 'shortened-key'
  | 'error-key'
  | 'doubled-key'
  | 'other-vehicle'
  | 'in-doubt'
  | 'conflict'
  | 'sending'
  | 'first-file'
  | 'gone'
  | 'ended-by-person'
  | 'renumbered'
  | 'spelt-alike'
  | 'unlinked-advert'
  | 'no-price'
  | 'by-likeness'
  | 'recovered'
>

const words: Readonly<Record<HeldReason, (said: Said) => string>> = {
  'no-key': m.stock_problem_no_key,
  'long-key': m.stock_problem_long_key,
  'shortened-key': m.stock_problem_shortened_key,
  'error-key': m.stock_problem_error_key,
  'doubled-key': m.stock_problem_doubled_key,
  'other-vehicle': m.stock_problem_other_vehicle,
  'in-doubt': m.stock_problem_in_doubt,
  conflict: m.stock_problem_conflict,
  sending: m.stock_problem_sending,
  'first-file': m.stock_problem_first_file,
  gone: m.stock_problem_gone,
  'ended-by-person': m.stock_problem_ended,
  renumbered: m.stock_problem_renumbered,
  'spelt-alike': speltWords,
  'unlinked-advert': m.stock_problem_unlinked,
  'no-price': m.stock_problem_no_price,
  'by-likeness': m.stock_problem_by_likeness,
  recovered: m.stock_problem_recovered,
}

function speltWords({ key, other }: Said): string {
  return lacksZerosOf(key, other)
    ? m.stock_problem_lost_zeros({ key, other })
    : m.stock_problem_spelt_alike({ key, other })
}

const isHeldReason = (reason: string): reason is HeldReason => Object.hasOwn(words, reason)

/** Why a car of a stock file is held back, and what can be done. */
export function stockWords({ value, details }: Finding): string {
  const said = (name: string): string => String(details[name] ?? '')
  const reason = said('reason')
  // One that is not known is told as something that waits.
  return words[isHeldReason(reason) ? reason : 'sending']({
    key: value,
    other: said('other'),
    advert: said('autoId'),
    line: said('line'),
    count: Number(details.candidates ?? 0),
  })
}
