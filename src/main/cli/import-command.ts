import { decodingLabel, delimiterOf } from './file-options.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf, type PrintedBatch } from '../batch/batch-json.ts'
import { planDraft } from '../plan-draft.ts'
import type { CommandNamed } from './arguments.ts'
import { confirmationsFor, sayConfirmations } from './confirmations.ts'
import { bringIn, countsOf, printed, sendBatch } from './batches-command.ts'
import { draftReport } from './draft-report.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { sayConflicts } from './standing-words.ts'
import { saveFile } from './stock-commands.ts'

/** Problems that are said one by one; more are counted. */
const saidProblems = 20
/** Rows asked of the worker at once. */
const pageSize = 500

/** `import`: checks a file and, with `--commit`, sends it; without, nothing leaves. */
export async function importFile(
  command: CommandNamed<'import'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { drafts } = forecourt
  const draftId = drafts.openPath(command.file)
  try {
    const check = await checkFile(command, draftId, forecourt, output)
    sayWarnings(check, output)
    await sayProblems(command.file, draftId, forecourt, output)
    return await (command.commit
      ? commit(command, check, draftId, forecourt, output)
      : dryRun(command, check, draftId, forecourt, output))
  } finally {
    await drafts.drop(draftId)
  }
}

async function checkFile(
  { encoding, delimiter, operation }: CommandNamed<'import'>,
  draftId: string,
  { drafts, planning }: Forecourt,
  output: Output,
): Promise<Check> {
  const shape = {
    ...(encoding === undefined ? {} : { encoding: decodingLabel(encoding) }),
    ...(delimiter === undefined ? {} : { delimiter: delimiterOf(delimiter) }),
  }
  return drafts.check(draftId, { shape, mapping: null, operation }, await planning.account(), {
    onProgress: ({ bytes, totalBytes }) =>
      output.progress(m.cli_progress({ done: bytes, total: totalBytes })),
  })
}

async function commit(
  command: CommandNamed<'import'>,
  check: Check,
  draftId: string,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { batches, planning, accounts } = forecourt
  if ((await accounts.connection()).userId === 0)
    throw new Fault('usage', { reason: m.cli_user_id_missing() })
  const onPrices = check.confirmations.filter(({ code }) => code === 'price-jump')
  const missing = command.yes ? [] : [...(await confirmationsFor(check.deletes, forecourt)), ...onPrices]
  if (missing.length > 0) {
    sayConfirmations(missing, output)
    return exitCodes.unusable
  }
  bringIn(forecourt, output)
  const { id } = await planDraft(planning, draftId, true, command.yes)
  output.say(m.cli_batch({ batch: id }))
  const batch = check.toSend > 0 ? await sendBatch(id, forecourt, output) : batches.reader.get(id)
  if (command.report !== undefined) saveReport(command.report, batches.reader.report(id, false).text, output)
  if (command.json) output.print(json(printed(batch, forecourt)))
  else output.print(`${batch.id}  ${countsOf(batch)}\n`)
  sayConflicts(batch, output)
  return exitCodeOf(batch)
}

async function dryRun(
  command: CommandNamed<'import'>,
  check: Check,
  draftId: string,
  { drafts }: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const rows: DraftRow[] = []
  if (command.json || command.report !== undefined)
    for (let offset = 0; offset < check.rows; offset += pageSize)
      rows.push(...(await drafts.rows(draftId, { filter: 'all' }, offset, pageSize)).rows)
  if (command.report !== undefined) saveReport(command.report, draftReport(rows), output)
  if (command.json) output.print(json(planned(check, rows)))
  else
    output.print(
      `${m.cli_plan({ creates: check.creates, edits: check.edits, deletes: check.deletes, unchanged: check.unchanged, invalid: check.invalid })}\n`,
    )
  output.say(m.cli_dry_run())
  return check.invalid > 0 ? exitCodes.partly : exitCodes.done
}

/** A dry run in the form of a batch: what would be sent is planned. It has no id, for nothing was kept of it. */
function planned(check: Check, rows: readonly DraftRow[]): PrintedBatch {
  return {
    batch: '',
    operation: check.operation,
    committed: false,
    counts: {
      planned: check.toSend,
      done: 0,
      failed: 0,
      unknown: 0,
      invalid: check.invalid,
      skipped: check.rows - check.toSend - check.invalid,
    },
    rows: rows.map(({ line, operation, valid, leftOut, unchanged, payload, problems }) => ({
      line,
      operation,
      state: leftOut || unchanged ? 'skipped' : valid ? 'planned' : 'invalid',
      autoId: typeof payload.auto_id === 'number' ? payload.auto_id : null,
      problems: problems.map(({ column, code, message }) => ({ column, code, message })),
    })),
  }
}

function sayWarnings({ sentBefore, toSend }: Check, output: Output): void {
  if (sentBefore > 0) output.say(m.cli_sent_before({ count: sentBefore }))
  if (toSend === 0) output.say(m.cli_nothing_to_send())
}

/** Errors first; a warning keeps no row from being sent. */
async function sayProblems(
  file: string,
  draftId: string,
  { drafts }: Forecourt,
  output: Output,
): Promise<void> {
  for (const filter of ['problems', 'warnings'] as const) {
    const { rows, total } = await drafts.rows(draftId, { filter }, 0, saidProblems)
    for (const { line, problems } of rows)
      for (const { message, severity } of problems)
        if (filter === 'problems' && severity === 'error') output.say(m.cli_problem({ file, line, message }))
        else if (filter === 'warnings' && severity === 'warning')
          output.say(m.cli_warning({ file, line, message }))
    if (total > rows.length) output.say(m.cli_problems_more({ count: total - rows.length }))
  }
}

function saveReport(path: string, bytes: Uint8Array, output: Output): void {
  saveFile(path, bytes)
  output.say(m.cli_report_saved({ file: path }))
}
