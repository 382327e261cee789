import { basename } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { confirmationCodes, type Check } from '#shared/import/draft.ts'
import { readingWords } from '#shared/import/file-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { usualSource } from '#shared/stock/stock-actions.ts'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import { stockSummary } from '#shared/stock/stock-summary.ts'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { yearColumn } from '../import/columns/year-column.ts'
import { linkFound } from '../stock/link-found.ts'
import { refuseShifted } from '../joins/plan-draft.ts'
import { checkStock, noteLooked, planStock, savedChoice } from '../stock/plan-stock.ts'
import { sayConflicts } from './batch-output.ts'
import { recoverBatches, sendBatch } from './batch-sending.ts'
import { actionQuestion, sayUnknownValues, withoutActions } from './column-questions.ts'
import { sayConfirmations } from './confirmations.ts'
import { saveDraftReport } from './dry-run.ts'
import {
  checkProgress,
  columnQuestion,
  type FileColumns,
  type FileOptions,
  findColumns,
  lookUpNames,
  withColumns,
} from './file-check.ts'
import { sayColumnsByContent, sayComparedColumns, sayUnusedColumns, sayWarned } from './file-problems.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'
import { stockChoice, type StockOptions } from './stock-options.ts'
import { sayCars } from './stock-cars.ts'
import {
  heldFile,
  missingLines,
  printPlan,
  printSent,
  sayClues,
  sayHeldFile,
  sayNotes,
  stockOf,
} from './stock-output.ts'

type Options = FileOptions &
  StockOptions & {
    readonly commit?: boolean
    readonly yes?: boolean
    readonly json?: boolean
    readonly report?: string
    readonly movesReport?: boolean
    readonly source?: string
    /** Place where the file's content is read, if that is not in its own place. */
    readonly content?: string
  }

/** Another command may change the stock between check and plan; after so many plans something changes it all the time. */
const mostPlans = 3

/**
 * Checks a file as the whole stock of its source, says what it would do and, with `commit`, sends that.
 * @throws the Faults of checking and planning it
 */
export async function importStock(
  options: Options,
  file: string,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { drafts } = forecourt
  if (options.repairText) throw new Fault('usage', { reason: m.cli_repair_text_stock() })
  const draftId = drafts.openPath(options.content ?? file)
  try {
    const choice = stockChoice(options, await savedChoice(forecourt.stock, options.source ?? usualSource))
    const columns = await findColumns(options, draftId, forecourt, output)
    for (let plan = 1; ; plan += 1) {
      const check = await checked({ file, options, draftId, columns, choice }, forecourt, output)
      if (!options.commit) return await showPlan(options, check, { columns, choice }, forecourt, output)
      try {
        return await commitPlan(options, check, { columns, choice }, forecourt, output)
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'plan-outdated') || plan === mostPlans) throw error
        output.say(m.stock_cli_plan_again())
      }
    }
  } finally {
    await drafts.drop(draftId)
  }
}

interface Checking {
  /** The file as the person named it. */
  readonly file: string
  readonly options: Options
  readonly draftId: string
  readonly columns: FileColumns
  readonly choice: StockChoice
}

/** Checks the file, again with names that were looked up and with links that were found, and says what a person should know. */
async function checked(
  { file, options, draftId, columns, choice }: Checking,
  forecourt: Forecourt,
  output: Output,
): Promise<Check> {
  const { drafts, stock } = forecourt
  const check = () => checkStock(stock, draftId, { ...columns.choice, stock: choice }, checkProgress(output))
  let found = await check()
  if (await lookUpNames(options, draftId, forecourt, output)) found = await check()
  if (choice.link !== 'none') {
    const linked = await linkFound(
      stock,
      draftId,
      choice.link === 'certain' ? ['certain'] : ['certain', 'likely'],
    )
    if (linked > 0) found = await check()
    output.say(m.stock_cli_linked({ count: linked }))
  }
  const { header } = stockOf(found)
  const used = [
    choice.key,
    choice.filter?.column ?? '',
    choice.quantity ?? '',
    header[yearColumn(header)] ?? '',
  ]
  const named = new Set(used.map((name) => name.trim().toLowerCase()))
  const beside = drafts.unusedColumns(draftId)
  const isFree = (name: string): boolean => !named.has(name.trim().toLowerCase())
  const free = withoutActions(beside.unused.filter(isFree), columns.actions)
  const [unused, compared] = [free, beside.compared.filter(isFree)]
  const told = withColumns(found, columns, unused)
  output.say(readingWords(told))
  sayColumnsByContent(columns.byContent, output)
  sayUnusedColumns(unused, output)
  sayComparedColumns(compared, output)
  await sayWarned(file, draftId, forecourt, output)
  await sayCars(file, draftId, stockOf(told), forecourt, output)
  await sayUnknownValues(told, columns.choice, draftId, forecourt, output)
  sayNotes(stockOf(told), output)
  if (told.shift) await saveDraftReport(options, told, forecourt, output)
  refuseShifted(told, basename(file))
  return told
}

