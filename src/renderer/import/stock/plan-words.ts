import { m } from '#shared/i18n/generated/messages.js'
import type { CandidateReason } from '#shared/stock/stock-actions.ts'

export const candidateWords: Readonly<Record<CandidateReason, () => string>> = {
  'id-column': m.stock_because_id_column,
  'same-trim': m.stock_because_same_trim,
  'other-trim': m.stock_because_other_trim,
  'same-price': m.stock_because_same_price,
  'near-price': m.stock_because_near_price,
  'same-year': m.stock_because_same_year,
  'same-model': m.word_same_model,
}
