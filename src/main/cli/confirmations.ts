import { confirmationWords } from '#shared/import/confirmation-words.ts'
import { type Check, type Confirmation, isSecondAdvert } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { confirmLeaving } from '../import/draft/draft-summary.ts'
import type { Output } from './output.ts'

type Confirmations = readonly Confirmation[]

/**
 * Confirmations that so many adverts need which are deleted or put out of stock. A cache that was never filled, or holds
 * only adverts that this app created, can't give their share of the stock. The service is asked before a confirmation is.
 */
export async function leavingConfirmations(
  leaving: Check['leaving'],
  { planning, stockCount }: Pick<Forecourt, 'planning' | 'stockCount'>,
): Promise<Confirmations> {
  if (leaving.deletes + leaving.out === 0) return []
  const { stock } = await planning.account()
  if (stock !== null && confirmLeaving(leaving, stock).length === 0) return []
  return confirmLeaving(leaving, (await stockCount()) ?? stock)
}

/** Says what has to be confirmed with `--yes`. */
export function sayConfirmations(confirmations: Confirmations, output: Output): void {
  for (const confirmation of confirmations) output.say(askedWords(confirmation))
}

/** The words of a confirmation with the option that gives it. */
function askedWords(asked: Confirmation): string {
  const what = confirmationWords(asked).title
  return isSecondAdvert(asked.code) ? m.cli_second_advert_held({ what }) : m.cli_confirm({ what })
}
