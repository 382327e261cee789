import { basename } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import {
  confirmationCodes,
  encodings,
  isSecondAdvert,
  mostHeaderLine,
  type Check,
  type ConfirmationCode,
} from '#shared/import/draft.ts'
import type { JournalState } from '#shared/batch/journal-state.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { planDraft } from '../joins/plan-draft.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { printBatch } from './batch-output.ts'
import { recoverBatches, recoverDeadBatches, sendBatch } from './batch-sending.ts'
import { defineCommand, jsonOption, waitOption, numberOption } from './command-definition.ts'
import {
  leavingConfirmations,
  sayConfirmations,
  heldBack,
  isHeld,
  nothingHeld,
  sayHeld,
} from './confirmations.ts'
import { dryRun, saveDraftReport, saveReport } from './dry-run.ts'
import { actionQuestion, addConstant, sayUnknownValues } from './column-options.ts'
import { delimiterOf, encodingOf } from './file-options.ts'
import {
  checkProgress,
  columnQuestion,
  type FileColumns,
  findColumns,
  lookUpNames,
  mostLookupCalls,
  repairTexts,
  sayReading,
  refuseShift,
} from './file-check.ts'
import { type ImportOptions, type ImportRun, requireUserId } from './import-run.ts'
import { sayProblems, sayWarnings } from './file-problems.ts'
import { besideResult, csvOnly, ensureSaveable } from './save-file.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'
import { importStock } from './import-stock.ts'
import { keptInput, streamOf } from './standard-input.ts'
import { refuseStockOptions, withFileOperation } from './stock-options.ts'

/** `import`: checks a file and, with `--commit`, sends it; without it, nothing is sent. */
export const command = defineCommand({
  describe: (command) =>
    withFileOperation(command.description(m.cli_import_about()).argument('<FILE>', m.cli_import_file()))
      .option('--commit', m.cli_import_commit())
      // What happens anyway without --commit: a habit that other programs teach.
      .addOption(new Option('--dry-run', m.cli_import_dry_run()).conflicts(['commit']))
      .option('--yes', m.cli_import_yes())
      .addOption(new Option('--new-only', m.cli_import_new_only()).conflicts(['again']))
      .addOption(new Option('--again', m.cli_import_again()).conflicts(['newOnly']))
      .option('--change-linked', m.cli_import_change_linked())
      .addOption(
        numberOption('--lookup-calls <N>', m.cli_import_lookup_calls({ most: mostLookupCalls }), 100_000),
      )
      .addOption(waitOption())
      .addOption(jsonOption())
      .option('--report <OUT.csv>', m.cli_import_report())
      .addOption(
        new Option('--encoding <NAME>', m.cli_import_encoding({ known: encodings.join(', ') }))
          .choices(encodings)
          .argParser(encodingOf),
      )
      .addOption(new Option('--delimiter <C>', m.cli_import_delimiter()).argParser(delimiterOf))
      .option('--sheet <NAME>', m.cli_import_sheet())
      .addOption(new Option('--set <FIELD=VALUE>', m.cli_import_set()).argParser(addConstant))
      .option('--map <FILE.json>', m.cli_import_map())
      .option('--values <FILE.json>', m.cli_import_values())
      .option('--repair-text', m.cli_import_repair_text())
      .addOption(numberOption('--header-line <N>', m.cli_import_header_line(), mostHeaderLine, 1)),
  examples: [
    'import stock.csv',
    'import stock.csv --commit --json',
    'import stock.csv --commit --new-only',
    'import sold.csv --operation delete --commit',
    'import stock.csv --operation stock --key "Code"',
  ],

  async run({ open, output }, options, file) {
    const said = besideResult(options.report, output, options.json)
    const forecourt = await open(options.wait)
    const stream = streamOf(file)
    if (!stream) return importFile(forecourt, options, file, said)
    const { content, remove } = await keptInput(stream)
    return importFile(forecourt, { ...options, content }, basename(content), said).finally(remove)
  },
})

/**
 * Checks a file, says what was found and, with `commit`, sends it. Answers the exit code of the command.
 * @throws the Faults of the file's shape, columns and sheet, and those of planning
 */
export async function importFile(
  forecourt: Forecourt,
  options: ImportOptions,
  file: string,
  output: Output,
): Promise<ExitCode> {
  const { drafts } = forecourt
  if (options.report !== undefined) {
    ensureSaveable(options.report, [file, options.map, options.values])
    csvOnly(options.report)
  }
  takeOver(options, forecourt, output)
  const isStock = options.operation === 'stock'
  if (!isStock) refuseStockOptions(options)
  else if (options.repairText) throw new Fault('usage', { reason: m.cli_repair_text_stock() })
  const draftId = drafts.openPath(options.content ?? file)
  try {
    const run = { options, file, draftId, forecourt, output }
    return isStock ? await importStock(run) : await importRows(run)
  } finally {
    await drafts.drop(draftId)
  }
}

