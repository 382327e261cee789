import { confirmationWords } from '#shared/import/confirmation-words.ts'
import {
  type Check,
  type Confirmation,
  isSecondAdvert,
  type DraftRow,
  secondAdvertProblems,
} from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { countOwn } from '../joins/batch-ports.ts'
import { confirmLeaving } from '../import/draft/draft-summary.ts'
import type { Output } from './output.ts'
import type { Batch } from '#shared/batch/row.ts'

type Confirmations = readonly Confirmation[]

/**
 * Confirmations that so many adverts need which are deleted or put out of stock. A cache that was never filled, or holds
 * only adverts that this app created, can't give their share of the stock. The service is asked before a confirmation is.
 */
export async function leavingConfirmations(
  leaving: Check['leaving'],
  { planning, context }: Forecourt,
): Promise<Confirmations> {
  if (leaving.deletes + leaving.out === 0) return []
  const { stock } = await planning.account()
  if (stock !== null && confirmLeaving(leaving, stock).length === 0) return []
  return confirmLeaving(leaving, (await countOwn(await context.current())) ?? stock)
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

/** Why nothing of a file is sent: rows of it would make second adverts, or wait in a batch. */
export interface Held {
  /** Questions about creates that may make a second advert. */
  readonly creates: readonly Confirmation[]
  /** A batch of the same file that still has rows to send. */
  readonly open: Batch | null
}

export const nothingHeld: Held = { creates: [], open: null }

export const isHeld = ({ creates, open }: Held): boolean => creates.length > 0 || open !== null

/** Looks whether the journal holds rows of a checked file already. */
export async function heldBack(
  { draftId, confirmations }: Check,
  { drafts, planning, batches }: Forecourt,
): Promise<Held> {
  const { accountId } = await planning.account()
  return {
    creates: confirmations.filter(({ code }) => isSecondAdvert(code)),
    open: await batches.reader.openOf(accountId, async () => (await drafts.staged(draftId)).sha256),
  }
}

/** True if a row that would have been sent is why its file is held back. */
export const isHeldRow = ({ creates, open }: Held, { operation, problems }: DraftRow): boolean =>
  problems.some(
    ({ code }) =>
      (open !== null && code === 'sent-before') ||
      (creates.length > 0 && operation === 'create' && heldProblems.has(code)),
  )

const heldProblems: ReadonlySet<string> = new Set(Object.values(secondAdvertProblems))

/** Says why nothing is sent, and what can be done instead. */
export function sayHeld({ creates, open }: Held, output: Output): void {
  sayConfirmations(creates, output)
  if (open) output.say(m.cli_resume_instead({ batch: open.id, count: open.counts.planned }))
}
