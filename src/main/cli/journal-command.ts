import { isBlocked, type JournalChoice } from '#shared/batch/journal-state.ts'
import { journalWords } from '#shared/batch/journal-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { Action } from './command-help.ts'
import { defineCommand, jsonOption, actionArgument } from './command-definition.ts'
import { exitCodes, json } from './output.ts'

const meanings: Readonly<Record<'status' | JournalChoice, Action>> = {
  status: { meaning: m.cli_journal_does_status },
  restore: { meaning: m.cli_journal_does_restore },
  'start-new': { meaning: () => lowered(m.journal_start_new()) },
  'continue-here': { meaning: m.cli_journal_does_continue_here },
}

/** `journal`: what state the record of what was sent is in, and what becomes of a damaged or copied one. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_journal_about())
      .addArgument(actionArgument('<ACTION>', meanings))
      .addOption(jsonOption()),
  actions: meanings,
  examples: ['journal status --json'],

  async run({ open, output }, { json: asJson }, action) {
    const { batches } = await open()
    const { journalCare } = batches
    journalCare.ensureChecked()
    const status = action === 'status' ? journalCare.status() : journalCare.choose(action)
    if (asJson) output.print(json(status))
    else {
      for (const line of journalWords(status)) output.print(`${line}\n`)
      if (status.state === 'behind')
        output.print(`${m.app_journal_behind_title({ count: status.lost ?? 0 })}.\n`)
    }
    return isBlocked(status) ? exitCodes.unusable : exitCodes.done
  },
})
