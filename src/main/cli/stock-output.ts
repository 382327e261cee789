import type { Batch, BatchRow, ProblemCode } from '#shared/batch/row.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import { rowGroups, type StockAction, type StockReason } from '#shared/stock/stock-actions.ts'
import { missingClueWords } from '#shared/stock/missing-clue-words.ts'
import type { MissingClues, StockBrake, StockCheck } from '#shared/stock/stock-check.ts'
import { stockNotes } from '#shared/stock/stock-notes.ts'
import { stockSummary } from '#shared/stock/stock-summary.ts'
import { failureLine } from '#shared/words/failure-words.ts'
import { printedBatch, printedCounts, printedRow, type PrintedRow } from '../batch/batch-json.ts'
import { mappedPages, rowsOf } from '../files/row-pages.ts'
import { printBatch, sayConflicts } from './batch-output.ts'
import {
  draftPages,
  judgedPages,
  type JudgedRow,
  printedRow as printedDraftRow,
  saveReport,
} from './dry-run.ts'
import type { ImportRun } from './import-run.ts'
import { olderFault } from '../stock/plan-stock.ts'
import { matchesAsOf } from '../stock/as-of.ts'
import { journalTrouble } from './batch-sending.ts'
import { jsonWithRows, type Output, printPieces } from './output.ts'
import { advertTitle, rowSummary } from '#shared/import/row-summary.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { actionWords, isSent, planWords, problemsOf, whyWords } from '#shared/stock/car-words.ts'
import { yearColumn, yearIn } from '../import/columns/car-columns.ts'
import type { Forecourt } from '../assemble.ts'

/** Decision of a check about the stock. */
export const stockOf = ({ stock }: Check): StockCheck => {
  if (!stock) throw new Error('a check of the whole stock without its decisions')
  return stock
}

/** Findings that hold the whole file: the brake, and the unconfirmed age of a file. */
export interface HeldFile {
  readonly brake: StockBrake | null
  readonly clues: MissingClues
  readonly age: StockCheck['age']
}

export const heldFile = ({ brake, clues, age }: StockCheck, asOf: string | undefined): HeldFile => ({
  brake,
  clues,
  age: age && asOf !== undefined && matchesAsOf(asOf, age.asOf) ? null : age,
})

/** Says why nothing of a file is taken, and what lifts it. */
export function sayHeldFile({ brake, clues, age }: HeldFile, output: Output): void {
  if (brake) {
    output.say(failureLine({ code: 'stock-brake', details: { ...brake, reason: brake.code } }))
    sayClues(clues, output)
  }
  if (!age) return
  output.say(failureLine(olderFault(age)))
}

/** Says what the missing cars of a file that brakes have in common. */
export function sayClues(clues: MissingClues, output: Output): void {
  for (const words of missingClueWords(clues)) output.say(`${words}.`)
}

/** Says the notes of a plan, in addition to its cars. */
export function sayNotes(stock: StockCheck, output: Output): void {
  for (const note of stockNotes(stock)) output.say(note)
}

type StockRow = PrintedRow & { readonly action: StockAction; readonly reason: string | null }

/** Prints what the file does: as one object with its rows, or as a line, which a report has among its words. */
export async function printPlan(run: ImportRun, check: Check): Promise<void> {
  const { options, forecourt, output } = run
  const { json = false, commit = false, movesReport = false } = options
  const stock = stockOf(check)
  if (json || movesReport) output.say(stockSummary(stock))
  else output.print(`${stockSummary(stock)}\n`)
  if (!json) return
  const { creates, edits, deletes, invalid, leftOut, unchanged } = check
  const counts = {
    ...stock.counts,
    planned: creates + edits + deletes,
    done: 0,
    failed: 0,
    inDoubt: 0,
    invalid,
    skipped: leftOut + unchanged,
  }
  const head = { ...headOf(check, ''), committed: commit, counts, ...journalTrouble(forecourt) }
  await printPieces(jsonWithRows(head, rowsOf(mappedPages(judgedPages(run, check), plannedRow))), output)
}

function headOf(check: Check, batch: string) {
  const { source, asOf, brake, clues, withdrawn, age, found, missing, filter, filtered } = stockOf(check)
  return {
    batch,
    operation: 'stock',
    source,
    asOf,
    missing,
    withdrawn,
    ...(clues.count > 0 && { clues }),
    ...(filter && { filter, filtered }),
    ...(check.file && { file: check.file }),
    ...(brake && { brake }),
    ...(age && { age }),
    found,
  }
}

function plannedRow(row: JudgedRow): StockRow {
  const { car } = row
  const { line, ...printed } = printedDraftRow(row)
  const decision = {
    key: car?.key ?? '',
    action: car?.action ?? 'error',
    reason: car?.reason ?? null,
  } as const
  return { line, ...decision, ...printed }
}

/**
 * Lines of cars that the file lacks: a row of a batch doesn't distinguish them from an edit or a delete of the file's
 * own.
 */
export async function missingLines(run: ImportRun, check: Check): Promise<ReadonlySet<number>> {
  const lines = new Set<number>()
  for await (const rows of draftPages(run, stockOf(check).counts.missing, 'missing'))
    for (const { line } of rows) lines.add(line)
  return lines
}

/** A batch that was sent, the check of its file, and the lines of the cars that the file lacks. */
interface SentFile {
  readonly batch: Batch
  readonly check: Check
  readonly missing: ReadonlySet<number>
}

