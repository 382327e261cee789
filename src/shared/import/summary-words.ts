import { m } from '../i18n/generated/messages.js'
import type { CurrencyCode } from '../batch/currency.ts'
import { priceWords } from '../i18n/money-words.ts'
import { percentWords } from '../words/percent-words.ts'
import type { Check } from './draft.ts'

export type Summarised = Pick<
  Check,
  'creates' | 'edits' | 'deletes' | 'prices' | 'texts' | 'unchanged' | 'invalid' | 'leftOut'
>

/**
 * Summary of a file, in one line: `60 edits: 41 prices down, 19 up, −$12,400, −2.3 % on average; 12 texts
 * replaced; 3 unchanged`. The same in the window and on the command line.
 */
export function summaryWords(check: Summarised): string {
  const { creates, edits, deletes, unchanged, invalid, leftOut } = check
  const counted = [
    ...(creates > 0 ? [m.word_new_advert_count({ count: creates })] : []),
    ...(edits > 0 ? [editWords(check)] : []),
    ...(deletes > 0 ? [m.word_deletion_count({ count: deletes })] : []),
    ...textWords(check),
    ...(unchanged > 0 ? [m.word_unchanged_count({ count: unchanged })] : []),
    ...(invalid > 0 ? [m.import_sum_invalid({ count: invalid })] : []),
    ...(leftOut > 0 ? [m.import_sum_left_out({ count: leftOut })] : []),
  ]
  return counted.length === 0 ? m.import_sum_nothing() : counted.join('; ')
}

function editWords({ edits, prices: { down, up, percent, by } }: Summarised): string {
  const what = m.word_edit_count({ count: edits })
  if (percent === null) return what
  const ups = down > 0 ? m.import_sum_up_too({ count: up }) : m.import_sum_up({ count: up })
  const details = [
    ...(down > 0 ? [m.import_sum_down({ count: down })] : []),
    ...(up > 0 ? [ups] : []),
    ...by.map(({ currency, sum }) => signedMoney(sum, currency)),
    m.import_sum_average({ percent: percentWords(percent) }),
  ].join(', ')
  return m.import_sum_with({ what, details })
}

/** A sum with its sign: `−$12,400`. */
const signedMoney = (sum: number, currency: CurrencyCode): string =>
  `${sum > 0 ? '+' : sum < 0 ? '−' : ''}${priceWords(Math.abs(sum), currency)}`

function textWords({ texts: { replaced, unknown } }: Summarised): string[] {
  const count = replaced + unknown
  if (count === 0) return []
  return [unknown === 0 ? m.import_sum_texts({ count }) : m.import_sum_texts_unknown({ count, unknown })]
}
