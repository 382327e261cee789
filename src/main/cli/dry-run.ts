import type { Check, DraftRow } from '#shared/import/draft.ts'
import { rowChanges } from '#shared/batch/row-changes.ts'
import { changeWords } from '#shared/import/change-words.ts'
import { summaryWords } from '#shared/import/summary-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { staleAdverts } from '../import/freshness.ts'
import type { PrintedBatch, PrintedRow } from '../batch/batch-json.ts'
import { journalTrouble, sayJournalTrouble } from './batch-sending.ts'
import { isHeld, isHeldRow, nothingHeld, type Held } from './held-rows.ts'
import { exitCodes, type ExitCode, jsonWithRows, type Output, printPieces } from './output.ts'
import { saveChunks, shownPath } from './save-file.ts'
import { csvChunks } from '../files/csv-chunks.ts'
import { mappedPages, rowsOf } from '../files/row-pages.ts'

/** Rows requested from the worker at once. */
const pageSize = 500
/** Edits that are said as old → new; more are counted. */
const saidChanges = 20

interface DryRunOptions extends ReportOptions {
  /** The file as the person named it. */
  readonly file: string
  readonly json?: boolean
  /** Sending was asked for, and is held back. */
  readonly commit?: boolean
}

/** Prints what a commit would send; 1 if a row is invalid, or rows that would make second adverts hold the file back. */
export async function dryRun(
  { json: asJson = false, report, movesReport = false, commit = false, file }: DryRunOptions,
  check: Check,
  held: Held,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  await saveReport({ report, movesReport }, judgedPages(check, held, forecourt), output)
  sayJournalTrouble(forecourt, output)
  const planned = withoutHeld(check, held)
  if (!asJson) {
    await sayChanges(check, file, forecourt, output)
    await sayDeletes(check, file, forecourt, output)
  }
  output.say(summaryWords(planned))
  const { count: stale } = await staleAdverts(forecourt.drafts, forecourt.planning.freshness, check.draftId)
  if (stale > 0) output.say(m.cli_stale({ count: stale }))
  if (asJson) {
    const head = { ...printedDraft(check, { planned, stale }), ...journalTrouble(forecourt) }
    const rows = rowsOf(mappedPages(judgedPages(check, held, forecourt), printedRow))
    await printPieces(jsonWithRows(head, rows), output)
  } else output.print(`${m.cli_plan(planned)}\n`)
  if (!commit) output.say(m.cli_dry_run())
  return check.invalid > 0 || isHeld(held) ? exitCodes.partly : exitCodes.done
}

interface ReportOptions {
  readonly report?: string | undefined
  /** True if the caller moves the report, and says where it is then. */
  readonly movesReport?: boolean | undefined
}

/** Saves the report of a check after which nothing is sent, if one is asked for: no older report is taken for it. */
export async function saveDraftReport(
  options: ReportOptions,
  check: Check,
  forecourt: Forecourt,
  output: Output,
): Promise<void> {
  await saveReport(options, judgedPages(check, nothingHeld, forecourt), output)
}

async function saveReport(
  { report, movesReport = false }: ReportOptions,
  pages: AsyncIterable<readonly JudgedRow[]>,
  output: Output,
): Promise<void> {
  if (report === undefined) return
  await saveChunks(
    report,
    csvChunks(columns, mappedPages(pages, reportedRow), { encoding: 'utf-8', bom: true }),
  )
  if (!movesReport) output.say(m.cli_report_saved({ file: shownPath(report) }))
}

/** Creates that are held back count as invalid, as they do row by row. */
function withoutHeld(check: Check, { creates }: Held): Check {
  const count = creates.reduce((sum, asked) => sum + asked.count, 0)
  return { ...check, creates: check.creates - count, invalid: check.invalid + count }
}

/** Every row of the file in its order, in pages. */
async function* judgedPages(check: Check, held: Held, { drafts }: Forecourt): AsyncGenerator<JudgedRow[]> {
  for (let offset = 0; offset < check.rows; offset += pageSize) {
    const { rows } = await drafts.rows(check.draftId, { filter: 'all' }, offset, pageSize)
    yield rows.map((row) => ({ ...row, state: stateOf(row, held) }))
  }
}

