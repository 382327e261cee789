import { isReadInFull } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { printedCounts } from '../batch/batch-json.ts'
import { countsOf } from './batch-output.ts'
import { journalTrouble, recoverDeadBatches } from './batch-sending.ts'
import { defineCommand } from './command-definition.ts'
import { jsonOption } from './options.ts'
import { exitCodes, json } from './output.ts'
import { examples } from './help-examples.ts'

/** `batches`: what was imported under the chosen account, or with `--all-accounts` under any, the newest first. */
export const batchesCommand = defineCommand({
  describe: (command) =>
    command
      .addOption(jsonOption())
      .option('--all-accounts', m.cli_batches_all_accounts())
      .addHelpText(
        'after',
        examples(
          ['batches --json', m.cli_batches_example_json()],
          ['batches --all-accounts', m.cli_batches_example_all()],
        ),
      ),

  async run({ open, output }, { json: asJson, allAccounts = false }) {
    const forecourt = await open()
    recoverDeadBatches(forecourt, output)
    const { reader } = forecourt.batches
    const all = reader.list()
    const { accountId } = await forecourt.accounts.owner()
    const list = allAccounts ? all : all.filter((batch) => ['', accountId].includes(batch.accountId))
    if (asJson) {
      const batches = list.map((batch) => ({ ...batch, counts: printedCounts(batch.counts) }))
      output.print(json({ total: list.length, batches, ...journalTrouble(forecourt) }))
    } else if (list.length === 0) output.say(m.cli_no_batches())
    else
      for (const batch of list)
        output.print(`${batch.id}  ${batch.state.padEnd(10)}  ${batch.fileName}  ${countsOf(batch)}\n`)
    if (list.length < all.length) output.say(m.cli_batches_elsewhere({ count: all.length - list.length }))
    return list.every(isReadInFull) ? exitCodes.done : exitCodes.partly
  },
})
