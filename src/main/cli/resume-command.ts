import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { countsOf, jsonOfBatch, sayConflicts } from './batch-output.ts'
import { recoverBatches, sendBatch } from './batch-sending.ts'
import { defineCommand, jsonOption, waitOption } from './command-definition.ts'
import { exitCodes, type Output, printPieces } from './output.ts'

/** `resume`: continues the batch that is named, or every one of the chosen account that has rows to send. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_resume_about())
      .argument('[BATCH]', m.cli_resume_batch())
      .addOption(waitOption())
      .addOption(jsonOption())
      .option('--yes', m.cli_resume_yes())
      .option('--left-team', m.team_cli_resume_left())
      .option('--all-accounts', m.cli_resume_all_accounts()),
  examples: ['resume'],

  async run(
    { open, output },
    { json: asJson, yes = false, allAccounts = false, leftTeam = false, wait },
    batch,
  ) {
    const forecourt = await open(wait)
    recoverBatches(forecourt, output)
    const meant =
      batch === undefined
        ? await openBatches(forecourt, allAccounts, output)
        : [forecourt.batches.reader.get(batch)]
    if (meant.length === 0) output.say(m.cli_nothing_to_resume())
    // The oldest first, as they were imported: a later price must win over an earlier one.
    if (leftTeam) for (const { id } of meant) forecourt.batches.control.agreeLeft(id)
    const sent: Batch[] = []
    for (const { id } of meant.toReversed()) sent.push(await sendBatch(id, forecourt, output, yes))
    if (asJson) await printPieces(summaryOf(sent.map((each) => jsonOfBatch(each, forecourt))), output)
    else for (const each of sent) output.print(`${each.id}  ${countsOf(each)}\n`)
    for (const each of sent) sayConflicts(each, output)
    return sent.some((each) => exitCodeOf(each) !== exitCodes.done) ? exitCodes.partly : exitCodes.done
  },
})

/** Batches that have rows to send; those of other accounts are only named. */
async function openBatches(
  forecourt: Forecourt,
  allAccounts: boolean,
  output: Output,
): Promise<readonly Batch[]> {
  const open = forecourt.batches.reader.unsettled().filter(isOpen)
  if (allAccounts) return open
  const { accountId } = await forecourt.context.accounts.owner()
  const own = open.filter((batch) => batch.accountId === accountId)
  const others = open.filter((batch) => batch.accountId !== accountId)
  if (others.length > 0)
    output.say(
      m.cli_resume_elsewhere({ batches: others.map(({ id, fileName }) => `${id} (${fileName})`).join(', ') }),
    )
  return own
}

/** One batch is printed as `import` prints it; for none or several the object lists all. */
async function* summaryOf(batches: readonly AsyncIterable<string>[]): AsyncGenerator<string> {
  const [only] = batches
  if (batches.length === 1 && only) {
    yield* only
    return
  }
  yield '{"batches":['
  for (const [at, batch] of batches.entries()) {
    if (at > 0) yield ','
    yield* batch
  }
  yield ']}'
}

/** An undo that was not confirmed is still a preview, and is not sent. */
const isOpen = ({ state, counts }: Batch): boolean =>
  state !== 'cancelled' && state !== 'preview' && counts.planned > 0
