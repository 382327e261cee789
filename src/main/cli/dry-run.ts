import type { Check, DraftRow } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import type { PrintedBatch } from '../batch/batch-json.ts'
import { draftReport } from './draft-report.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { saveFile } from './save-file.ts'

/** Rows requested from the worker at once. */
const pageSize = 500

/** Prints what a commit would send; 1 if a row is invalid. */
export async function dryRun(
  { json: asJson = false, report }: { readonly json?: boolean; readonly report?: string },
  check: Check,
  draftId: string,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const rows = asJson || report !== undefined ? await allRows(check, draftId, forecourt) : []
  if (report !== undefined) {
    saveFile(report, draftReport(rows))
    output.say(m.cli_report_saved({ file: report }))
  }
  output.print(asJson ? json(printedDraft(check, rows)) : `${m.cli_plan(check)}\n`)
  output.say(m.cli_dry_run())
  return check.invalid > 0 ? exitCodes.partly : exitCodes.done
}

async function allRows(check: Check, draftId: string, { drafts }: Forecourt): Promise<DraftRow[]> {
  const rows: DraftRow[] = []
  for (let offset = 0; offset < check.rows; offset += pageSize)
    rows.push(...(await drafts.rows(draftId, { filter: 'all' }, offset, pageSize)).rows)
  return rows
}

/** A dry run in the form of a batch: what would be sent is planned. It has no id, because nothing of it is kept. */
function printedDraft(check: Check, rows: readonly DraftRow[]): PrintedBatch {
  return {
    batch: '',
    operation: check.operation,
    committed: false,
    file: check.file,
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
