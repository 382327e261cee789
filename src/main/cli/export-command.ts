import { Option } from '@commander-js/extra-typings'
import { encodings } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand } from './command-definition.ts'
import { delimiterOf, encodingOf } from './file-options.ts'
import { exitCodes } from './output.ts'
import { examples } from './help-examples.ts'
import { saveFile } from './save-file.ts'

/** `export`: writes the cached stock as CSV; reads it first if nothing is cached yet. */
export const exportCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_export_about())
      .argument('<OUT.csv>', m.cli_argument_out())
      .addOption(
        new Option('--encoding <NAME>', m.cli_export_encoding()).choices(encodings).argParser(encodingOf),
      )
      .addOption(new Option('--delimiter <C>', m.cli_export_delimiter()).argParser(delimiterOf))
      .addHelpText('after', examples(['export stock.csv', m.cli_export_example()])),

  async run({ open, output }, options, file) {
    const { inventory, inventorySync } = await open()
    const { syncedAt } = await inventorySync.state()
    const { failure } = syncedAt === null ? await inventorySync.sync() : { failure: null }
    if (failure) throw new Fault(failure.code, failure.details)
    const form = { encoding: options.encoding, delimiter: options.delimiter }
    const { text, adverts, beyond } = await inventory.export({ text: '', states: [], sort: [] }, form)
    saveFile(file, text)
    if (beyond > 0) output.say(m.cli_export_beyond({ count: beyond }))
    output.say(m.cli_export_saved({ count: adverts, file }))
    return exitCodes.done
  },
})
