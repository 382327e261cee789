import type { ProblemCode } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** A problem's kind in few words, to count its rows under; a row's own message says more. */
export const problemWords: Readonly<Record<ProblemCode, () => string>> = {
  required: m.batch_wizard_problem_required,
  'not-a-number': m.batch_wizard_problem_not_a_number,
  'not-an-integer': m.batch_wizard_problem_not_an_integer,
  'number-too-large': m.batch_wizard_problem_number_too_large,
  negative: m.batch_wizard_problem_negative,
  'not-a-flag': m.batch_wizard_problem_not_a_flag,
  'not-a-currency': m.batch_wizard_problem_not_a_currency,
  'not-an-operation': m.batch_wizard_problem_not_an_operation,
  'scientific-notation': m.batch_wizard_problem_scientific_notation,
  'nul-byte': m.batch_wizard_problem_nul_byte,
  'too-few-cells': m.batch_wizard_problem_too_few_cells,
  'too-many-cells': m.batch_wizard_problem_too_many_cells,
  'quote-misplaced': m.batch_wizard_problem_quote_misplaced,
  'quote-unclosed': m.batch_wizard_problem_quote_unclosed,
  'url-too-long': m.batch_wizard_problem_url_too_long,
  'url-long': m.batch_wizard_problem_url_long,
  'other-user': m.batch_wizard_problem_other_user,
  'price-without-currency': m.batch_wizard_problem_price_without_currency,
  'nothing-to-change': m.batch_wizard_problem_nothing_to_change,
  'duplicate-row': m.batch_wizard_problem_duplicate_row,
  'duplicate-target': m.batch_wizard_problem_duplicate_target,
  'sent-before': m.batch_wizard_problem_sent_before,
  'unused-cell': m.batch_wizard_problem_unused_cell,
  'advert-not-cached': m.batch_wizard_problem_advert_not_cached,
  'advert-gone': m.batch_wizard_problem_advert_gone,
  'price-jump': m.batch_wizard_problem_price_jump,
}
