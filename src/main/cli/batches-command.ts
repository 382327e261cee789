import { m } from '#shared/i18n/generated/messages.js'
import { printedCounts } from '../batch/batch-json.ts'
import { countsOf } from './batch-output.ts'
import { journalTrouble, recoverDeadBatches } from './batch-sending.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { exitCodes, json } from './output.ts'

/**
 * `batches`: imports under the chosen account, or with `--all-accounts` under any, the newest first. Recent batches and
 * those that need something; with `--older` all.
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .addOption(jsonOption())
      .option('--all-accounts', m.cli_batches_all_accounts())
      .option('--older', m.cli_batches_older()),
  examples: ['batches --all-accounts'],

  async run({ open, output }, { json: asJson, allAccounts = false, older = false }) {
    const forecourt = await open()
    recoverDeadBatches(forecourt, output)
    const { reader } = forecourt.batches
    const { accountId } = await forecourt.context.accounts.owner()
    const isAsked = (of: { accountId: string }): boolean =>
      allAccounts || ['', accountId].includes(of.accountId)
    const { batches: recent, totals } = reader.page(null, allAccounts ? null : accountId)
    const list = older ? reader.list().filter(isAsked) : recent
    const total = sumOf(totals.filter(isAsked))
    const elsewhere = sumOf(totals) - total
    if (asJson) {
      const batches = list.map((batch) => ({ ...batch, counts: printedCounts(batch.counts) }))
      output.print(json({ total, batches, ...journalTrouble(forecourt) }))
    } else if (list.length === 0) output.say(m.cli_no_batches())
    else
      for (const batch of list)
        output.print(`${batch.id}  ${batch.state.padEnd(10)}  ${batch.fileName}  ${countsOf(batch)}\n`)
    if (list.length < total) output.say(m.cli_batches_older_left({ count: total - list.length }))
    if (elsewhere > 0) output.say(m.cli_batches_elsewhere({ count: elsewhere }))
    return list.every(({ unreadableParts }) => unreadableParts === undefined)
      ? exitCodes.done
      : exitCodes.partly
  },
})

const sumOf = (totals: readonly { count: number }[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0)
