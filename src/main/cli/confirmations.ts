import type { Confirmation } from '#shared/import/draft.ts'
import { numberWords } from '#shared/i18n/locale.ts'
import { statedCountWords } from '#shared/import/file-words.ts'
import { replacedTextsWords } from '#shared/import/replaced-texts-words.ts'
import { unknownSendsWords } from '#shared/batch/unknown-sends-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { confirmDeletes } from '../import/draft/draft-summary.ts'
import type { Output } from './output.ts'

type Confirmations = readonly Confirmation[]

/**
 * The confirmation that so many deletes need. A cache that was never filled, or holds only adverts that this app
 * created, can't give their share of the stock. The service is asked before a confirmation is.
 */
export async function deleteConfirmations(
  deletes: number,
  { planning, stockCount }: Pick<Forecourt, 'planning' | 'stockCount'>,
): Promise<Confirmations> {
  if (deletes === 0) return []
  const { stock } = await planning.account()
  if (stock !== null && confirmDeletes(deletes, stock).length === 0) return []
  return confirmDeletes(deletes, (await stockCount()) ?? stock)
}

/** Says what has to be confirmed with `--yes`. */
export function sayConfirmations(confirmations: Confirmations, output: Output): void {
  for (const confirmation of confirmations) output.say(confirmationWords(confirmation))
}

function confirmationWords(asked: Confirmation): string {
  switch (asked.code) {
    case 'delete-share':
      return m.cli_confirm({ what: m.import_confirm_delete(asked) })
    case 'price-jump':
      return m.cli_confirm({
        what: m.import_confirm_price({ ...asked, percent: numberWords(asked.percent) }),
      })
    case 'price-unusual':
      return m.cli_confirm({ what: m.import_confirm_unusual(asked) })
    case 'value-assumed':
      return m.cli_confirm({ what: m.import_confirm_assumed(asked) })
    case 'rows-stated':
      return m.cli_confirm({ what: statedCountWords(asked.stated) })
    case 'texts-replaced':
      return m.cli_confirm({ what: replacedTextsWords(asked) })
    case 'sent-before':
      return sentBeforeWords(asked)
    case 'twice-in-file':
      return m.cli_second_advert_held({ what: m.import_confirm_twice(asked) })
    case 'in-stock':
      return m.cli_second_advert_held({ what: m.import_confirm_in_stock(asked) })
  }
}

type SentBefore = Extract<Confirmation, { code: 'sent-before' }>

function sentBeforeWords(asked: SentBefore): string {
  const found = asked.count - (asked.unknown?.creates ?? 0)
  const held =
    found > 0
      ? [
          m.cli_second_advert_held({
            what: m.import_confirm_sent({ count: found, batches: batchIds(asked) }),
          }),
        ]
      : []
  if (asked.unknown === null) return held.join('')
  return [...held, unknownSendsWords(asked.unknown), m.cli_sends_unknown_next()].join(' ')
}

/** The ids of the batches that hold the rows. */
const batchIds = ({ batches }: SentBefore): string => batches.map(({ id }) => id).join(', ')
