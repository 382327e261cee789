import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand } from './command-definition.ts'
import { exitCodes } from './output.ts'
import { examples } from './help-examples.ts'
import { saveFile } from './save-file.ts'

/** `export`: writes the cached stock as CSV; reads it first if nothing is cached yet. */
export const exportCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_export_about())
      .argument('<OUT.csv>', m.cli_argument_out())
      .addHelpText('after', examples(['export stock.csv', m.cli_export_example()])),

  async run({ open, output }, _options, file) {
    const { inventory, inventorySync } = await open()
    const { syncedAt } = await inventorySync.state()
    const { failure } = syncedAt === null ? await inventorySync.sync() : { failure: null }
    if (failure) throw new Fault(failure.code, failure.details)
    const { text, adverts } = await inventory.export({ text: '', states: [], sort: [] })
    saveFile(file, text)
    output.say(m.cli_export_saved({ count: adverts, file }))
    return exitCodes.done
  },
})
