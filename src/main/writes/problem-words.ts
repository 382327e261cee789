import { localTime } from '#shared/time/time-words.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { unknownSendsWords } from '#shared/batch/unknown-sends-words.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { numberWords } from '#shared/i18n/locale.ts'
import { storedWords, valueWords } from '#shared/import/change-words.ts'
import { fileColumn, type FileColumns } from './file-column.ts'
import type { Finding } from './finding.ts'
import { isUnasked, type Problem, type ProblemCode } from '#shared/batch/row.ts'
import { stockWords } from './stock-words.ts'

/** `field` is the contract's name of the column, `found.column` the file's. */
type Words = (found: Finding, field: string) => string

const detail = (found: Finding, name: string): string => String(found.details[name] ?? '')

/** The line of the row that has the same advert or number. */
const otherLine = (found: Finding): string => detail(found, 'other') || detail(found, 'firstLine')

/** A number of the details in the form of the language. */
function numberDetail(found: Finding, name: string): string {
  const value = found.details[name]
  return typeof value === 'number' ? numberWords(value) : detail(found, name)
}

/** A price in the currency that the details name, if they do. */
const priceOf = (found: Finding, price: string): string =>
  valueWords('price', Number(price), found.details.currency)

/** Describes what is wrong with a text, with the text as it is and as it would be. */
const withText = (found: Finding) => ({
  value: found.value,
  column: found.column,
  text: detail(found, 'text'),
})

/** Words for a cell that holds no error of a formula, by the detail `why`. */
const cellErrors: Readonly<Partial<Record<string, typeof m.batch_problem_cell_error>>> = {
  leftover: m.batch_problem_leftover,
  value: m.batch_problem_other_value,
}

