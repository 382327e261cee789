import { m } from '#shared/i18n/generated/messages.js'
import type { ExcelForm } from '../files/error-rows.ts'
import { recoverDeadBatches } from './batch-sending.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { exitCodes, json } from './output.ts'
import { besideResult, csvOnly, ensureSaveable, formOf, saveChunks, shownPath } from './save-file.ts'
import { UsageError } from './usage-error.ts'

/** `report`: every row with its outcome, or the failed ones in the form of the imported file. */
export const command = defineCommand({
  describe: (command) =>
    command
      .argument('<BATCH>', m.cli_argument_batch())
      .argument('<OUT.csv>', m.cli_argument_out())
      .option('--failed', m.cli_report_failed())
      .option('--xlsx', m.cli_report_xlsx())
      .addOption(jsonOption()),
  examples: [
    'report 2026-11-21-k3f9a failed.csv --failed',
    'report 2026-11-21-k3f9a failed.xlsx --failed --xlsx',
  ],

  async run({ open, output }, { failed = false, xlsx = false, json: asJson }, batch, file) {
    if (xlsx && !failed) throw new UsageError(m.cli_only_with({ option: '--xlsx', other: '--failed' }))
    if (!failed) csvOnly(file)
    ensureSaveable(file)
    besideResult(file, output, asJson)
    const format = failed ? formOf(file, xlsx) : 'csv'
    const forecourt = await open()
    recoverDeadBatches(forecourt, output)
    const form: ExcelForm = { format, separator: forecourt.planning.listSeparator() }
    await saveChunks(
      file,
      forecourt.batches.reader.report(batch, failed, format === 'xlsx' ? form : null).chunks,
    )
    if (asJson) output.print(json({ batch, file, failed }))
    output.say(m.cli_report_saved({ file: shownPath(file) }))
    return exitCodes.done
  },
})
