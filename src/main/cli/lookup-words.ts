import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import type { LookedUp } from '../lookups/lookups-service.ts'
import type { Output } from './output.ts'

/** Says what looking up names cost, and how to go on if it ended early. */
export function sayLookedUp(
  { calls, bounded, unavailable, failure }: LookedUp,
  { words }: Pick<Forecourt, 'words'>,
  output: Output,
): void {
  if (calls > 0) output.say(m.cli_lookup_took({ count: calls }))
  if (bounded) output.say(m.cli_lookup_bounded())
  if (unavailable) output.say(m.import_names_unavailable())
  if (!failure) return
  const said = words(failure)
  output.say(`${m.cli_lookup_failed()} ${said.words} ${said.next}`)
}
