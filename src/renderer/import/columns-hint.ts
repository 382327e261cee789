import { m } from '#shared/i18n/generated/messages.js'
import { columnWords } from '../writes/field-words.ts'
import type { ImportState } from './import-state.svelte.ts'
import type { ColumnsState } from './columns-state.svelte.ts'

/** Why the rows can't be checked with these columns yet; '' if they can. */
export function columnsHint({
  operationKnown,
  mapped,
  missing,
}: Pick<ColumnsState, 'operationKnown' | 'mapped' | 'missing'>): string {
  if (!mapped) return m.import_columns_none()
  if (!operationKnown) return m.import_operation_needed()
  if (missing.includes('auto_id')) return m.import_columns_no_id()
  return missing.length === 0
    ? ''
    : m.import_columns_missing({ columns: missing.map(columnWords).join(', ') })
}

/** Open questions about the columns, and the word that means nothing yet; '' if there are none. */
export function wordsHint({ columns, openActions, words }: ImportState): string {
  const [column] = openActions
  if (column !== undefined) return m.import_columns_action_needed({ column: columns.header[column] ?? '' })
  const [word] = words.open
  return word ? m.import_words_open({ value: word.text, count: word.count, more: words.open.length - 1 }) : ''
}

/** Why a file can't be checked as the whole stock yet; '' if it can. */
export const sourceHint = ({ stock }: ImportState): string =>
  stock.request !== null ? '' : stock.choice.key === '' ? m.stock_hint_key() : m.stock_hint_source()

/** Why a plan can't be sent yet; '' if it can. */
export function planHint({ stock, check }: ImportState): string {
  const plan = check.result?.stock
  if (!plan || stock.isReady(plan)) return ''
  return stock.given.size > 0 ? m.stock_hint_again() : m.stock_hint_question()
}
