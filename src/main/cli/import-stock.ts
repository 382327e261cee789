import { Fault } from '#shared/bridge/failure.ts'
import { confirmationCodes, type Check } from '#shared/import/draft.ts'
import { headerKey } from '#shared/import/column-joins.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { usualSource } from '#shared/stock/stock-actions.ts'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import { stockSummary } from '#shared/stock/stock-summary.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { yearColumn } from '../import/columns/car-columns.ts'
import { linkFound } from '../stock/keep-answer.ts'
import { checkStock, noteLooked, planStock, savedChoice } from '../stock/plan-stock.ts'
import { recoverBatches, sendBatch } from './batch-sending.ts'
import { actionQuestion, sayUnknownValues } from './column-options.ts'
import { sayConfirmations } from './confirmations.ts'
import { saveDraftReport } from './dry-run.ts'
import {
  checkProgress,
  columnQuestion,
  type FileColumns,
  findColumns,
  lookUpNames,
  sayReading,
  refuseShift,
} from './file-check.ts'
import { type ImportRun, requireUserId } from './import-run.ts'
import { sayWarned } from './file-problems.ts'
import { exitCodes, type ExitCode } from './output.ts'
import { stockChoice } from './stock-options.ts'
import {
  heldFile,
  missingLines,
  printPlan,
  printSent,
  sayCars,
  sayClues,
  sayHeldFile,
  sayNotes,
  stockOf,
} from './stock-output.ts'

/** Another command may change the stock between check and plan; after so many plans something changes it all the time. */
const mostPlans = 3

/** Columns of a file, and the choices by which it is the stock. */
interface Reading {
  readonly columns: FileColumns
  readonly choice: StockChoice
}

/**
 * Checks a file as the whole stock of its source, says what it would do and, with `commit`, sends that.
 * @throws the Faults of checking and planning it
 */
export async function importStock(run: ImportRun): Promise<ExitCode> {
  const { options, forecourt, output } = run
  const choice = stockChoice(options, await savedChoice(forecourt.stock, options.source ?? usualSource))
  const reading = { choice, columns: await findColumns(run) }
  for (let plan = 1; ; plan += 1) {
    const check = await checked(run, reading)
    if (!options.commit) return showPlan(run, check, reading)
    try {
      return await commitPlan(run, check, reading)
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'plan-outdated') || plan === mostPlans) throw error
      output.say(m.stock_cli_plan_again())
    }
  }
}

/** Checks the file, again with names that were looked up and with links that were found, and says what a person should know. */
async function checked(run: ImportRun, { columns, choice }: Reading): Promise<Check> {
  const { draftId, forecourt, output } = run
  const { stock } = forecourt
  const check = () => checkStock(stock, draftId, { ...columns.choice, stock: choice }, checkProgress(output))
  let found = await check()
  if (await lookUpNames(run)) found = await check()
  if (choice.link !== 'none') {
    const grades = choice.link === 'certain' ? (['certain'] as const) : (['certain', 'likely'] as const)
    const linked = await linkFound(stock, draftId, grades)
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
  const named = new Set(used.map(headerKey))
  const isFree = (name: string): boolean => !named.has(headerKey(name))
  const reading = sayReading(run, found, columns, isFree)
  await sayWarned(run)
  await sayCars(run, stockOf(reading))
  await sayUnknownValues(run, reading, columns.choice)
  sayNotes(stockOf(reading), output)
  await refuseShift(run, reading)
  return reading
}

async function showPlan(run: ImportRun, check: Check, { columns, choice }: Reading): Promise<ExitCode> {
  const { options, output } = run
  await saveDraftReport(run, check)
  const held = heldFile(stockOf(check), options.asOf)
  await printPlan(run, check)
  sayHeldFile(held, output)
  const question = actionQuestion(columns.actions, choice)
  if (question !== null) output.say(question)
  output.say(m.cli_dry_run())
  await remember(run, choice)
  return held.brake || held.age || question !== null ? exitCodes.unusable : exitOf(check)
}

/** A look that can't be noted is no failure of the look. */
async function remember({ forecourt, output }: ImportRun, choice: StockChoice): Promise<void> {
  try {
    await noteLooked(forecourt.stock, choice)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    output.say(m.stock_cli_look_not_kept({ words: forecourt.context.words(error).words }))
  }
}

async function commitPlan(run: ImportRun, check: Check, { columns, choice }: Reading): Promise<ExitCode> {
  const { options, forecourt, output } = run
  const { yes = false, json = false } = options
  const held = heldFile(stockOf(check), options.asOf)
  const question = actionQuestion(columns.actions, choice) ?? (yes ? null : columnQuestion(columns))
  const asked = yes ? [] : check.confirmations
  if (question !== null || asked.length > 0) {
    output.say(stockSummary(stockOf(check)))
    sayHeldFile(held, output)
    if (question !== null) output.say(question)
    sayConfirmations(asked, output)
    await saveDraftReport(run, check)
    return exitCodes.unusable
  }
  await requireUserId(forecourt)
  recoverBatches(forecourt, output)
  const consent = { confirmed: confirmationCodes, olderOf: options.asOf ?? null }
  const isTaken = !held.brake && !held.age
  if (check.toSend === 0 && isTaken) {
    await saveDraftReport(run, check)
    await printPlan(run, check)
  } else output.say(stockSummary(stockOf(check)))
  // What holds the file is said by its fault; of two reasons that names the brake alone.
  if (held.brake) {
    sayClues(held.clues, output)
    sayHeldFile({ ...held, brake: null }, output)
  }
  const missing = json ? await missingLines(run, check) : new Set<number>()
  const planned = await planStock(forecourt.stock, check.draftId, choice, consent)
  if (!planned) {
    output.say(m.cli_nothing_to_send())
    return exitOf(check)
  }
  output.say(m.cli_batch({ batch: planned.id }))
  const batch = await sendBatch(planned.id, forecourt, output, yes)
  await printSent(run, { batch, check, missing })
  return exitCodeOf(batch) === 0 ? exitOf(check) : exitCodes.partly
}

/** 1 if anything waits, is asked or can't be sent. */
const exitOf = (check: Check): ExitCode => {
  const { counts } = stockOf(check)
  return counts.asked + counts.waiting + counts.error > 0 ? exitCodes.partly : exitCodes.done
}
