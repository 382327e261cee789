import { Option } from '@commander-js/extra-typings'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '#shared/batch/operation.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { recoverBatches } from './batch-sending.ts'
import { addConstant } from './column-options.ts'
import { defineCommand } from './command-definition.ts'
import { examples } from './help-examples.ts'
import { importFile } from './import-command.ts'
import { jsonOption, oneOf } from './options.ts'
import { exitCodes, type ExitCode } from './output.ts'
import type { Forecourt } from '../assemble.ts'
import { BegunContents } from './watch/begun-contents.ts'
import { ClaimedFiles } from './watch/claimed-files.ts'
import { computerName } from './watch/computer-name.ts'
import { FolderFiles } from './watch/folder-files.ts'
import { FolderWatch, type SendingParts } from './watch/folder-watch.ts'
import { OutcomeFolders } from './watch/outcome-folders.ts'
import { PrivateCopies } from './watch/private-copies.ts'
import { WatchedFiles } from './watch/watched-files.ts'
import { WatchedFolder } from './watch/watched-folder.ts'

/** How often the folder is looked at, in ms. */
const pace = 1_000

/** `watch`: imports the files that appear in a folder, one at a time, and moves them to `done` or `failed`. */
export const watchCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_watch_about())
      .argument('<DIR>', m.cli_watch_dir())
      .option('--commit', m.cli_watch_commit())
      .option('--once', m.cli_watch_once())
      .option('--yes', m.cli_import_yes())
      .addOption(
        new Option('--operation <NAME>', m.cli_import_operation())
          .choices(operations)
          .argParser(oneOf('--operation', operations)),
      )
      .option('--sheet <NAME>', m.cli_import_sheet())
      .addOption(new Option('--set <FIELD=VALUE>', m.cli_import_set()).argParser(addConstant))
      .option('--map <FILE.json>', m.cli_import_map())
      .addOption(jsonOption())
      .addHelpText(
        'after',
        examples(
          ['watch /srv/dms --commit', m.cli_watch_example()],
          ['watch /srv/dms --commit --once', m.cli_watch_example_once()],
        ),
      ),

  async run(
    { open, output, place },
    { commit = false, once = false, json: asJson = false, ...options },
    dir,
  ) {
    const folder = new WatchedFolder(dir)
    const forecourt = await open()
    const sending = commit ? await beginSending(dir, forecourt, place.dataDir) : null
    if (commit) recoverBatches(forecourt, output, asJson)
    const { accountId } = await forecourt.planning.account()
    const { reader } = forecourt.batches
    const watch = new FolderWatch({
      outcomes: new OutcomeFolders(dir),
      copies: new PrivateCopies(join(place.dataDir, 'watched')),
      known: new WatchedFiles(join(place.dataDir, 'watched.jsonl')),
      accountId,
      sending,
      asJson,
      output,
      batchOf: (sha256) => reader.newestOf(accountId, sha256),
      sentMark: () => reader.sentMark,
      importOne: ({ name }, { path: source, report }, said) =>
        importFile(
          forecourt,
          { ...options, commit, json: asJson, source, report, movesReport: true },
          join(dir, name),
          said,
        ),
    })
    const files = new FolderFiles({ folder, sending, output })
    return once ? takeAll(files, watch) : takeUntilStopped(files, watch)
  },
})

/** What it takes to send files of a folder that other computers may watch, too. */
async function beginSending(dir: string, { accounts }: Forecourt, dataDir: string): Promise<SendingParts> {
  const connection = await accounts.connection()
  if (connection.userId === 0) throw new Fault('usage', { reason: m.cli_user_id_missing() })
  const computer = computerName(dataDir)
  return {
    claims: new ClaimedFiles(dir, computer),
    begun: new BegunContents(dir, computer, connection),
  }
}

/** Takes what is in the folder; waits for a file that is being written, as long as it is. */
async function takeAll(files: FolderFiles, watch: FolderWatch): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done
  for (;;) {
    const { file, waiting, refused } = files.next()
    if (refused) code = exitCodes.partly
    if (file) {
      if ((await watch.take(file)) !== exitCodes.done) code = exitCodes.partly
    } else if (waiting) await sleep(pace)
    else return code
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends with the file that is being imported when the process is asked to end. */
async function takeUntilStopped(files: FolderFiles, watch: FolderWatch): Promise<ExitCode> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of stopSignals) process.on(signal, abort)
  let code: ExitCode = exitCodes.done
  try {
    while (!stop.signal.aborted) {
      const { file, refused } = files.next()
      if (refused) code = exitCodes.partly
      if (file) {
        if ((await watch.take(file)) !== exitCodes.done) code = exitCodes.partly
      } else await sleep(pace, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  } finally {
    for (const signal of stopSignals) process.off(signal, abort)
  }
  return code
}
