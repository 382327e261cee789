import type { Batch, BatchRow, ProblemCode } from '#shared/batch/row.ts'
import { rowChanges } from '#shared/batch/row-changes.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { StockAction, StockReason } from '#shared/stock/stock-actions.ts'
import { missingClueWords } from '#shared/stock/missing-clue-words.ts'
import type { MissingClues, StockBrake, StockCheck } from '#shared/stock/stock-check.ts'
import { stockNotes } from '#shared/stock/stock-notes.ts'
import { stockSummary } from '#shared/stock/stock-summary.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import type { Forecourt } from '../assemble.ts'
import { printedBatch, printedCounts, printedRow, type PrintedRow } from '../batch/batch-json.ts'
import { mappedPages, rowsOf } from '../files/row-pages.ts'
import { printBatch } from './batch-output.ts'
import { olderFault } from '../stock/plan-stock.ts'
import { matchesAsOf } from '../stock/as-of.ts'
import { journalTrouble } from './batch-sending.ts'
import { jsonWithRows, type Output, printPieces } from './output.ts'
import { saveChunks, shownPath } from './save-file.ts'

/** Form in which the plan of a stock file, or what was sent of it, is to be printed. */
interface Printing {
  readonly json?: boolean
  readonly commit?: boolean
  readonly report?: string
  readonly movesReport?: boolean
}

/** Rows requested from the worker at once. */
const pageSize = 500

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
    output.say(brakeWords(brake))
    sayClues(clues, output)
  }
  if (!age) return
  const { words, next } = failureWords(olderFault(age), 'command-line')
  output.say(`${words} ${next}`)
}

/** Says what the missing cars of a file that brakes have in common. */
export function sayClues(clues: MissingClues, output: Output): void {
  for (const words of missingClueWords(clues)) output.say(`${words}.`)
}

/** Says the notes of a plan, in addition to its cars. */
export function sayNotes(stock: StockCheck, output: Output): void {
  for (const note of stockNotes(stock)) output.say(note)
}

/** Why nothing of a file is taken, and what lifts it. */
function brakeWords(brake: StockBrake): string {
  const { words, next } = failureWords(
    new Fault('stock-brake', { ...brake, reason: brake.code }),
    'command-line',
  )
  return `${words} ${next}`
}

type StockRow = PrintedRow & { readonly action: StockAction; readonly reason: string | null }

/** Prints what the file does: as one object with its rows, or as a line, which a report has among its words. */
export async function printPlan(
  { json = false, commit = false, movesReport = false }: Printing,
  check: Check,
  forecourt: Forecourt,
  output: Output,
): Promise<void> {
  const stock = stockOf(check)
  if (json || movesReport) output.say(stockSummary(stock))
  else output.print(`${stockSummary(stock)}\n`)
  if (!json) return
  const { creates, edits, deletes, invalid, leftOut, unchanged } = check
  const counts = {
    ...stock.counts,
    ...{ planned: creates + edits + deletes, done: 0, failed: 0, inDoubt: 0, invalid },
    skipped: leftOut + unchanged,
  }
  const head = { ...headOf(check, ''), committed: commit, counts, ...journalTrouble(forecourt) }
  await printPieces(jsonWithRows(head, rowsOf(mappedPages(pagesOf(check, forecourt), plannedRow))), output)
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

async function* pagesOf(check: Check, { drafts }: Forecourt): AsyncGenerator<DraftRow[]> {
  for (let offset = 0; offset < check.rows; offset += pageSize) {
    const { rows } = await drafts.rows(check.draftId, { filter: 'all' }, offset, pageSize)
    yield rows
  }
}

function plannedRow(row: DraftRow): StockRow {
  const { line, operation, payload, problems, car, valid } = row
  const isSent = valid && !row.leftOut && !row.unchanged
  return {
    line,
    key: car?.key ?? '',
    action: car?.action ?? 'error',
    reason: car?.reason ?? null,
    operation,
    state: isSent ? 'planned' : valid ? 'skipped' : 'invalid',
    autoId: typeof payload.auto_id === 'number' ? payload.auto_id : null,
    problems: problems.map(({ column, code, message }) => ({ column, code, message })),
    changes: isSent ? rowChanges(row) : [],
  }
}

/**
 * Lines of cars that the file lacks: a row of a batch doesn't distinguish them from an edit or a delete of the file's
 * own.
 */
export async function missingLines(check: Check, { drafts }: Forecourt): Promise<ReadonlySet<number>> {
  const lines = new Set<number>()
  const choice = { filter: 'all', action: 'missing' } as const
  for (let offset = 0; offset < stockOf(check).counts.missing; offset += pageSize)
    for (const { line } of (await drafts.rows(check.draftId, choice, offset, pageSize)).rows) lines.add(line)
  return lines
}

/** A batch that was sent, the check of its file, and the lines of the cars that the file lacks. */
interface SentFile {
  readonly batch: Batch
  readonly check: Check
  readonly missing: ReadonlySet<number>
}

/** The batch of a file, with what was decided about all of its cars. */
export async function printSent(
  { json = false, report, movesReport = false }: Printing,
  { batch, check, missing }: SentFile,
  forecourt: Forecourt,
  output: Output,
): Promise<void> {
  const { reader } = forecourt.batches
  if (json) {
    const { counts: _rows, ...printed } = printedBatch(batch)
    const counts = { ...stockOf(check).counts, ...printedCounts(batch.counts) }
    const head = { ...printed, ...headOf(check, batch.id), committed: true, counts }
    await printPieces(jsonWithRows(head, sentRows(reader.allRows(batch.id), missing)), output)
  } else {
    await printBatch(batch, false, forecourt, output)
  }
  if (report === undefined) return
  await saveChunks(report, reader.report(batch.id, false).chunks)
  if (!movesReport) output.say(m.cli_report_saved({ file: shownPath(report) }))
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
