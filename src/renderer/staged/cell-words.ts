import { type CurrencyId, currencies } from '#shared/batch/currency.ts'
import type { StagedField, StagedRow } from '#shared/staged/staged-edit.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { priceWords } from '#shared/i18n/money-words.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import { valueWords } from '../writes/field-words.ts'

/** A cell's value as a person reads it, which may be that it is not known. */
export function cellWords(
  field: StagedField,
  value: string | number | null,
  currency: CurrencyId | null,
): string {
  if (value === null) return m.word_not_known()
  if (field === 'price' && typeof value === 'number' && currency !== null)
    return priceWords(value, currencies[currency])
  return valueWords(field, value)
}

/**
 * Words for the value that the edit replaces: the value that was shown, and in a conflict also the advert's present
 * one.
 */
export const oldWords = ({ field, seen, seenCurrency }: StagedRow): string =>
  cellWords(field, seen, seenCurrency)

export const newWords = ({ field, value, currency }: StagedRow): string => cellWords(field, value, currency)

export const nowWords = ({ field, now, nowCurrency }: StagedRow): string => cellWords(field, now, nowCurrency)

/** Change of a price in percent of what the site has; '' if the two are in different currencies. */
export function byWords({ field, value, currency, state, ...row }: StagedRow): string {
  const [from, paid] = state === 'conflict' ? [row.now, row.nowCurrency] : [row.seen, row.seenCurrency]
  if (field !== 'price' || currency !== paid) return ''
  if (typeof value !== 'number' || typeof from !== 'number' || from === 0) return ''
  return percentWords((100 * (value - from)) / from)
}

/** The state of an edit in words; a conflict names the value that the advert has now, if it is known. */
export function stateWords(row: StagedRow): string {
  switch (row.state) {
    case 'ready':
      return m.staged_state_ready()
    case 'conflict':
      return row.now === null ? m.staged_state_now_unknown() : m.staged_state_conflict({ now: nowWords(row) })
    case 'same':
      return m.staged_state_same()
    case 'gone':
      return m.staged_state_gone()
    case 'sending':
      return m.word_in_a_batch()
    case 'asked':
      return m.staged_state_asked()
  }
}

export const stateTones = {
  ready: 'proposed',
  conflict: 'conflict',
  same: 'plain',
  gone: 'conflict',
  sending: 'batch',
  asked: 'warning',
} as const