function stateOf(row: DraftRow, held: Held): JudgedRow['state'] {
  if (row.leftOut || row.unchanged) return 'skipped'
  return row.valid && !isHeldRow(held, row) ? 'planned' : 'invalid'
}

/** A dry run in the form of a batch: what would be sent is planned. It has no id, because nothing of it is kept. */
function printedDraft(
  check: Check,
  { planned, stale }: { readonly planned: Check; readonly stale: number },
): PrintedBatch {
  const { creates, edits, deletes, invalid, leftOut, unchanged } = planned
  return {
    batch: '',
    operation: check.operation,
    committed: false,
    ...(check.file && { file: check.file }),
    counts: {
      planned: creates + edits + deletes,
      done: 0,
      failed: 0,
      inDoubt: 0,
      invalid,
      skipped: leftOut + unchanged,
    },
    summary: printedSummary(planned, stale),
  }
}

const printedRow = ({
  line,
  operation,
  state,
  payload,
  before,
  rowPrice,
  problems,
}: JudgedRow): PrintedRow => ({
  line,
  operation,
  state,
  autoId: typeof payload.auto_id === 'number' ? payload.auto_id : null,
  problems: problems.map(({ column, code, message }) => ({ column, code, message })),
  changes: state === 'planned' ? rowChanges({ operation, payload, before, rowPrice }) : [],
})

function printedSummary(check: Check, stale: number): NonNullable<PrintedBatch['summary']> {
  const { creates, edits, deletes, prices, texts, unchanged, invalid, leftOut } = check
  return {
    text: summaryWords(check),
    creates,
    edits,
    deletes,
    unchanged,
    invalid,
    leftOut,
    pricesDown: prices.down,
    pricesUp: prices.up,
    pricePercent: prices.percent,
    textsReplaced: texts.replaced + texts.unknown,
    stale,
  }
}

/** The first adverts that are deleted, and how many more there are. */
async function sayDeletes(
  { draftId, deletes }: Check,
  file: string,
  { drafts }: Forecourt,
  output: Output,
): Promise<void> {
  if (deletes === 0) return
  const { rows } = await drafts.rows(draftId, { filter: 'delete' }, 0, saidChanges)
  const sent = rows.filter(({ valid, leftOut }) => valid && !leftOut)
  for (const { line, title, payload } of sent)
    output.say(m.cli_row_deletes({ file, line, advert: [title ?? '', payload.auto_id].join(' ').trim() }))
  if (deletes > sent.length) output.say(m.cli_row_deletes_more({ count: deletes - sent.length }))
}

/** The first edits as old → new, and how many more there are. */
async function sayChanges(
  { draftId, edits }: Check,
  fileName: string,
  { drafts }: Forecourt,
  output: Output,
): Promise<void> {
  if (edits === 0) return
  const { rows } = await drafts.rows(draftId, { filter: 'sent-edits' }, 0, saidChanges)
  for (const row of rows) {
    const changes = rowChanges(row).map((change) => changeWords(change, row))
    const named = row.title === null ? changes : [row.title, ...changes]
    output.say(m.cli_row_changes({ file: fileName, line: row.line, changes: named.join(' · ') }))
  }
  if (edits > rows.length) output.say(m.cli_row_changes_more({ count: edits - rows.length }))
}

/** A dry run's result, row by row, is UTF-8 CSV with a BOM. */
const columns = ['line', 'operation', 'outcome', 'auto_id', 'error_code', 'error_message']

/** A checked row with what would become of it. */
type JudgedRow = DraftRow & { readonly state: 'planned' | 'invalid' | 'skipped' }

const reportedRow = ({ line, operation, state, payload, problems }: JudgedRow): (string | number)[] => [
  line,
  operation ?? '',
  state,
  payload.auto_id ?? '',
  problems[0]?.code ?? '',
  problems.map(({ message }) => message).join(' '),
]
