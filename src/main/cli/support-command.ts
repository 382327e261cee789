import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand } from './command-definition.ts'
import { exitCodes } from './output.ts'
import { ensureSaveable, saveFile, zipOnly } from './save-file.ts'

/**
 * `support`: prints what helps to find a fault, or saves the same as a ZIP archive. Nothing is sent, and no key is needed: it is
 * wanted most when the window doesn't open.
 */
export const command = defineCommand({
  describe: (command) => command.description(m.cli_support_about()).argument('[OUT]', m.cli_support_out()),
  examples: ['support', 'support forecourt-support.zip'],

  async run({ open, output }, _options, file) {
    if (file !== undefined) {
      ensureSaveable(file)
      zipOnly(file)
    }
    const support = await (await open()).support()
    const { id, files } = await support.look()
    if (file === undefined) {
      for (const { name, text } of files) output.printText(`== ${name} ==\n${text}\n`)
      output.say(m.cli_support_not_saved())
      return exitCodes.done
    }
    await saveFile(file, (await support.archive(id)).text)
    output.say(m.cli_support_saved({ file, names: files.map(({ name }) => name).join(', ') }))
    return exitCodes.done
  },
})
