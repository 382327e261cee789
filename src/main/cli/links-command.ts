import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { recoverBatches } from './batch-sending.ts'
import { defineCommand } from './command-definition.ts'
import { keepTyped, linkActions } from './links-answers.ts'
import { knownLinks } from './known-links.ts'
import { exportLinks, importLinks } from './links-table.ts'
import { jsonOption, actionArgument } from './options.ts'
import { exitCodes, json, type Output, tableLine } from './output.ts'
import { UsageError } from './usage-error.ts'

/** `links`: which advert each of the dealer's own numbers is, and the answers to what a plan asks. */
export const command = defineCommand({
  describe: (command) =>
    command
      .addArgument(actionArgument('[ACTION]', linkActions))
      .argument('[KEY]', m.stock_cli_links_key())
      .argument('[OTHER]', m.stock_cli_links_other())
      .option('--commit', m.stock_cli_links_commit())
      .addOption(jsonOption()),
  actions: linkActions,
  examples: () => [
    ['links', m.stock_cli_links_does_list()],
    ['links set 0123 39099619', m.stock_cli_links_does_set()],
    ['links new 0123', m.stock_cli_links_does_new()],
    ['links apart 0123 123', m.stock_cli_links_does_apart()],
    ['links export links.csv', m.stock_cli_links_does_export()],
    ['links import links.csv --commit', m.stock_cli_links_does_import()],
    ['links pin 0123 price', m.stock_cli_links_does_pin()],
  ],

  async run({ open, output }, { json: asJson = false, commit = false }, action = 'list', first, second) {
    if (commit && action !== 'import')
      throw new UsageError(m.cli_only_with({ option: '--commit', other: 'links import' }))
    const isTable = action === 'export' || action === 'import'
    if (isTable && (first === undefined || second !== undefined))
      throw new UsageError(m.stock_cli_links_file({ action }))
    const forecourt = await open()
    if (action === 'list') {
      await printLinks(forecourt, asJson, output)
      return exitCodes.done
    }
    if (action === 'export') return exportLinks(forecourt, first ?? '', asJson, output)
    recoverBatches(forecourt, output)
    if (action === 'import') return importLinks(forecourt, { file: first ?? '', commit, asJson }, output)
    await keepTyped(forecourt, { action, first, second })
    output.say(m.word_answer_kept())
    return exitCodes.done
  },
})

/** @param endedBy null for a link that is live */
const stateWords = (endedBy: 'file' | 'person' | null): string => {
  if (endedBy === null) return m.stock_cli_link_live()
  return endedBy === 'file' ? m.stock_cli_link_ended_file() : m.stock_cli_link_ended_person()
}

async function printLinks(forecourt: Forecourt, asJson: boolean, output: Output): Promise<void> {
  const links = await knownLinks(forecourt)
  if (asJson) output.print(json({ links }))
  else
    for (const { key, autoId, endedBy, title } of links)
      output.printText(tableLine([key, autoId, stateWords(endedBy), title ?? '']))
}
