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
import { FolderWatch } from './watch/folder-watch.ts'
import { WatchedFiles } from './watch/watched-files.ts'
import { settledAfter, WatchedFolder, type FoundFile } from './watch/watched-folder.ts'

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
    if (commit) {
      if ((await forecourt.accounts.connection()).userId === 0)
        throw new Fault('usage', { reason: m.cli_user_id_missing() })
      recoverBatches(forecourt, output, asJson)
    }
    const { accountId } = await forecourt.planning.account()
    const { reader } = forecourt.batches
    const watch = new FolderWatch({
      folder,
      known: new WatchedFiles(join(place.dataDir, 'watched.jsonl')),
      accountId,
      commit,
      asJson,
      output,
      batchOf: (sha256) => reader.newestOf(accountId, sha256),
      sentMark: () => reader.sentMark,
      importOne: (path, report, said) =>
        importFile(forecourt, { ...options, commit, json: asJson, report, movesReport: true }, path, said),
    })
    return once ? takeAll(folder, watch) : takeUntilStopped(folder, watch)
  },
})

const isSettled = ({ changedAt }: FoundFile): boolean => Date.now() - changedAt >= settledAfter

/** Takes what is in the folder; waits for a file that is being written, as long as it is. */
async function takeAll(folder: WatchedFolder, watch: FolderWatch): Promise<ExitCode> {
  const taken = new Set<string>()
  let code: ExitCode = exitCodes.done
  for (;;) {
    const files = folder.files().filter(({ path }) => !taken.has(path))
    const ready = files.find(isSettled)
    if (files.length === 0) return code
    if (ready) {
      taken.add(ready.path)
      if ((await watch.take(ready)) !== exitCodes.done) code = exitCodes.partly
    } else await sleep(pace)
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends with the file that is being imported when the process is asked to end. */
async function takeUntilStopped(folder: WatchedFolder, watch: FolderWatch): Promise<ExitCode> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of stopSignals) process.on(signal, abort)
  const checked = new Set<string>()
  let code: ExitCode = exitCodes.done
  try {
    while (!stop.signal.aborted) {
      const next = folder.files().find((file) => isSettled(file) && !checked.has(stateOf(file)))
      if (next) {
        checked.add(stateOf(next))
        if ((await watch.take(next)) !== exitCodes.done) code = exitCodes.partly
      } else await sleep(pace, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  } finally {
    for (const signal of stopSignals) process.off(signal, abort)
  }
  return code
}

const stateOf = ({ path, bytes, changedAt }: FoundFile): string => `${path} ${bytes} ${changedAt}`
