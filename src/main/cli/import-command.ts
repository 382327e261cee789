import { Option } from '@commander-js/extra-typings'
import {
  confirmationCodes,
  encodings,
  isSecondAdvert,
  mostHeaderLine,
  type Check,
  type ConfirmationCode,
  type FileShapeChoice,
} from '#shared/import/draft.ts'
import type { JournalState } from '#shared/batch/journal-state.ts'
import { operations, type Operation } from '#shared/batch/operation.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { readingWords } from '#shared/import/file-words.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { Forecourt } from '../assemble.ts'
import { planDraft } from '../joins/plan-draft.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { printBatch, sayConflicts } from './batch-output.ts'
import { recoverBatches, recoverDeadBatches, sendBatch } from './batch-sending.ts'
import { defineCommand } from './command-definition.ts'
import { deleteConfirmations, sayConfirmations } from './confirmations.ts'
import { dryRun, saveDraftReport } from './dry-run.ts'
import {
  addConstant,
  type MappedColumns,
  mappedColumns,
  type UnclearField,
  unclearFields,
} from './column-options.ts'
import { delimiterOf, encodingOf } from './file-options.ts'
import {
  sayColumnsByContent,
  sayHeaderCurrency,
  sayProblems,
  sayUnclear,
  sayUnusedColumns,
  sayUnusedOptions,
  sayWarnings,
  signs,
} from './file-problems.ts'
import { heldBack, isHeld, nothingHeld, sayHeld } from './held-rows.ts'
import { sayLookedUp } from './lookup-words.ts'
import { jsonOption, oneOf, wholeNumber } from './options.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'
import { examples } from './help-examples.ts'
import { ensureSaveable, saveChunks } from './save-file.ts'

/** Calls that the names of a file may take, unless the person says another number. */
const mostLookupCalls = 100

/** `import`: checks a file and, with `--commit`, sends it; without it, nothing is sent. */
export const importCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_import_about())
      .argument('<FILE>', m.cli_import_file())
      .addOption(
        new Option('--operation <NAME>', m.cli_import_operation())
          .choices(operations)
          .argParser(oneOf('--operation', operations)),
      )
      .option('--commit', m.cli_import_commit())
      .option('--yes', m.cli_import_yes())
      .addOption(new Option('--new-only', m.cli_import_new_only()).conflicts(['again']))
      .addOption(new Option('--again', m.cli_import_again()).conflicts(['newOnly']))
      .addOption(
        new Option('--lookup-calls <N>', m.cli_import_lookup_calls({ most: mostLookupCalls })).argParser(
          wholeNumber('--lookup-calls', 100_000),
        ),
      )
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
      .addOption(
        new Option('--header-line <N>', m.cli_import_header_line()).argParser(
          wholeNumber('--header-line', mostHeaderLine, 1),
        ),
      )
      .addHelpText(
        'after',
        examples(
          ['import stock.csv', m.cli_import_example_check()],
          ['import stock.csv --commit --json', m.cli_import_example_send()],
          ['import stock.csv --commit --new-only', m.cli_import_example_new_only()],
          ['import sold.csv --operation delete --commit', m.cli_import_example_delete()],
        ),
      ),

  run: async ({ open, output }, options, file) => importFile(await open(), options, file, output),
})

export type ImportOptions = CheckOptions &
  CommitOptions & {
    readonly commit?: boolean
    readonly newOnly?: boolean
    /** Where the file's content is read, if that is not in its own place. */
    readonly source?: string
  }

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
  if (options.report !== undefined) ensureSaveable(options.report)
  takeOver(options, forecourt, output)
  const draftId = drafts.openPath(options.source ?? file)
  try {
    const { check: found, ...columns } = await checkWithNames(options, draftId, forecourt, output)
    const unused = drafts.unusedColumns(draftId)
    const check = withColumns(options.newOnly ? await drafts.leaveOutSent(draftId) : found, columns, unused)
    output.say(readingWords(check))
    sayColumnsByContent(columns.byContent, output)
    sayUnusedColumns(unused, output)
    const held = options.newOnly || options.again ? nothingHeld : await heldBack(check, forecourt)
    if (!isHeld(held)) sayWarnings(check, output)
    await sayProblems(file, draftId, forecourt, output)
    sayHeld(held, output)
    const question = options.yes ? null : columnQuestion(columns)
    if (options.commit && !isHeld(held) && question !== null) {
      output.say(question)
      await saveDraftReport(options, check, forecourt, output)
      return exitCodes.unusable
    }
    if (options.commit && !isHeld(held)) return await commit(options, check, forecourt, output)
    return await dryRun({ ...options, file }, check, held, forecourt, output)
  } finally {
    await drafts.drop(draftId)
  }
}

/** The check, which names the columns that were matched by their content, those that are not used and those that may be a field. */
const withColumns = (
  check: Check,
  { byContent, unclear }: FoundColumns,
  unused: readonly string[],
): Check => ({
  ...check,
  file: check.file && {
    ...check.file,
    ...(byContent.length > 0 && {
      columns: byContent.map(({ header, column }) => ({ header, field: column })),
    }),
    ...(unused.length > 0 && { unused: [...unused] }),
    ...(unclear.length > 0 && {
      unclear: unclear.map(({ field, headers }) => ({ field, headers: [...headers] })),
    }),
  },
})

/** What has to be known of the columns before anything is sent; null if nothing. Rows without their price are worth a question. */
function columnQuestion({ byContent, unclear, isMapped }: FoundColumns): string | null {
  if (byContent.length > 0) return m.cli_columns_by_content_commit()
  const price = isMapped ? undefined : unclear.find(({ field }) => field === 'price')
  return price ? m.cli_columns_price_commit({ columns: signs(price.headers) }) : null
}

