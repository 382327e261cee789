import { m } from '#shared/i18n/generated/messages.js'
import type { ImportState } from '../import-state.svelte.ts'

/** Why a file can't be checked as the whole stock yet; '' if it can. */
export const sourceHint = ({ stock }: ImportState): string =>
  stock.request !== null ? '' : stock.choice.key === '' ? m.stock_hint_key() : m.stock_hint_source()

/** Why a plan can't be sent yet; '' if it can. */
export function planHint({ stock, check }: ImportState): string {
  const plan = check.result?.stock
  if (!plan || stock.isReady(plan)) return ''
  return stock.answered.length > 0 ? m.stock_hint_again() : m.stock_hint_question()
}
