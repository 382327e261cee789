import type { Confirmation } from '#shared/import/draft.ts'
import { statedCountWords } from '#shared/import/file-words.ts'
import { replacedTextsWords } from '#shared/import/replaced-texts-words.ts'
import { unknownSendsWords } from '#shared/batch/unknown-sends-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'

interface ConfirmationWords {
  readonly title: string
  /** The answer that confirms it. */
  readonly yes: string
}

/** Words of a confirmation that the dealer is asked for, and of the answer. */
export function confirmationWords(asked: Confirmation): ConfirmationWords {
  switch (asked.code) {
    case 'delete-share':
      return { title: m.import_confirm_delete(asked), yes: m.import_confirm_delete_yes(asked) }
    case 'price-jump':
      return {
        title: m.import_confirm_price({ ...asked, percent: formatNumber(asked.percent) }),
        yes: m.import_confirm_price_yes(asked),
      }
    case 'price-unusual':
      return { title: m.import_confirm_unusual(asked), yes: m.import_confirm_unusual_yes(asked) }
    case 'value-assumed':
      return { title: m.import_confirm_assumed(asked), yes: m.import_confirm_assumed_yes(asked) }
    case 'rows-stated':
      return { title: statedCountWords(asked.stated), yes: m.import_confirm_rows_yes(asked) }
    case 'texts-replaced':
      return {
        title: replacedTextsWords(asked),
        yes: m.import_confirm_texts_yes({ count: asked.count + asked.unknown }),
      }
    case 'sent-before':
      return {
        title: sentBeforeWords(asked),
        yes: m.import_confirm_sent_yes(asked),
      }
    case 'twice-in-file':
      return { title: m.import_confirm_twice(asked), yes: m.import_confirm_second_yes(asked) }
    case 'in-stock':
      return { title: m.import_confirm_in_stock(asked), yes: m.import_confirm_second_yes(asked) }
  }
}

type SentBefore = Extract<Confirmation, { code: 'sent-before' }>

function sentBeforeWords(asked: SentBefore): string {
  const found = asked.count - (asked.unknown?.creates ?? 0)
  const sent = found > 0 ? [m.import_confirm_sent({ count: found, batches: batchNames(asked) })] : []
  return [...sent, ...(asked.unknown ? [unknownSendsWords(asked.unknown)] : [])].join(' ')
}

const batchNames = ({ batches }: SentBefore): string =>
  batches.map(({ id, fileName }) => `${fileName} (${id})`).join(', ')
