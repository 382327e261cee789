import type { Batch, BatchRow } from '#shared/batch/row.ts'
import { byLikeness } from '#shared/batch/undo.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { jsonOfBatch, printBatch } from './batch-output.ts'
import { recoverBatches, sendBatch } from './batch-sending.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { leavingConfirmations, sayConfirmations } from './confirmations.ts'
import { exitCodes, printPieces, type ExitCode, type Output } from './output.ts'

/** `undo`: plans the batch that undoes another one; without `--commit` it is only shown, and discarded again. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_undo_about())
      .argument('<BATCH>', m.cli_argument_batch())
      .option('--commit', m.cli_undo_commit())
      .option('--yes', m.cli_undo_yes())
      .option('--by-likeness', m.cli_undo_by_likeness())
      .addOption(jsonOption()),
  examples: ['undo 2026-11-21-k3f9a'],

  async run({ open, output }, { commit, yes, byLikeness: guessed = false, json: asJson = false }, batch) {
    const forecourt = await open()
    const { undo } = forecourt.batches
    recoverBatches(forecourt, output)
    const id = await undo.preview(batch)
    if (guessed) await undo.choose(id, guessedLines(forecourt.batches.reader.allRows(id)), true)
    const { deletes } = await undo.summary(id)
    const confirmations = commit && !yes ? await leavingConfirmations({ deletes, out: 0 }, forecourt) : []
    if (confirmations.length > 0) {
      undo.discard(id)
      sayConfirmations(confirmations, output)
      return exitCodes.unusable
    }
    if (commit) {
      const code = await commitUndo(id, { asJson, unshown: yes === true }, forecourt, output)
      return code
    }
    await printPreview(id, asJson, forecourt, output)
    undo.discard(id)
    output.say(m.cli_dry_run())
    return exitCodes.done
  },
})

/** Creates whose advert was only found by what it looks like; what was changed since stays out. */
const guessedLines = (rows: Iterable<BatchRow>): number[] =>
  [...rows]
    .filter(({ problems }) => problems.some(({ code }) => code === byLikeness))
    .filter(({ problems }) => !problems.some(({ code }) => code === 'changed-since'))
    .map(({ line }) => line)

/** Rows that can't be undone, and those changed since, are left alone and count as not done. */
async function commitUndo(
  id: string,
  { asJson, unshown }: { readonly asJson: boolean; readonly unshown: boolean },
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const batch = await sendUndo(id, unshown, forecourt, output)
  await printBatch(batch, asJson, forecourt, output)
  return batch.counts.skipped > 0 ? exitCodes.partly : exitCodeOf(batch)
}

/** An undo that can't begin leaves nothing behind: neither a preview nor a batch that `resume` would send later. */
async function sendUndo(id: string, unshown: boolean, forecourt: Forecourt, output: Output): Promise<Batch> {
  const { batches } = forecourt
  if (batches.reader.get(id).counts.planned === 0) {
    await printPreview(id, false, forecourt, { ...output, print: (text) => output.say(text.trimEnd()) })
    batches.undo.discard(id)
    throw new Fault('usage', { reason: 'undo-left-alone' })
  }
  await batches.undo.approve(id)
  try {
    return await sendBatch(id, forecourt, output, unshown)
  } catch (error) {
    await batches.control.cancel(id)
    throw error
  }
}

async function printPreview(
  id: string,
  asJson: boolean,
  forecourt: Forecourt,
  output: Output,
): Promise<void> {
  const { batches } = forecourt
  if (asJson)
    await printPieces(jsonOfBatch(batches.reader.get(id), forecourt, { batch: '', committed: false }), output)
  else
    for (const row of batches.reader.allRows(id))
      output.print(
        `${row.line}  ${row.operation ?? ''}  ${row.autoId ?? ''}  ${previewWords(row).join(' ')}\n`,
      )
}

/** Reasons of a row that is left alone: what would be restored isn't. */
function previewWords({ state, errorCode, errorWords, problems }: BatchRow): (string | null)[] {
  const reasons = problems.map(({ message }) => message)
  return state === 'skipped' && errorCode !== 'undo-impossible' ? reasons : [errorWords, ...reasons]
}
