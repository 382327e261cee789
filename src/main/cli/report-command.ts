import { m } from '#shared/i18n/generated/messages.js'
import { recoverDeadBatches } from './batch-sending.ts'
import { defineCommand } from './command-definition.ts'
import { jsonOption } from './options.ts'
import { exitCodes, json } from './output.ts'
import { examples } from './help-examples.ts'
import { saveChunks } from './save-file.ts'

/** `report`: every row with its outcome, or the failed ones in the form of the imported file. */
export const reportCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_report_about())
      .argument('<BATCH>', m.cli_argument_batch())
      .argument('<OUT.csv>', m.cli_argument_out())
      .option('--failed', m.cli_report_failed())
      .addOption(jsonOption())
      .addHelpText(
        'after',
        examples(['report 2026-11-21-k3f9a failed.csv --failed', m.cli_report_example_failed()]),
      ),

  async run({ open, output }, { failed = false, json: asJson }, batch, file) {
    const forecourt = await open()
    recoverDeadBatches(forecourt, output)
    await saveChunks(file, forecourt.batches.reader.report(batch, failed).chunks)
    if (asJson) output.print(json({ batch, file, failed }))
    output.say(m.cli_report_saved({ file }))
    return exitCodes.done
  },
})
