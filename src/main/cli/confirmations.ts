import type { Check } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { confirmDeletes } from '../import/staging/staging-summary.ts'
import type { Output } from './output.ts'

type Confirmations = Check['confirmations']

/**
 * The confirmation that so many deletes need. A cache that was never filled, or holds only adverts that this app created,
 * can't tell how much of the stock they are: before a confirmation is asked for, the service is.
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
  for (const { code, count, percent } of confirmations)
    output.say(
      code === 'delete-share' ? m.cli_confirm_deletes({ count, percent }) : m.cli_confirm_prices({ count }),
    )
}
