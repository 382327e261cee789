import type { Batch } from '#shared/batch/row.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Batches } from './batch/open-batches.ts'
import type { DraftAccount } from './import/draft-service.ts'
import type { ImportPorts } from './import/import-calls.ts'
import type { PlannedRow } from './writes/planned-row.ts'

/** The account that drafts are checked and planned for. */
export interface PlanningAccount extends DraftAccount {
  readonly accountId: string
}

/** What it takes to make a batch of a draft. */
export interface Planning extends ImportPorts {
  readonly batches: Batches
  readonly account: () => Promise<PlanningAccount>
}

/**
 * Freezes a checked draft as a batch of the account that it was checked for, and drops the draft.
 * @param confirmed the person gave the confirmations that the check asks for
 * @param overwriteUnknown the person agreed to replace values too that are not known and could not be shown
 * @throws Fault `draft-unknown` if the account was changed since the check, `brake` if a confirmation is missing
 */
export async function planDraft(
  { batches, drafts, account }: Planning,
  draftId: string,
  confirmed: boolean,
  overwriteUnknown = false,
): Promise<Batch> {
  const draft = await drafts.staged(draftId)
  const { accountId, userId } = await account()
  // The account was changed between check and plan: its adverts are others, so the file has to be checked again.
  if (draft.userId !== userId || draft.accountId !== accountId)
    throw new Fault('draft-unknown', { draftId, reason: 'account-changed' })
  const [missing] = confirmed ? [] : draft.check.confirmations
  if (missing) throw new Fault('brake', { ...missing, brake: missing.code })
  const { fileName, sha256, shape, bom, header, mapping, operation } = draft
  const batch = await batches.planner.plan(
    {
      accountId,
      userId,
      plannedBy: process.env.USER ?? process.env.USERNAME ?? '',
      fileName,
      fileSha256: sha256,
      encoding: shape.encoding,
      bom,
      delimiter: shape.delimiter,
      header: [...header],
      mapping: [...mapping],
      operation,
      undoOf: null,
    },
    overwriteUnknown ? overwritingUnknown(draft.rows()) : draft.rows(),
  )
  await drafts.drop(draftId)
  return batch
}

function* overwritingUnknown(rows: Iterable<PlannedRow>): Generator<PlannedRow> {
  for (const row of rows)
    yield Object.keys(row.before).length === 0 ? { ...row, overwrite: row.operation === 'edit' } : row
}
