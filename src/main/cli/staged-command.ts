import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import { confirmationCodes } from '#shared/import/draft.ts'
import type { Review } from '#shared/staged/staged-calls.ts'
import type { StagedRow } from '#shared/staged/staged-edit.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { exitCodeOf } from '../batch/batch-json.ts'
import { printBatch } from './batch-output.ts'
import { recoverBatches, sendBatch } from './batch-sending.ts'
import { defineCommand, jsonOption, waitOption } from './command-definition.ts'
import { sayConfirmations } from './confirmations.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'

interface SendOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

/** `staged`: lists the edits that are not sent yet; with `--send` checks them, with `--commit` sends them. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_staged_about())
      .option('--send', m.cli_staged_send())
      .option('--commit', m.cli_staged_commit())
      .option('--yes', m.cli_staged_yes())
      .addOption(waitOption())
      .addOption(jsonOption()),
  examples: ['staged --send --commit'],

  async run({ open, output }, { send = false, commit = false, wait, ...options }) {
    const forecourt = await open(wait)
    await forecourt.staged.settling.settleBatches()
    if (!send && !commit) return list(options, forecourt, output)
    if (commit) recoverBatches(forecourt, output)
    const review = await (await forecourt.stagedSender()).review()
    await sayReady(forecourt, output)
    sayReview(review, output)
    if (commit && review.check && review.check.toSend > 0)
      return sendReviewed(review, options, forecourt, output)
    if (options.json) output.print(json(printedReview(review)))
    return review.conflicts + review.gone > 0 || (review.check?.invalid ?? 0) > 0
      ? exitCodes.partly
      : exitCodes.done
  },
})

async function list(
  { json: asJson }: SendOptions,
  { context: { accounts }, staged }: Forecourt,
  output: Output,
) {
  const { accountId } = await accounts.owner()
  const rows: StagedRow[] = []
  for await (const page of staged.shown.pages(accountId)) rows.push(...page)
  if (asJson) output.print(json({ edits: rows.map(printedEdit) }))
  else if (rows.length === 0) output.say(m.staged_empty_title())
  else for (const row of rows) output.print(`${lineOf(row)}\n`)
  return exitCodes.done
}

const lineOf = ({ advert, field, seen, seenCurrency, value, currency, state }: StagedRow): string =>
  m.cli_staged_line({
    advert,
    field,
    old: seen === null ? '?' : withCurrency(seen, seenCurrency),
    value: withCurrency(value, currency),
    state,
  })

const withCurrency = (value: string | number, currency: CurrencyId | null): string =>
  currency === null ? String(value) : `${value} ${currencies[currency]}`

/** Says what would be sent, old → new: also a night task that sends it at once leaves behind what it did. */
async function sayReady({ context: { accounts }, staged }: Forecourt, output: Output): Promise<void> {
  const { accountId } = await accounts.owner()
  for await (const page of staged.shown.pages(accountId))
    for (const row of page) if (row.state === 'ready') output.say(lineOf(row))
}

/** An edit as `--json` prints it; null for what is not known. */
const printedEdit = (row: StagedRow) => ({
  autoId: row.advert,
  title: row.title,
  field: row.field,
  value: row.value,
  currency: row.currency,
  seen: row.seen,
  seenCurrency: row.seenCurrency,
  now: row.now,
  nowCurrency: row.nowCurrency,
  state: row.state,
  stagedAt: row.stagedAt,
  batch: row.batch,
})

const printedReview = ({ check, conflicts, same, gone }: Review) => ({
  batch: '',
  committed: false,
  counts: { planned: check?.toSend ?? 0, invalid: check?.invalid ?? 0, conflicts, same, gone },
  calls: check?.calls ?? 0,
})

function sayReview({ check, conflicts, same, gone, summary }: Review, output: Output): void {
  if (summary.edits === 0) output.say(m.staged_empty_title())
  else
    output.say(
      m.cli_staged_check({
        adverts: check?.toSend ?? 0,
        invalid: check?.invalid ?? 0,
        conflicts,
        same,
        calls: check?.calls ?? 0,
      }),
    )
  if (conflicts > 0) output.say(m.cli_staged_conflicts({ count: conflicts }))
  if (gone > 0) output.say(m.staged_gone({ count: gone }))
}

/** Edits in conflict or of an advert that is gone stay unsent, and the command ends with 1. */
async function sendReviewed(
  { check, conflicts, gone, summary }: Review,
  { yes = false, json: asJson = false }: SendOptions,
  forecourt: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const asked = yes ? [] : (check?.confirmations ?? [])
  if (asked.length > 0) {
    sayConfirmations(asked, output)
    return exitCodes.unusable
  }
  const { id } = await (await forecourt.stagedSender()).plan(summary.revision, confirmationCodes, yes)
  output.say(m.cli_batch({ batch: id }))
  const batch = await sendBatch(id, forecourt, output, yes)
  await forecourt.staged.settling.settleBatches()
  await printBatch(batch, asJson, forecourt, output)
  return conflicts + gone > 0 ? exitCodes.partly : exitCodeOf(batch)
}