const words: Readonly<Record<ProblemCode, Words>> = {
  required: (found) => m.batch_problem_required({ column: found.column }),
  'not-a-number': notANumber,
  'not-an-integer': (found) => m.batch_problem_not_an_integer({ value: found.value, column: found.column }),
  'number-too-large': (found) =>
    m.batch_problem_number_too_large({ value: found.value, column: found.column }),
  negative: (found) => m.batch_problem_negative({ value: found.value, column: found.column }),
  'not-a-flag': (found) => m.batch_problem_not_a_flag({ value: found.value, column: found.column }),
  'not-a-currency': (found) => m.batch_problem_not_a_currency({ value: found.value, column: found.column }),
  'not-an-operation': (found) =>
    m.batch_problem_not_an_operation({ value: found.value, column: found.column }),
  'scientific-notation': (found) =>
    m.batch_problem_scientific_notation({ value: found.value, column: found.column }),
  'value-assumed': (found) =>
    m.batch_problem_value_assumed({
      value: found.value,
      column: found.column,
      means: detail(found, 'means'),
    }),
  'nul-byte': (found) => m.batch_problem_nul_byte({ column: found.column, value: found.value }),
  'cell-error': ({ column, value, details }) => {
    const why = cellErrors[String(details.why)] ?? m.batch_problem_cell_error
    return why({ column, value })
  },
  'too-few-cells': (found) =>
    m.batch_problem_too_few_cells({
      cells: detail(found, 'cells'),
      columns: detail(found, 'columns'),
      column: found.column,
    }),
  'too-many-cells': (found) =>
    m.batch_problem_too_many_cells({
      cells: detail(found, 'cells'),
      columns: detail(found, 'columns'),
      value: found.value,
    }),
  zero: (found) => m.batch_problem_negative({ value: found.value, column: found.column }),
  'currency-differs': (found) =>
    m.batch_problem_currency_differs({
      value: found.value,
      column: found.column,
      priced: detail(found, 'priced'),
      currency: detail(found, 'currency'),
    }),
  'currency-of-price': (found) =>
    m.batch_problem_currency_of_price({ value: found.value, priced: detail(found, 'priced') }),
  'letter-lost': (found) => m.batch_problem_letter_lost({ value: found.value, column: found.column }),
  'letter-spoilt': (found) => m.batch_problem_letter_spoilt(withText(found)),
  'no-value': (found) => m.batch_problem_no_value({ value: found.value, column: found.column }),
  'text-cleaned': (found) => m.batch_problem_text_cleaned(withText(found)),
  'text-html': (found) => m.batch_problem_text_html(withText(found)),
  'end-mark': (found) => m.batch_problem_end_mark({ value: found.value, column: found.column }),
  'short-row': (found) =>
    m.batch_problem_short_row({
      cells: detail(found, 'cells'),
      columns: detail(found, 'columns'),
      column: found.column,
    }),
  'rows-swallowed': (found) =>
    m.batch_problem_rows_swallowed({
      column: found.column,
      line: detail(found, 'line'),
      last: detail(found, 'last'),
      count: Number(found.details.count ?? 0),
    }),
  'quote-misplaced': (found) => m.batch_problem_quote_misplaced({ column: found.column, value: found.value }),
  'quote-unclosed': (found) =>
    m.batch_problem_quote_unclosed({ column: found.column, line: detail(found, 'line') }),
  'url-too-long': (found) =>
    m.batch_problem_url_too_long({
      column: found.column,
      length: numberDetail(found, 'length'),
      limit: numberDetail(found, 'limit'),
    }),
  'url-long': (found) =>
    m.batch_problem_url_long({ column: found.column, length: numberDetail(found, 'length') }),
  'other-user': (found) =>
    m.batch_problem_other_user({
      value: found.value,
      column: found.column,
      account: detail(found, 'account'),
    }),
  'price-without-currency': (found) =>
    m.batch_problem_price_without_currency({ price: numberDetail(found, 'price'), column: found.column }),
  'price-required': () => m.batch_problem_price_required(),
  'nothing-to-change': (found) =>
    found.value === ''
      ? m.batch_problem_nothing_to_change()
      : m.batch_problem_currency_alone({ currency: found.value }),
  'duplicate-row': (found) => {
    const firstLine = detail(found, 'firstLine')
    return found.value === ''
      ? m.batch_problem_duplicate_row({ firstLine })
      : m.batch_problem_number_spelt({ value: found.value, firstLine })
  },
  'duplicate-target': (found) => {
    const words = { value: found.value, other: otherLine(found) }
    const why = detail(found, 'why')
    if (why === 'same') return m.batch_problem_target_same(words)
    return why === 'differs' ? m.batch_problem_target_differs(words) : m.batch_problem_duplicate_target(words)
  },
  'sent-before': sentBeforeWords,
  'in-stock-already': inStockWords,
  'number-linked': (found) =>
    m.batch_problem_number_linked({ value: found.value, advert: detail(found, 'advert') }),
  'number-held': (found) => m.batch_problem_number_held({ value: found.value }),
  'number-repeated': (found) => {
    const words = { value: found.value, column: found.column, other: otherLine(found) }
    return detail(found, 'why') === 'same'
      ? m.batch_problem_number_same(words)
      : m.batch_problem_number_repeated(words)
  },
  'number-unknown': (found) =>
    detail(found, 'other') === ''
      ? m.batch_problem_number_unknown({ value: found.value, column: found.column })
      : m.batch_problem_number_unknown_alike({
          value: found.value,
          other: detail(found, 'other'),
          advert: detail(found, 'advert'),
        }),
  'number-unclear': (found) => m.batch_problem_number_unclear({ value: found.value, column: found.column }),
  'number-differs': (found) =>
    m.batch_problem_number_differs({
      value: found.value,
      column: found.column,
      advert: detail(found, 'advert'),
    }),
  'no-id': () => m.batch_problem_no_id(),
  'unused-cell': (found) => m.batch_problem_unused_cell({ value: found.value, column: found.column }),
  'advert-not-shown': (found) => m.batch_problem_advert_not_shown({ value: found.value }),
  'name-unknown': (found) => {
    const { value, column } = found
    const candidates = detail(found, 'candidates')
    if (isUnasked(found)) return m.batch_problem_name_unasked({ value, column })
    return candidates === ''
      ? m.batch_problem_name_unknown({ value, column })
      : m.batch_problem_name_unknown_near({ value, column, candidates })
  },
  'name-ambiguous': (found) =>
    m.batch_problem_name_ambiguous({
      value: found.value,
      column: found.column,
      candidates: detail(found, 'candidates'),
    }),
  'name-learned': (found) =>
    m.batch_problem_name_learned({ value: found.value, column: found.column, id: detail(found, 'id') }),
  'name-years': (found) =>
    m.batch_problem_name_years({
      value: found.value,
      column: found.column,
      name: detail(found, 'name'),
      about: detail(found, 'about'),
      year: detail(found, 'year'),
    }),
  'ids-apart': (found) => m.batch_problem_ids_apart({ value: found.value, column: found.column }),
  'other-car': (found) => m.batch_problem_other_car({ value: found.value, title: detail(found, 'title') }),
  'name-uncompared': (found) => m.batch_problem_name_uncompared({ value: found.value, column: found.column }),
  'other-vehicle-named': (found) => m.batch_problem_other_vehicle_named({ value: found.value }),
  'price-shifted': (found) =>
    m.batch_problem_price_shifted({ title: detail(found, 'title'), line: detail(found, 'line') }),
  'advert-not-cached': (found) => m.batch_problem_advert_not_cached({ value: found.value }),
  'advert-gone': (found) => m.batch_problem_advert_gone({ value: found.value }),
  'price-jump': (found) =>
    m.batch_problem_price_jump({
      percent: percentWords(Number(detail(found, 'percent'))),
      before: priceOf(found, detail(found, 'before')),
      value: priceOf(found, found.value),
    }),
  'price-unusual': (found) => {
    if (found.value === '') return m.batch_problem_price_none()
    const value = priceOf(found, found.value)
    return found.details.usual === undefined
      ? m.batch_problem_price_unusual({ value })
      : m.batch_problem_price_far({ value, usual: priceOf(found, detail(found, 'usual')) })
  },
  'car-state': (found) => {
    const words = { value: found.value, column: found.column }
    const why = detail(found, 'why')
    if (why === 'stays') return m.batch_problem_car_stays(words)
    return why === 'within' ? m.batch_problem_sold_within(words) : m.batch_problem_sold_column(words)
  },
  'car-used': (found) => m.batch_problem_car_used({ value: found.value, column: found.column }),
  'cell-cut': (found) => m.batch_problem_cell_cut({ value: found.value, column: found.column }),
  'changed-since': (found, field) => {
    const { seen, currency } = found.details
    const said = { column: found.column, value: storedWords(field, found.value, currency) }
    return seen === undefined
      ? m.batch_problem_changed_since({ ...said, written: storedWords(field, detail(found, 'written')) })
      : m.batch_problem_changed_since_check({ ...said, seen: storedWords(field, String(seen), currency) })
  },
  'sent-since': (found, field) => {
    const words = { sent: storedWords(field, detail(found, 'sent')), value: storedWords(field, found.value) }
    const said = { ...words, at: localTime(detail(found, 'at')), who: detail(found, 'who') }
    return said.who === '' ? m.batch_problem_sent_since_here(said) : m.batch_problem_sent_since(said)
  },
  'edit-unsent': (found, field) =>
    m.batch_problem_edit_unsent({
      own: storedWords(field, detail(found, 'own'), found.details.ownCurrency),
      value: storedWords(field, found.value, found.details.currency),
    }),
  'text-without-tags': () => m.batch_problem_text_without_tags(),
  'old-value-unknown': (found, field) =>
    m.batch_problem_old_value_unknown({ column: found.column, value: storedWords(field, found.value) }),
  'by-likeness': (found) => m.batch_problem_by_likeness({ value: found.value }),
  'deleted-for-good': () => m.batch_problem_deleted_for_good(),
  'in-doubt': () => m.batch_problem_in_doubt(),
  'stock-question': stockWords,
  'equal-row': (found) => m.stock_problem_equal_row({ key: found.value, line: detail(found, 'line') }),
  'kept-by-hand': (found, field) =>
    m.stock_problem_kept_by_hand({
      column: fieldNamed(field)?.label() ?? found.column,
      value: storedWords(field, found.value),
      live: storedWords(field, detail(found, 'live')),
    }),
  'kept-pinned': (found, field) =>
    m.stock_problem_kept_pinned({
      column: fieldNamed(field)?.label() ?? found.column,
      value: storedWords(field, found.value),
      live: storedWords(field, detail(found, 'live')),
    }),
  'stays-out-of-stock': () => m.stock_problem_stays_out(),
}