async function showPlan(
  options: Options,
  check: Check,
  { columns, choice }: Pick<Checking, 'columns' | 'choice'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  await saveDraftReport(options, check, forecourt, output)
  const held = heldFile(stockOf(check), options.asOf)
  await printPlan(options, check, forecourt, output)
  sayHeldFile(held, output)
  const question = actionQuestion(columns.actions, choice)
  if (question !== null) output.say(question)
  output.say(m.cli_dry_run())
  await remember(forecourt, choice, output)
  return held.brake || held.age || question !== null ? exitCodes.unusable : exitOf(check)
}

/** A look that can't be noted is no failure of the look. */
async function remember(forecourt: Forecourt, choice: StockChoice, output: Output): Promise<void> {
  try {
    await noteLooked(forecourt.stock, choice)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    output.say(m.stock_cli_look_not_kept({ words: forecourt.words(error).words }))
  }
}

async function commitPlan(
  options: Options,
  check: Check,
  { columns, choice }: Pick<Checking, 'columns' | 'choice'>,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { yes = false, json = false } = options
  const held = heldFile(stockOf(check), options.asOf)
  const question = actionQuestion(columns.actions, choice) ?? (yes ? null : columnQuestion(columns))
  const asked = yes ? [] : check.confirmations
  if (question !== null || asked.length > 0) {
    output.say(stockSummary(stockOf(check)))
    sayHeldFile(held, output)
    if (question !== null) output.say(question)
    sayConfirmations(asked, output)
    await saveDraftReport(options, check, forecourt, output)
    return exitCodes.unusable
  }
  if ((await forecourt.accounts.connection()).userId === 0)
    throw new Fault('usage', { reason: m.cli_user_id_missing() })
  recoverBatches(forecourt, output)
  const consent = { confirmed: confirmationCodes, olderOf: options.asOf ?? null }
  const isTaken = !held.brake && !held.age
  if (check.toSend === 0 && isTaken) {
    await saveDraftReport(options, check, forecourt, output)
    await printPlan(options, check, forecourt, output)
  } else output.say(stockSummary(stockOf(check)))
  // What holds the file is said by its fault; of two reasons that names the brake alone.
  if (held.brake) {
    sayClues(held.clues, output)
    sayHeldFile({ ...held, brake: null }, output)
  }
  const missing = json ? await missingLines(check, forecourt) : new Set<number>()
  const planned = await planStock(forecourt.stock, check.draftId, choice, consent)
  if (!planned) {
    output.say(m.cli_nothing_to_send())
    return exitOf(check)
  }
  output.say(m.cli_batch({ batch: planned.id }))
  const batch = await sendBatch(planned.id, forecourt, output, yes)
  await printSent(options, { batch, check, missing }, forecourt, output)
  sayConflicts(batch, output)
  return exitCodeOf(batch) === 0 ? exitOf(check) : exitCodes.partly
}

/** 1 if anything waits, is asked or can't be sent. */
const exitOf = (check: Check): ExitCode => {
  const { counts } = stockOf(check)
  return counts.asked + counts.waiting + counts.error > 0 ? exitCodes.partly : exitCodes.done
}
