import { m } from '#shared/i18n/generated/messages.js'
import { percentWords } from '../words/percent-words.ts'
import { unknownSendsWords } from '../batch/unknown-sends-words.ts'
import type { Confirmation } from './draft.ts'
import { statedCountWords } from './file-words.ts'

type Asked<Code extends Confirmation['code']> = Extract<Confirmation, { code: Code }>

interface ConfirmationWords {
  readonly title: string
  /** The answer that confirms it. */
  readonly yes: string
}

const words: {
  readonly [Code in Confirmation['code']]: (asked: Asked<Code>) => ConfirmationWords
} = {
  'changed-since': (asked) => ({
    title: m.import_confirm_since(asked),
    yes: m.import_confirm_since_yes(asked),
  }),
  'delete-share': (asked) => ({
    title: m.import_confirm_delete(asked),
    yes: m.import_confirm_delete_yes(asked),
  }),
  'out-share': (asked) => ({
    title: m.import_confirm_out(asked),
    yes: m.import_confirm_out_yes(asked),
  }),
  'price-jump': (asked) => ({
    title: m.import_confirm_price({ count: asked.count, by: movesWords(asked) }),
    yes: m.import_confirm_price_yes(asked),
  }),
  'price-unusual': (asked) => ({
    title: m.import_confirm_unusual(asked),
    yes: m.import_confirm_unusual_yes(asked),
  }),
  'car-state': (asked) => ({
    title: m.import_confirm_state(asked),
    yes: m.import_confirm_state_yes(asked),
  }),
  'car-used': (asked) => ({
    title: m.import_confirm_used(asked),
    yes: m.import_confirm_used_yes(asked),
  }),
  'value-assumed': (asked) => ({
    title: m.import_confirm_assumed(asked),
    yes: m.import_confirm_assumed_yes(asked),
  }),
  'rows-hidden': (asked) => ({
    title: m.import_confirm_hidden(asked),
    yes: m.import_confirm_rows_yes(asked),
  }),
  'rows-stated': (asked) => ({
    title: statedCountWords(asked.stated),
    yes: m.import_confirm_rows_yes(asked),
  }),
  'texts-replaced': (asked) => ({
    title: textsTitle(asked),
    yes: m.import_confirm_texts_yes({ count: asked.count + asked.unknown }),
  }),
  'sent-before': (asked) => ({ title: sentTitle(asked), yes: m.import_confirm_sent_yes(asked) }),
  'twice-in-file': (asked) => ({
    title: m.import_confirm_twice(asked),
    yes: m.import_confirm_second_yes(asked),
  }),
  'in-stock': (asked) => ({
    title: m.import_confirm_in_stock(asked),
    yes: m.import_confirm_second_yes(asked),
  }),
}

/** Words of a confirmation that the dealer is asked for, and of the answer, for window and command line. */
export const confirmationWords = <Code extends Confirmation['code']>(
  asked: Asked<Code> & { readonly code: Code },
): ConfirmationWords => words[asked.code](asked)

/** Both ends: a fall to nothing is hidden by no rise. */
const movesWords = ({ lowest, highest }: Asked<'price-jump'>): string =>
  [...new Set([lowest, highest].map(percentWords))].join(' … ')

function textsTitle({ count, unknown, percent }: Asked<'texts-replaced'>): string {
  if (unknown === 0) return m.import_confirm_texts({ count, percent })
  if (count === 0) return m.import_confirm_texts_unknown({ count: unknown, percent })
  return m.import_confirm_texts_both({ count, unknown, percent })
}

function sentTitle({ count, batches, unknown }: Asked<'sent-before'>): string {
  const found = count - (unknown?.creates ?? 0)
  const named = batches.map(({ id, fileName }) => `${fileName} (${id})`).join(', ')
  const sent = found > 0 ? [m.import_confirm_sent({ count: found, batches: named })] : []
  return [...sent, ...(unknown ? [unknownSendsWords(unknown)] : [])].join(' ')
}
