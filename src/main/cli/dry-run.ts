import type { Check, DraftRow } from '#shared/import/draft.ts'
import { rowChanges } from '#shared/batch/row-changes.ts'
import { changeWords } from '#shared/import/change-words.ts'
import { rowState } from '#shared/import/row-state.ts'
import { summaryWords } from '#shared/import/summary-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { StockAction } from '#shared/stock/stock-actions.ts'
import { staleAdverts } from '../import/freshness.ts'
import type { ImportRun } from './import-run.ts'
import type { PrintedBatch, PrintedRow } from '../batch/batch-json.ts'
import { journalTrouble, sayJournalTrouble } from './batch-sending.ts'
import { isHeld, isHeldRow, nothingHeld, type Held } from './confirmations.ts'
import { exitCodes, type ExitCode, jsonWithRows, printPieces } from './output.ts'
import { saveChunks, shownPath } from './save-file.ts'
import { csvChunks } from '../files/csv-chunks.ts'
import { mappedPages, rowsOf } from '../files/row-pages.ts'

/** Rows requested from the worker at once. */
const pageSize = 500
/** Edits that are said as old → new; more are counted. */
const saidChanges = 20

/** Prints what a commit would send; 1 if a row is invalid, or rows that would make second adverts hold the file back. */
export async function dryRun(run: ImportRun, check: Check, held: Held): Promise<ExitCode> {
  const { options, forecourt, output } = run
  await saveDraftReport(run, check, held)
  sayJournalTrouble(forecourt, output)
  const planned = withoutHeld(check, held)
  if (!options.json) {
    await sayChanges(run, check)
    await sayDeletes(run, check)
  }
  output.say(summaryWords(planned))
  const { count: stale } = await staleAdverts(forecourt.drafts, forecourt.planning.freshness, check.draftId)
  if (stale > 0) output.say(m.cli_stale({ count: stale }))
  if (options.json) {
    const head = { ...printedDraft(check, { planned, stale }), ...journalTrouble(forecourt) }
    const rows = rowsOf(mappedPages(judgedPages(run, check, held), printedRow))
    await printPieces(jsonWithRows(head, rows), output)
  } else output.print(`${m.cli_plan(planned)}\n`)
  // Sending was asked for, and is held back.
  if (!options.commit) output.say(m.cli_dry_run())
  return check.invalid > 0 || isHeld(held) ? exitCodes.partly : exitCodes.done
}

/** Saves the report of a check after which nothing is sent, if one is asked for: no older report is taken for it. */
export const saveDraftReport = (run: ImportRun, check: Check, held = nothingHeld): Promise<void> =>
  saveReport(run, () => {
    const rows = mappedPages(judgedPages(run, check, held), reportedRow)
    return csvChunks(columns, rows, { encoding: 'utf-8', bom: true })
  })

/** Saves the report of an import, if one is asked for. */
export async function saveReport(
  { options: { report, movesReport = false }, output }: ImportRun,
  chunks: () => Parameters<typeof saveChunks>[1],
): Promise<void> {
  if (report === undefined) return
  await saveChunks(report, chunks())
  if (!movesReport) output.say(m.cli_report_saved({ file: shownPath(report) }))
}

/** Creates that are held back count as invalid, as they do row by row. */
function withoutHeld(check: Check, { creates }: Held): Check {
  const count = creates.reduce((sum, asked) => sum + asked.count, 0)
  return { ...check, creates: check.creates - count, invalid: check.invalid + count }
}

/** So many rows of a file in its order, in pages; those of one action if it is given. */
export async function* draftPages(
  { draftId, forecourt: { drafts } }: ImportRun,
  count: number,
  action?: StockAction,
): AsyncGenerator<readonly DraftRow[]> {
  const choice = { filter: 'all', ...(action && { group: action }) } as const
  for (let offset = 0; offset < count; offset += pageSize)
    yield (await drafts.rows(draftId, choice, offset, pageSize)).rows
}

/** All rows of a check with what would become of each, for its JSON and its report. */
export const judgedPages = (
  run: ImportRun,
  { rows }: Check,
  held = nothingHeld,
): AsyncGenerator<JudgedRow[]> =>
  mappedPages(draftPages(run, rows), (row) => ({ ...row, state: stateOf(row, held) }))

function stateOf(row: DraftRow, held: Held): JudgedRow['state'] {
  const state = rowState(row)
  return state === 'planned' && isHeldRow(held, row) ? 'invalid' : state
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

/** A checked row as `--json` prints it. */
export const printedRow = (row: JudgedRow): PrintedRow => ({
  line: row.line,
  operation: row.operation,
  state: row.state,
  autoId: typeof row.payload.auto_id === 'number' ? row.payload.auto_id : null,
  problems: row.problems.map(({ column, code, message }) => ({ column, code, message })),
  changes: row.state === 'planned' ? rowChanges(row) : [],
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
  { file, draftId, forecourt, output }: ImportRun,
  { deletes }: Check,
): Promise<void> {
  if (deletes === 0) return
  const { rows } = await forecourt.drafts.rows(draftId, { filter: 'delete' }, 0, saidChanges)
  const sent = rows.filter((row) => rowState(row) === 'planned')
  for (const { line, title, payload } of sent)
    output.say(m.cli_row_deletes({ file, line, advert: [title ?? '', payload.auto_id].join(' ').trim() }))
  if (deletes > sent.length) output.say(m.cli_more({ count: deletes - sent.length }))
}

/** The first edits as old → new, and how many more there are. */
async function sayChanges({ file, draftId, forecourt, output }: ImportRun, { edits }: Check): Promise<void> {
  if (edits === 0) return
  const { rows } = await forecourt.drafts.rows(draftId, { filter: 'sent-edits' }, 0, saidChanges)
  for (const row of rows) {
    const changes = rowChanges(row).map((change) => changeWords(change, row))
    const named = row.title === null ? changes : [row.title, ...changes]
    output.say(`${file}:${row.line}: ${named.join(' · ')}`)
  }
  if (edits > rows.length) output.say(m.cli_more({ count: edits - rows.length }))
}

/** A dry run's result, row by row, is UTF-8 CSV with a BOM. */
const columns = ['line', 'operation', 'outcome', 'auto_id', 'error_code', 'error_message']

/** A checked row with what would become of it. */
export type JudgedRow = DraftRow & { readonly state: ReturnType<typeof rowState> }

const reportedRow = ({ line, operation, state, payload, problems }: JudgedRow): (string | number)[] => [
  line,
  operation ?? '',
  state,
  payload.auto_id ?? '',
  problems[0]?.code ?? '',
  problems.map(({ message }) => message).join(' '),
]