/** The batch of a file, with what was decided about all of its cars. */
export async function printSent(run: ImportRun, { batch, check, missing }: SentFile): Promise<void> {
  const { forecourt, output } = run
  const { reader } = forecourt.batches
  if (run.options.json) {
    const { counts: _rows, ...printed } = printedBatch(batch)
    const counts = { ...stockOf(check).counts, ...printedCounts(batch.counts) }
    const head = { ...printed, ...headOf(check, batch.id), committed: true, counts }
    await printPieces(jsonWithRows(head, sentRows(reader.allRows(batch.id), missing)), output)
    sayConflicts(batch, output)
  } else await printBatch(batch, false, forecourt, output)
  await saveReport(run, () => reader.report(batch.id, false).chunks)
}

function* sentRows(rows: Iterable<BatchRow>, missing: ReadonlySet<number>): Generator<StockRow> {
  for (const row of rows)
    yield {
      ...printedRow(row),
      ...(missing.has(row.line) ? { action: 'missing' as const, reason: null } : decisionOf(row)),
    }
}

/** Reason for sending nothing for a car that a person set otherwise, by its problem. */
const keptReasons: Partial<Record<ProblemCode, StockReason>> = {
  'kept-by-hand': 'by-hand',
  'kept-pinned': 'pinned',
  'stays-out-of-stock': 'out-by-person',
}

/** Decision about the car of a row that was planned. */
function decisionOf({ operation, problems, state }: BatchRow): Pick<StockRow, 'action' | 'reason'> {
  const question = problems.find(({ code }) => code === 'stock-question')?.details
  if (question) return { action: question.action as StockAction, reason: String(question.reason) }
  const reason = problems.map(({ code }) => keptReasons[code]).find((each) => each !== undefined)
  if (state === 'skipped' && reason !== undefined) return { action: 'kept', reason }
  const isSent = state !== 'invalid' && (operation === 'create' || operation === 'edit')
  return { action: isSent ? operation : 'error', reason: null }
}

/** Cars that are sent or answered come first; cars that stay as they are would only hide it. */
const said: readonly StockAction[] = rowGroups.filter((group) => group !== 'delete' && group !== 'unchanged')
/** Cars of one action that are said one by one; more are counted. */
const saidCars = 40

/** The columns of the file, as the rows of its plan have them. */
type Columns = Pick<StockCheck, 'header' | 'mapping'>

/**
 * Says what the file does, car by car: its number, make, model and year, and what is done or asked about it. Actions without cars
 * are not asked for.
 */
export async function sayCars(
  { file, draftId, forecourt, output }: ImportRun,
  { counts, ...columns }: StockCheck,
): Promise<void> {
  for (const action of said) {
    if (counts[action] === 0) continue
    const { rows, total } = await forecourt.drafts.rows(
      draftId,
      { filter: 'all', group: action },
      0,
      saidCars,
    )
    const years = await yearsOf(rows, columns, forecourt)
    for (const [at, row] of rows.entries())
      output.say(carWords(file, row, carName(row, columns, years[at] ?? null)))
    if (total > rows.length)
      output.say(`${actionWords[action]()}: ${m.cli_more({ count: total - rows.length })}`)
  }
}

function carWords(file: string, row: DraftRow, name: string): string {
  const { car, line } = row
  const action = car ? actionWords[car.action]() : ''
  const what = whatWords(row)
  const place = car?.missing ? file : `${file}:${String(line)}`
  const words = [[car?.key, name].filter(Boolean).join(' '), what].filter(Boolean).join(' · ')
  return m.stock_cli_car({ place, action, words })
}

/** Changes of the car that are sent, or the reason why none are. Other warnings are said with their lines. */
function whatWords(row: DraftRow): string {
  const { car } = row
  if (!car || car.action === 'missing' || car.action === 'kept') return planWords(row)
  if (isSent(row)) return [rowSummary(row), whyWords(car)].filter(Boolean).join(' · ')
  const errors = problemsOf(row).filter(({ severity }) => severity === 'error')
  return errors.map(({ message }) => message).join(' ') || planWords(row)
}

/** The title of an advert ends with its year. */
const yearAtEnd = / (?:19|20)\d\d$/

/** Make, model and year of a car; what the file has for the make and model if their names are not known. */
function carName(row: DraftRow, { mapping }: Columns, year: number | null): string {
  const title = advertTitle(row)
  const cells = row.cells.filter((_cell, at) => isVehicle(mapping[at] ?? null))
  const name = title === '—' ? cells.join(' ').trim() : title
  return year === null ? name : `${name.replace(yearAtEnd, '')} ${String(year)}`.trim()
}

const isVehicle = (column: string | null): boolean =>
  column === 'marka_id' || column === 'model_id' || column === 'make_model'

/** The years that the file says, else those of the adverts. */
async function yearsOf(
  rows: readonly DraftRow[],
  { header }: Columns,
  { context: { accounts }, inventory }: Forecourt,
): Promise<(number | null)[]> {
  const { accountId } = await accounts.owner()
  const ids = rows.map(({ payload: { auto_id: id } }) => (typeof id === 'number' ? id : 0))
  const known = new Map(inventory.table.facts.brief(accountId, ids).map(({ id, year }) => [id, year]))
  const column = yearColumn(header)
  return rows.map(
    ({ cells }, at) => (column < 0 ? null : yearIn(cells[column] ?? '')) ?? known.get(ids[at] ?? 0) ?? null,
  )
}
