import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import type { FileLink, RestoredLink } from '../batch/journal/link-restore.ts'
import { writeRecord } from '../import/csv/one-record.ts'
import { systemClock, timestamp } from '../system/clock.ts'
import { sayUnusedColumns } from './file-problems.ts'
import { knownLinks } from './known-links.ts'
import { linkRecords, readLinks } from './links-file.ts'
import { exitCodes, type ExitCode, json, type Output, tableLine } from './output.ts'
import { csvOnly } from './output-form.ts'
import { beside, ensureSaveable, saveFile, shownPath } from './save-file.ts'

/** Saves all links as a table that `links import` reads. */
export async function exportLinks(
  forecourt: Forecourt,
  file: string,
  asJson: boolean,
  output: Output,
): Promise<ExitCode> {
  ensureSaveable(file)
  beside(file, output, asJson)
  csvOnly(file)
  const links = await knownLinks(forecourt)
  await saveFile(file, Buffer.concat(linkRecords(links).map((cells) => writeRecord(cells, ','))))
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

export interface LinksImport {
  readonly file: string
  readonly commit: boolean
  readonly asJson: boolean
}

/** Says what becomes of each link of a table, and with `commit` makes them: all, or none if one has an error. */
export async function importLinks(
  forecourt: Forecourt,
  { file, commit, asJson }: LinksImport,
  output: Output,
): Promise<ExitCode> {
  const { accounts, batches, inventory, team } = forecourt
  const { accountId } = await accounts.owner()
  const { links, problems, unused } = readLinks(file, (ids) => inventory.neverCached(accountId, ids))
  sayUnusedColumns(unused, output)
  const keeps = commit && problems.length === 0
  const { linkRestore } = batches.recovery.ensureLock()
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
  return error ? [{ line, column: 'key', message: forecourt.words(error).words }] : []
}

const rowsOf = (links: readonly FileLink[], restored: readonly RestoredLink[]) =>
  restored.map(({ line, does, from }, at) => ({
    line,
    key: links[at]?.key ?? '',
    autoId: links[at]?.autoId ?? 0,
    does,
    from,
  }))
