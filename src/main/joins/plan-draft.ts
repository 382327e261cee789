import type { Batch } from '#shared/batch/row.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Check, Confirmation, ConfirmationCode } from '#shared/import/draft.ts'
import { shiftExamples } from '#shared/import/shift-words.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { BeforeShown } from '../batch/sending/plan-batch.ts'
import type { BatchSource } from '../batch/journal/batch-record.ts'
import type { DraftAccount } from '../import/draft-account.ts'
import type { StagedDraft } from '../import/draft-service.ts'
import type { ImportPorts } from '../import/import-calls.ts'
import type { PlannedRow } from '../writes/planned-row.ts'

/** Parts needed to make a batch of a draft. */
export interface Planning extends ImportPorts {
  readonly batches: Batches
}

interface DraftPlan {
  /** The person agreed to replace values too that are not known and could not be shown. */
  readonly overwriteUnknown?: boolean
  readonly beforeShown?: BeforeShown
}

/**
 * Freezes a checked draft as a batch of the account that it was checked for, and drops the draft.
 * @param confirmed the confirmations that the person gave, of those that the check asks for
 * @throws Fault `draft-unknown` if the account was changed since the check; `rows-shifted`; `confirmation-required` if
 * a confirmation is missing or a create was sent since the check
 */
export async function planDraft(
  { batches, drafts, account }: Planning,
  draftId: string,
  confirmed: readonly ConfirmationCode[],
  { overwriteUnknown = false, beforeShown }: DraftPlan = {},
): Promise<Batch> {
  const draft = await drafts.staged(draftId)
  const source = batchSourceOf(draft, await account(), confirmed)
  const all = await draft.rows()
  const rows = overwriteUnknown ? overwritingUnknown(all) : all
  const batch = await batches.planner.plan(source, rows, 'shown-only', beforeShown)
  await drafts.drop(draftId)
  return batch
}

/** @throws Fault `rows-shifted` if the rows of a file have slipped against their adverts: it is never taken in part */
export function refuseShifted({ shift }: Pick<Check, 'shift'>, file: string): void {
  if (!shift) return
  const { rows: count, of } = shift
  throw new Fault('rows-shifted', { file, count, of, examples: shiftExamples(shift) })
}

/**
 * Source of a batch, which is kept with it, by the checked draft.
 * @throws Fault `draft-unknown`, `rows-shifted`, `confirmation-required` as planDraft does
 */
export function batchSourceOf(
  draft: StagedDraft,
  { accountId, userId }: DraftAccount,
  confirmed: readonly ConfirmationCode[],
): BatchSource {
  // The account was changed between check and plan: its adverts are others, so the file has to be checked again.
  if (draft.userId !== userId || draft.accountId !== accountId)
    throw new Fault('draft-unknown', { draftId: draft.check.draftId, reason: 'account-changed' })
  refuseShifted(draft.check, draft.fileName)
  const missing = draft.check.confirmations.find(({ code }) => !confirmed.includes(code))
  if (missing) throw missingConfirmation(missing)
  const { fileName, sha256, shape, bom, header, mapping, fileOperation: operation } = draft
  return {
    accountId,
    userId,
    fileName,
    fileSha256: sha256,
    encoding: shape.encoding,
    bom,
    delimiter: shape.delimiter,
    header: [...header],
    mapping: [...mapping],
    operation,
    file: draft.check.file,
    undoOf: null,
  }
}

function missingConfirmation(missing: Confirmation): Fault {
  const { code: confirmation, count } = missing
  if (missing.code === 'twice-in-file' || missing.code === 'in-stock')
    return new Fault('confirmation-required', { confirmation, count, reason: confirmation })
  if (!('percent' in missing) && missing.code !== 'sent-before')
    return new Fault('confirmation-required', { confirmation, count })
  if (missing.code !== 'sent-before')
    return new Fault('confirmation-required', { confirmation, count, percent: missing.percent })
  const batch = missing.batches.map(({ id }) => id).join(', ')
  return new Fault('confirmation-required', { confirmation, count, batch, reason: confirmation })
}

function* overwritingUnknown(rows: Iterable<PlannedRow>): Generator<PlannedRow> {
  for (const row of rows)
    yield Object.keys(row.before).length === 0 ? { ...row, overwrite: row.operation === 'edit' } : row
}
