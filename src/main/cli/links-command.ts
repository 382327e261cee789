import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { recoverBatches } from './batch-sending.ts'
import { defineCommand, jsonOption, actionArgument } from './command-definition.ts'
import { checkWords, keepTyped, linkActions } from './links-answers.ts'
import { knownLinks, linkRecords, readLinks } from './links-file.ts'
import { exitCodes, json, type Output, tableLine, type ExitCode } from './output.ts'
import { UsageError } from './usage-error.ts'
import type { FileLink, RestoredLink } from '../batch/journal/link-restore.ts'
import { csvText } from '../files/csv-text.ts'
import { systemClock, timestamp } from '../system/clock.ts'
import { sayUnusedColumns } from './file-problems.ts'
import { besideResult, csvOnly, ensureSaveable, saveFile, shownPath } from './save-file.ts'

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
  examples: [
    'links',
    'links set 0123 39099619',
    'links new 0123',
    'links apart 0123 123',
    'links export links.csv',
    'links import links.csv --commit',
    'links pin 0123 price',
  ],

  async run({ open, output }, { json: asJson = false, commit = false }, action = 'list', first, second) {
    if (commit && action !== 'import')
      throw new UsageError(m.cli_only_with({ option: '--commit', other: 'links import' }))
    checkWords(
      action,
      [first, second].filter((word) => word !== undefined),
    )
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

/** Saves all links as a table that `links import` reads. */
async function exportLinks(
  forecourt: Forecourt,
  file: string,
  asJson: boolean,
  output: Output,
): Promise<ExitCode> {
  ensureSaveable(file)
  besideResult(file, output, asJson)
  csvOnly(file)
  const links = await knownLinks(forecourt)
  // As they are: a guarded key would be another one.
  await saveFile(file, Buffer.from(csvText(linkRecords(links), { lineEnd: '\n', guard: (text) => text })))
  output.say(m.stock_cli_links_saved({ count: links.length, file: shownPath(file) }))
  if (asJson) output.print(json({ file, links: links.length }))
  return exitCodes.done
}

/** Outcomes for a link of a table. */
const doesWords: Readonly<Record<RestoredLink['does'], () => string>> = {
  link: m.stock_cli_does_link,
  move: m.stock_cli_does_move,
  end: m.stock_cli_does_end,
  same: m.stock_cli_does_same,
  left: m.stock_cli_does_left,
  error: m.stock_cli_does_error,
}

interface LinksImport {
  readonly file: string
  readonly commit: boolean
  readonly asJson: boolean
}

/** Says what becomes of each link of a table, and with `commit` makes them: all, or none if one has an error. */
async function importLinks(
  forecourt: Forecourt,
  { file, commit, asJson }: LinksImport,
  output: Output,
): Promise<ExitCode> {
  const {
    context: { accounts },
    batches,
    inventory,
    team,
  } = forecourt
  const { accountId } = await accounts.owner()
  const { links, problems, unused } = readLinks(file, (ids) =>
    inventory.table.known.neverCached(accountId, ids),
  )
  sayUnusedColumns(unused, output)
  const keeps = commit && problems.length === 0
  const { linkRestore } = batches.recovery.ensureLock().tables
  const restore = () => linkRestore.restore(accountId, links, keeps, timestamp(systemClock))
  const restored = keeps ? await team.changeLinks(accountId, restore) : restore()
  const wrong = new Set(problems.map(({ line }) => line))
  const errors = [...problems, ...restored.flatMap((row) => refusalOf(row, forecourt))]
  const rows = rowsOf(links, restored).filter(({ line }) => !wrong.has(line))
  for (const { line, column, message } of errors) output.say(`${file}:${String(line)}: ${column}: ${message}`)
  const committed = commit && errors.length === 0
  if (asJson) output.print(json({ committed, rows, errors }))
  else
    for (const { key, autoId, does, from } of rows)
      output.printText(tableLine([key, autoId, doesWords[does](), from ?? '']))
  if (errors.length > 0) output.say(m.stock_cli_links_none_kept({ count: errors.length }))
  else output.say(committed ? m.word_answer_kept() : m.cli_dry_run())
  return errors.length > 0 ? exitCodes.partly : exitCodes.done
}

function refusalOf({ line, error }: RestoredLink, forecourt: Forecourt) {
  return error ? [{ line, column: 'key', message: forecourt.context.words(error).words }] : []
}

const rowsOf = (links: readonly FileLink[], restored: readonly RestoredLink[]) =>
  restored.map(({ line, does, from }, at) => ({
    line,
    key: links[at]?.key ?? '',
    autoId: links[at]?.autoId ?? 0,
    does,
    from,
  }))