async function importRows(run: ImportRun): Promise<ExitCode> {
  const { options, draftId, forecourt, output } = run
  const columns = await findColumns(run)
  const found = await checkWithNames(run, columns)
  const check = sayReading(
    run,
    options.newOnly ? await forecourt.drafts.ask('leaveOutSent', draftId) : found,
    columns,
  )
  const held = options.newOnly || options.again ? nothingHeld : await heldBack(check, forecourt)
  if (!isHeld(held)) sayWarnings(check, output)
  await sayProblems(run)
  await sayUnknownValues(run, check, columns.choice)
  sayHeld(held, output)
  await refuseShift(run, check)
  const linked = linkedQuestion(check, options)
  if (linked !== null) output.say(linked)
  const action = actionQuestion(columns.actions)
  const question = action ?? (options.yes ? null : columnQuestion(columns))
  if (options.commit && !isHeld(held)) {
    if (question === null && linked === null) return commit(run, check)
    if (question !== null) output.say(question)
    await saveDraftReport(run, check)
    return exitCodes.unusable
  }
  if (action !== null) output.say(action)
  const code = await dryRun(run, check, held)
  return action === null ? code : exitCodes.unusable
}

/** Rows of new adverts whose numbers have one already. */
const linkedIn = ({ problems }: Pick<Check, 'problems'>): number =>
  problems.find(({ code }) => code === 'number-linked')?.count ?? 0

/** Asked once: whether such rows change their adverts. Null if there are none. */
const linkedQuestion = (check: Check, { newOnly = false }: ImportOptions): string | null =>
  newOnly || linkedIn(check) === 0 ? null : m.cli_linked_question({ count: linkedIn(check) })

/** Rows are compared with the journal: one that went back in time, or can't be used, is dealt with before. */
function takeOver({ commit = false }: ImportOptions, forecourt: Forecourt, output: Output): void {
  const { state } = forecourt.batches.journalCare
  if (state === 'behind' && !commit) recoverDeadBatches(forecourt, output)
  else if (commit && troubled.has(state)) recoverBatches(forecourt, output)
}

const troubled = new Set<JournalState>(['behind', 'damaged', 'missing', 'copied'])

/** Checks the file, and the rows with names that are not known once more when they were looked up. */
async function checkWithNames(run: ImportRun, { choice }: FileColumns): Promise<Check> {
  const { options, draftId, forecourt, output } = run
  const { drafts, planning } = forecourt
  const account = await planning.account()
  const operation =
    options.operation === undefined || options.operation === 'stock' ? null : options.operation
  const first = await drafts.check(draftId, { ...choice, operation }, account, checkProgress(output))
  if (options.changeLinked && linkedIn(first) > 0) await drafts.ask('changeLinked', draftId)
  const isRepaired = await repairTexts(run, first)
  const check = isRepaired || options.changeLinked ? await drafts.ask('summary', draftId) : first
  return (await lookUpNames(run)) ? drafts.ask('rename', draftId) : check
}

/** Confirmations once the command gets there: all that `--yes` means, and with `--again` second adverts. */
const confirmed = (again: boolean): readonly ConfirmationCode[] =>
  again ? confirmationCodes : confirmationCodes.filter((code) => !isSecondAdvert(code))

/** Confirmations about a share of the stock, which the service may have to be asked for. */
const ofStock: ReadonlySet<ConfirmationCode> = new Set(['delete-share', 'out-share'])

async function commit(run: ImportRun, check: Check): Promise<ExitCode> {
  const { options, forecourt, output } = run
  const { yes = false, again = false, json = false } = options
  const { batches, planning } = forecourt
  await requireUserId(forecourt)
  const onValues = check.confirmations.filter(({ code }) => !ofStock.has(code) && !isSecondAdvert(code))
  const confirmations = yes ? [] : [...(await leavingConfirmations(check.leaving, forecourt)), ...onValues]
  if (confirmations.length > 0) {
    sayConfirmations(confirmations, output)
    await saveDraftReport(run, check)
    return exitCodes.unusable
  }
  recoverBatches(forecourt, output)
  const { id } = await planDraft(planning, check.draftId, confirmed(again), { overwriteUnknown: yes })
  output.say(m.cli_batch({ batch: id }))
  const batch =
    check.toSend > 0 ? await sendBatch(id, forecourt, output, yes) : batches.control.recomputeState(id)
  // What was sent is said even if the report can't be saved.
  await printBatch({ ...batch, file: check.file }, json, forecourt, output)
  await saveReport(run, () => batches.reader.report(id, false).chunks)
  return exitCodeOf(batch)
}
