import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { OwnListSource } from '#shared/inventory/inventory-calls.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { json, sayUnread } from './output.ts'

const searchWords: Readonly<Record<Exclude<OwnListSource, 'own-list'>, () => string>> = {
  'new-search': m.inventory_source_new_search,
  'user-search': m.inventory_source_user_search,
  journal: m.cli_source_journal,
}

const listSourceWords = (source: OwnListSource): string =>
  source === 'own-list' ? m.cli_source_own_list() : `${m.inventory_source_no_list()} ${searchWords[source]()}`

/** `sync`: reads the stock into the cache. */
export const command = defineCommand({
  describe: (command) => command.addOption(jsonOption()),
  examples: ['sync --json'],

  async run({ open, output }, { json: asJson }) {
    const { inventorySync } = await open()
    const { failure, unread, gone, adverts, syncedAt, source } = await inventorySync.sync()
    if (failure) throw new Fault(failure.code, failure.details)
    if (asJson) output.print(json({ adverts, syncedAt, source, unread, gone }))
    output.say(m.cli_synced({ count: adverts }))
    if (source !== null) output.say(listSourceWords(source))
    if (gone > 0) output.say(m.inventory_gone({ count: gone }))
    return sayUnread(unread, m.inventory_unread, output)
  },
})
