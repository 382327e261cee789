import type { Batch } from '#shared/batch/row.ts'
import type { Check, Confirmation, DraftRow } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { sayConfirmations } from './confirmations.ts'
import type { Output } from './output.ts'

/** Why nothing of a file is sent: rows of it were sent before, or wait in a batch. */
export interface Held {
  /** Creates that would make a second advert; null if there are none. */
  readonly creates: Confirmation | null
  /** A batch of the same file that still has rows to send. */
  readonly open: Batch | null
}

export const nothingHeld: Held = { creates: null, open: null }

export const isHeld = ({ creates, open }: Held): boolean => creates !== null || open !== null

/** Looks whether the journal holds rows of a checked file already. */
export async function heldBack(
  { draftId, confirmations }: Check,
  { drafts, planning, batches }: Forecourt,
): Promise<Held> {
  const { accountId } = await planning.account()
  return {
    creates: confirmations.find(({ code }) => code === 'sent-before') ?? null,
    open: await batches.reader.openOf(accountId, async () => (await drafts.staged(draftId)).sha256),
  }
}

/** Whether a row of a file that is held back would have been sent, and was sent before or waits. */
export const isHeldRow = (
  { creates, open }: Held,
  { operation, problems, valid, leftOut }: DraftRow,
): boolean =>
  valid &&
  !leftOut &&
  problems.some(({ code }) => code === 'sent-before') &&
  (open !== null || (creates !== null && operation === 'create'))

/** Says why nothing is sent, and what can be done instead. */
export function sayHeld({ creates, open }: Held, output: Output): void {
  if (creates) sayConfirmations([creates], output)
  if (open) output.say(m.cli_resume_instead({ batch: open.id, count: open.counts.planned }))
}
