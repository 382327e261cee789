import type { Check } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { deleteBrake } from '../import/staging/staging-summary.ts'
import type { Output } from './output.ts'

type Brakes = Check['brakes']

/**
 * The brake on so many deletes. A cache that was never filled, or holds only what we made ourselves, can't tell how much
 * of the stock they are: before it speaks up, the service is asked.
 */
export async function brakesOn(
  deletes: number,
  { planning, stockCount }: Pick<Forecourt, 'planning' | 'stockCount'>,
): Promise<Brakes> {
  if (deletes === 0) return []
  const { stock } = await planning.account()
  if (stock !== null && deleteBrake(deletes, stock).length === 0) return []
  return deleteBrake(deletes, (await stockCount()) ?? stock)
}

/** What a second yes is wanted for. */
export function sayBrakes(brakes: Brakes, output: Output): void {
  for (const { code, count, percent } of brakes)
    output.say(
      code === 'delete-share' ? m.cli_brake_delete({ count, percent }) : m.cli_brake_price({ count }),
    )
}
