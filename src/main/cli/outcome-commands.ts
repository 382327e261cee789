import type { Batch, RowAnswer } from '#shared/batch/row.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import type { CommandNamed } from './arguments.ts'
import { bringIn, countsOf, printed, sayDead, sendBatch } from './batches-command.ts'
import { confirmationsFor, sayConfirmations } from './confirmations.ts'
import { printOpenLines } from './doubt-words.ts'
import { sayConflicts } from './standing-words.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { saveFile } from './stock-commands.ts'

/**
 * `settle`: looks for rows in doubt at the service; `--send-again` sends those that stay in doubt once more, knowingly;
 * `--bind` says which advert a row became, `--keep` and `--overwrite` answer a conflict.
 */
export async function settleRows(
  command: CommandNamed<'settle'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { batches } = forecourt
  const { batch: id, sendAgain } = command
  // Before any row is looked at: one that was on the wire when its process ended is in doubt from here on.
  bringIn(forecourt, output)
  const given = answerOf(command)
  if (given) await batches.answers.answer(id, given.line, given.answer)
  else await batches.settling.settle(id)
  if (sendAgain) await sendDoubtfulAgain(id, forecourt, output)
  if (given?.answer.kind === 'overwrite') await sendBatch(id, forecourt, output)
  const batch = batches.reader.get(id)
  print(batch, command.json, forecourt, output)
  if (!command.json) printOpenLines(id, forecourt, output)
  sayConflicts(batch, output)
  return exitCodeOf(batch)
}

/** What a person says of one line; null where the service is asked. */
function answerOf({
  bind,
  keep,
  overwrite,
}: CommandNamed<'settle'>): { line: number; answer: RowAnswer } | null {
  if (bind) return { line: bind.line, answer: { kind: 'bind', autoId: bind.autoId } }
  if (keep !== undefined) return { line: keep, answer: { kind: 'keep' } }
  return overwrite === undefined ? null : { line: overwrite, answer: { kind: 'overwrite' } }
}

/** Only what a look at the service has just left in doubt, or found to be as it was before. */
async function sendDoubtfulAgain(id: string, forecourt: Forecourt, output: Output): Promise<void> {
  const { batches } = forecourt
  const rows = [...batches.reader.allRows(id)]
  const doubtful = rows.filter(({ state }) => state === 'unknown')
  const again = rows.filter(({ state, attempts }) => state === 'planned' && attempts > 0)
  for (const { line } of doubtful) await batches.answers.answer(id, line, { kind: 'send-again' })
  const count = doubtful.length + again.length
  output.say(count > 0 ? m.cli_sent_again({ count }) : m.cli_sent_again_none())
  if (count > 0) await sendBatch(id, forecourt, output)
}

/** `undo`: plans the batch that takes another one back; without `--commit` it is only shown, and dropped again. */
export async function takeBack(
  command: CommandNamed<'undo'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { undo: undos } = forecourt.batches
  bringIn(forecourt, output)
  const id = await undos.preview(command.batch)
  const missing =
    command.commit && !command.yes ? await confirmationsFor(undos.summary(id).deletes, forecourt) : []
  if (missing.length > 0) {
    undos.discard(id)
    sayConfirmations(missing, output)
    return exitCodes.unusable
  }
  if (command.commit) return commitUndo(id, command.json, forecourt, output)
  printPreview(id, command.json, forecourt, output)
  undos.discard(id)
  output.say(m.cli_undo_preview())
  return exitCodes.done
}

/** What can't be taken back, and what was changed since, is left alone, and counts as not done. */
async function commitUndo(
  id: string,
  asJson: boolean,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const batch = await sendUndo(id, forecourt, output)
  print(batch, asJson, forecourt, output)
  sayConflicts(batch, output)
  return batch.counts.skipped > 0 ? exitCodes.partly : exitCodeOf(batch)
}

/** An undo that can't begin leaves nothing behind: neither a preview nor a batch that `resume` would send later. */
async function sendUndo(id: string, forecourt: Forecourt, output: Output): Promise<Batch> {
  const { batches } = forecourt
  if (batches.reader.get(id).counts.planned === 0) {
    printPreview(id, false, forecourt, { ...output, print: (text) => output.say(text.trimEnd()) })
    batches.undo.discard(id)
    throw new Fault('usage', { reason: 'undo-left-alone' })
  }
  batches.undo.approve(id)
  try {
    return await sendBatch(id, forecourt, output)
  } catch (error) {
    batches.control.cancel(id)
    throw error
  }
}

function printPreview(id: string, asJson: boolean, forecourt: Forecourt, output: Output): void {
  const { batches } = forecourt
  if (asJson)
    output.print(json({ ...printed(batches.reader.get(id), forecourt), batch: '', committed: false }))
  else
    for (const { line, operation, autoId, errorWords, problems } of batches.reader.allRows(id)) {
      const found = problems.map(({ column, message }) => `${column} ${message}`.trim())
      output.print(`${line}  ${operation ?? ''}  ${autoId ?? ''}  ${[errorWords, ...found].join(' ')}\n`)
    }
}

/** `report`: every row with its outcome, or the failed ones in the source's own form. */
export function saveBatchReport(
  { batch, file, failed, json: asJson }: CommandNamed<'report'>,
  { batches }: Forecourt,
  output: Output,
): ExitCode {
  sayDead(batches, output)
  saveFile(file, batches.reader.report(batch, failed).text)
  if (asJson) output.print(json({ batch, file, failed }))
  output.say(m.cli_report_saved({ file }))
  return exitCodes.done
}

function print(batch: Batch, asJson: boolean, forecourt: Forecourt, output: Output): void {
  output.print(asJson ? json(printed(batch, forecourt)) : `${batch.id}  ${countsOf(batch)}\n`)
}
