import { Option } from '@commander-js/extra-typings'
import { isReadInFull, type Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { printedCounts } from '../batch/batch-json.ts'
import type { Forecourt } from '../assemble.ts'
import { countsOf } from './batch-output.ts'
import { journalTrouble, recoverBatches, recoverDeadBatches } from './batch-sending.ts'
import { defineCommand } from './command-definition.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { exitCodes, json, type Output } from './output.ts'
import { examples } from './help-examples.ts'
import { UsageError } from './usage-error.ts'

/** Days since its end after which `--archive` takes a batch. */
const archiveDays = 90

/**
 * `batches`: what was imported under the chosen account, or with `--all-accounts` under any, the newest first; what was
 * archived, or moves what ended long ago to the archive.
 */
export const batchesCommand = defineCommand({
  describe: (command) =>
    command
      .addOption(jsonOption())
      .option('--all-accounts', m.cli_batches_all_accounts())
      .option('--archived', m.cli_batches_archived())
      .addOption(new Option('--archive', m.cli_batches_archive()).conflicts(['archived']))
      .addOption(
        new Option('--older-than <DAYS>', m.cli_batches_older_than({ days: archiveDays })).argParser(
          wholeNumber('--older-than', 36_500),
        ),
      )
      .addHelpText(
        'after',
        examples(
          ['batches --json', m.cli_batches_example_json()],
          ['batches --all-accounts', m.cli_batches_example_all()],
          ['batches --archive --older-than 30', m.cli_batches_example_archive()],
        ),
      ),

  async run({ open, output }, { json: asJson, allAccounts = false, archived, archive, olderThan }) {
    if (olderThan !== undefined && !archive)
      throw new UsageError(m.cli_only_with({ option: '--older-than', other: '--archive' }))
    const forecourt = await open()
    if (archive) return archiveBatches(forecourt, olderThan ?? archiveDays, asJson, output)
    recoverDeadBatches(forecourt, output)
    const { reader } = forecourt.batches
    const all = archived ? reader.archived() : reader.list()
    const { accountId } = await forecourt.accounts.owner()
    const list = allAccounts ? all : all.filter((batch) => ['', accountId].includes(batch.accountId))
    if (asJson) {
      const batches = list.map((batch) => ({ ...batch, counts: printedCounts(batch.counts) }))
      output.print(json({ total: list.length, batches, ...journalTrouble(forecourt) }))
    } else if (list.length === 0) output.say(archived ? m.cli_no_archived() : m.cli_no_batches())
    else
      for (const batch of list)
        output.print(`${batch.id}  ${batch.state.padEnd(10)}  ${batch.fileName}  ${countsOf(batch)}\n`)
    if (list.length < all.length) output.say(m.cli_batches_elsewhere({ count: all.length - list.length }))
    return list.every(isReadInFull) ? exitCodes.done : exitCodes.partly
  },
})

/** Archives the old batches of all accounts; nothing is sent. */
async function archiveBatches(
  forecourt: Forecourt,
  days: number,
  asJson: true | undefined,
  output: Output,
): Promise<typeof exitCodes.done> {
  recoverBatches(forecourt, output, asJson)
  const { batches, staying } = await forecourt.batches.archiving.run(days)
  const ids = (list: readonly Batch[]): string[] => list.map(({ id }) => id)
  if (asJson) output.print(json({ olderThanDays: days, archived: ids(batches), staying: ids(staying) }))
  else for (const { id, fileName } of batches) output.print(`${id}  ${fileName}\n`)
  output.say(m.cli_archived({ count: batches.length }))
  if (staying.length > 0)
    output.say(m.cli_archive_staying({ count: staying.length, batches: ids(staying).join(', ') }))
  return exitCodes.done
}
