import { m } from '#shared/i18n/generated/messages.js'
import type { OwnListSource } from '#shared/inventory/inventory-calls.ts'
import { defineCommand } from './command-definition.ts'
import { jsonOption } from './options.ts'
import { exitCodes, json } from './output.ts'
import { examples } from './help-examples.ts'
import { sayUnread } from './unread-words.ts'

const sourceWords: Readonly<Record<OwnListSource, () => string>> = {
  'own-list': m.cli_source_own_list,
  'new-search': m.cli_source_new_search,
  'user-search': m.cli_source_user_search,
  journal: m.cli_source_journal,
}

/** `sync`: reads the stock into the cache. */
export const syncCommand = defineCommand({
  describe: (command) =>
    command.addOption(jsonOption()).addHelpText('after', examples(['sync --json', m.cli_sync_example()])),

  async run({ open, output }, { json: asJson }) {
    const { inventorySync } = await open()
    const { failure, unread, gone, adverts, syncedAt, source } = await inventorySync.sync()
    if (asJson) output.print(json({ adverts, syncedAt, source, failure, unread, gone }))
    if (failure) {
      output.say(`${failure.words} ${failure.next}`)
      return exitCodes.unusable
    }
    output.say(m.cli_synced({ count: adverts }))
    if (source !== null) output.say(sourceWords[source]())
    if (gone > 0) output.say(m.inventory_gone({ count: gone }))
    return sayUnread(unread, m.cli_adverts_unread, output)
  },
})