/** Rows are compared with the journal: one that went back in time, or can't be used, is dealt with before. */
function takeOver(
  { commit = false, json = false }: ImportOptions,
  forecourt: Forecourt,
  output: Output,
): void {
  const { state } = forecourt.batches.journalCare
  if (state === 'behind' && !commit) recoverDeadBatches(forecourt, output)
  else if (commit && troubled.has(state)) recoverBatches(forecourt, output, json)
}

const troubled = new Set<JournalState>(['behind', 'damaged', 'missing', 'copied'])

interface CheckOptions {
  readonly operation?: Operation
  readonly encoding?: FileShapeChoice['encoding']
  readonly delimiter?: FileShapeChoice['delimiter']
  readonly lookupCalls?: number
  readonly headerLine?: number
  readonly sheet?: string
  readonly set?: Constants
  readonly map?: string
}

/** What was found of the columns beside the fields that their names say. */
interface FoundColumns extends Pick<MappedColumns, 'byContent'> {
  readonly unclear: readonly UnclearField[]
  /** The person said what the columns are: with a file, or in the window. */
  readonly isMapped: boolean
}

/** The counts of a check, with what was found of the columns. */
type CheckedColumns = FoundColumns & { readonly check: Check }

/** Checks the file, and the rows with names that are not known once more when they were looked up. */
async function checkWithNames(
  options: CheckOptions,
  draftId: string,
  forecourt: Forecourt,
  output: Output,
): Promise<CheckedColumns> {
  const checked = await checkFile(options, draftId, forecourt, output)
  const { vehicles } = await forecourt.drafts.unnamedVehicles(draftId)
  if (vehicles.length === 0) return checked
  const { tasks, unavailable } = await forecourt.lookups.needsOf(vehicles)
  const { lookupCalls: most = mostLookupCalls } = options
  if (tasks.length === 0 || most === 0) {
    if (unavailable) output.say(m.cli_lookup_unavailable())
    return checked
  }
  output.say(m.cli_import_lookup({ count: vehicles.length, least: Math.min(tasks.length, most), most }))
  const done = await forecourt.lookups.lookUp(vehicles, { most })
  sayLookedUp(done, forecourt, output)
  return { ...checked, check: await forecourt.drafts.rename(draftId) }
}

async function checkFile(
  { encoding, delimiter, headerLine, sheet, operation, set, map }: CheckOptions,
  draftId: string,
  { drafts, planning }: Forecourt,
  output: Output,
): Promise<CheckedColumns> {
  const shape = {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(headerLine === undefined ? {} : { headerLine }),
    ...(sheet === undefined ? {} : { sheet }),
  }
  const account = await planning.account()
  const inspection = await drafts.inspect(draftId, shape, account)
  const remembered = map === undefined ? planning.columns.of(account.accountId, inspection.header) : null
  const { mapping, joins, constants, byContent } = mappedColumns(map, set, inspection, remembered)
  if (remembered !== null) output.say(m.cli_columns_remembered())
  sayUnusedOptions(inspection, { encoding, delimiter, sheet }, output)
  sayHeaderCurrency(inspection, mapping, constants, output)
  const unclear = unclearFields(inspection, mapping)
  sayUnclear(unclear, output)
  const check = await drafts.check(
    draftId,
    { shape, mapping, operation: operation ?? null, joins, constants },
    account,
    {
      onProgress: ({ bytes, totalBytes }) =>
        output.progress(m.cli_progress({ done: bytes, total: totalBytes })),
    },
  )
  return { check, byContent, unclear, isMapped: map !== undefined || remembered !== null }
}

interface CommitOptions {
  readonly yes?: boolean
  readonly again?: boolean
  readonly json?: boolean
  readonly report?: string
  /** Whether the caller moves the report, and says where it is then. */
  readonly movesReport?: boolean
}

/** What is confirmed once the command gets there: all that `--yes` means, and with `--again` second adverts. */
const confirmed = (again: boolean): readonly ConfirmationCode[] =>
  again ? confirmationCodes : confirmationCodes.filter((code) => !isSecondAdvert(code))

async function commit(
  { yes = false, again = false, json = false, report, movesReport = false }: CommitOptions,
  check: Check,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { batches, planning, accounts } = forecourt
  if ((await accounts.connection()).userId === 0)
    throw new Fault('usage', { reason: m.cli_user_id_missing() })
  const onValues = check.confirmations.filter(
    ({ code }) => code === 'price-jump' || code === 'texts-replaced',
  )
  const confirmations = yes ? [] : [...(await deleteConfirmations(check.deletes, forecourt)), ...onValues]
  if (confirmations.length > 0) {
    sayConfirmations(confirmations, output)
    await saveDraftReport({ report, movesReport }, check, forecourt, output)
    return exitCodes.unusable
  }
  recoverBatches(forecourt, output, json)
  const { id } = await planDraft(planning, check.draftId, confirmed(again), yes)
  output.say(m.cli_batch({ batch: id }))
  const batch =
    check.toSend > 0 ? await sendBatch(id, forecourt, output, yes) : batches.control.recomputeState(id)
  // What was sent is said even if the report can't be saved.
  await printBatch({ ...batch, file: check.file }, json, forecourt, output)
  sayConflicts(batch, output)
  if (report !== undefined) {
    await saveChunks(report, batches.reader.report(id, false).chunks)
    if (!movesReport) output.say(m.cli_report_saved({ file: report }))
  }
  return exitCodeOf(batch)
}
