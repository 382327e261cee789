import { Argument } from '@commander-js/extra-typings'
import { operations } from '#shared/batch/operation.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand, oneOf } from './command-definition.ts'
import { exitCodes } from './output.ts'
import { ensureSaveable, formOf, saveFile, shownPath } from './save-file.ts'

/** `template`: an empty table of an operation, to be filled in and imported. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_template_about())
      .addArgument(
        new Argument('<OPERATION>', m.cli_template_operation()).argParser(oneOf('OPERATION', operations)),
      )
      .argument('<OUT>', m.cli_argument_out())
      .option('--xlsx', m.cli_template_xlsx()),
  examples: ['template create --xlsx new.xlsx'],

  async run({ open, output }, { xlsx = false }, operation, file) {
    ensureSaveable(file)
    const form = formOf(file, xlsx)
    const { planning } = await open()
    const { text } = await planning.template(operation, form)
    await saveFile(file, text)
    output.say(m.cli_report_saved({ file: shownPath(file) }))
    return exitCodes.done
  },
})
