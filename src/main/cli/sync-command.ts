import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand } from './command-definition.ts'
import { jsonOption } from './options.ts'
import { exitCodes, json } from './output.ts'
import { examples } from './help-examples.ts'
import { sayUnread } from './unread-words.ts'

/** `sync`: reads the stock into the cache. */
export const syncCommand = defineCommand({
  describe: (command) =>
    command.addOption(jsonOption()).addHelpText('after', examples(['sync --json', m.cli_sync_example()])),

  async run({ open, output }, { json: asJson }) {
    const { inventorySync } = await open()
    const { failure, unread, adverts, syncedAt } = await inventorySync.sync()
    if (asJson) output.print(json({ adverts, syncedAt, failure, unread }))
    if (failure) {
      output.say(`${failure.words} ${failure.next}`)
      return exitCodes.unusable
    }
    output.say(m.cli_synced({ count: adverts }))
    return sayUnread(unread, m.cli_adverts_unread, output)
  },
})