function notANumber({ value, column, details }: Finding, field: string): string {
  if (details.why === 'ids-alone')
    return m.batch_problem_ids_alone({ value, column, name: fieldNamed(field)?.label() ?? field })
  if (details.why === 'quantity') return m.stock_problem_quantity({ value, column })
  if (details.why === 'two-ways') return m.batch_problem_two_ways({ value, column })
  if (details.why === 'decimals') return m.batch_problem_decimals({ value, column })
  return m.batch_problem_not_a_number({ value, column })
}

function inStockWords(found: Finding): string {
  const advert = found.value
  const title = detail(found, 'title')
  const value = detail(found, 'number')
  const other = detail(found, 'other')
  if (other !== '') return m.batch_problem_in_stock_alike({ value, other, advert })
  if (advert === '') return m.batch_problem_in_stock_open({ batch: detail(found, 'batch') })
  return title === ''
    ? m.batch_problem_in_stock_created({ advert })
    : m.batch_problem_in_stock_already({ advert, title })
}

function sentBeforeWords(found: Finding): string {
  const { recovered, sends } = found.details
  if (recovered === undefined) return m.batch_problem_sent_before({ batch: detail(found, 'batch') })
  return unknownSendsWords({ at: String(recovered), sends: typeof sends === 'number' ? sends : null })
}

/** Fault in words, in the language of the app, with the column and the value that it is about. */
export const problemWords = (found: Finding, columns: FileColumns = noFile): string =>
  words[found.code]({ ...found, column: fileColumn(found.column, columns) }, found.column)

/** A finding with its words, as it crosses the bridge, is kept in the journal and is written to reports. */
export function toProblem(found: Finding, columns: FileColumns = noFile): Problem {
  const { column, code, severity, value, details } = found
  const message = problemWords(found, columns)
  return { column, code, severity, ...(value === '' ? {} : { value }), message, details }
}

/** A problem of the journal in the language of the app now. */
export const shownProblem = (problem: Problem, columns: FileColumns): Problem =>
  toProblem({ ...problem, value: problem.value ?? '' }, columns)

/** Columns for an undo: no file names its columns. */
const noFile: FileColumns = { header: [], mapping: [] }
