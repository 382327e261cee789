import { Option } from '@commander-js/extra-typings'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '#shared/i18n/generated/messages.js'
import { recoverBatches } from './batch-sending.ts'
import { addConstant } from './column-options.ts'
import { defineCommand, jsonOption, waitOption } from './command-definition.ts'
import { importFile } from './import-command.ts'
import { exitCodes, type ExitCode } from './output.ts'
import type { Forecourt } from '../assemble.ts'
import { feedAddress } from '../feeds/feed-address.ts'
import { usualEvery } from '../feeds/next-try.ts'
import { refuseStockOptions, withFileOperation } from './stock-options.ts'
import { UsageError } from './usage-error.ts'
import { FolderFiles, type NextFile } from './watch/folder-files.ts'
import { WatchedFolder } from './watch/watched-folder.ts'
import { FolderWatch, type MovingParts } from './watch/folder-watch.ts'
import { bringBackGrown, TakenFiles } from './watch/taken-files.ts'
import { OutcomeFolders } from './watch/own-folders.ts'
import { PrivateCopies } from './watch/private-copies.ts'
import { untilStopped } from './stop-signals.ts'
import { type SharedParts, type UrlChoice, watchUrl } from './watch/watch-url.ts'
import { WorkFolder } from './watch/work-folder.ts'
import { requireUserId } from './import-run.ts'

/** Pause between looks at the folder, in ms. */
const pace = 1_000
/** Default time without writes after which a file counts as whole, in ms. */
const usualRest = 2_000

/**
 * `watch`: imports the files that appear in a folder, one at a time, and moves them to `done` or `failed`. Or imports
 * the table at an address whenever it changed.
 */
export const command = defineCommand({
  describe: (command) =>
    withFileOperation(
      command
        .description(m.cli_watch_about())
        .argument('[DIR]', m.cli_watch_dir())
        .option('--url <URL>', m.cli_watch_url())
        .addOption(new Option('--every <TIME>', m.cli_watch_every()).argParser(spanOf('--every', '5m', '7d')))
        .option('--redirect-to <HOST>', m.cli_watch_redirect_to())
        .option('--commit', m.cli_watch_commit())
        .option('--once', m.cli_watch_once())
        .addOption(new Option('--rest <TIME>', m.cli_watch_rest()).argParser(spanOf('--rest', '1s', '60m')))
        .option('--yes', m.cli_import_yes())
        .option('--change-linked', m.cli_import_change_linked()),
    )
      .option('--sheet <NAME>', m.cli_import_sheet())
      .addOption(new Option('--set <FIELD=VALUE>', m.cli_import_set()).argParser(addConstant))
      .option('--map <FILE.json>', m.cli_import_map())
      .option('--values <FILE.json>', m.cli_import_values())
      .addOption(waitOption())
      .addOption(jsonOption()),
  examples: [
    'watch /srv/dms --commit',
    'watch /srv/dms --commit --once',
    'watch /srv/dms --operation stock --commit',
    'watch --url https://dealer.ua/stock.xml --every 1h --commit',
  ],

  async run(
    { open, output, place: { dataDir } },
    { commit = false, once = false, json: asJson = false, url, every, redirectTo, rest, wait, ...options },
    dir,
  ) {
    if (options.operation !== 'stock') refuseStockOptions(options)
    let isSaid = false
    output.onLost?.(() => {
      if (!isSaid) output.say(m.cli_watch_goes_on())
      isSaid = true
    })
    const target = targetOf(dir, { url, every, redirectTo, once, rest })
    if ('folder' in target) new WatchedFolder(target.folder)
    const forecourt = await open(wait)
    if (commit) await requireUserId(forecourt)
    const moving = commit && 'folder' in target ? await movingParts(target.folder, forecourt, dataDir) : null
    if (commit) recoverBatches(forecourt, output)
    const { accountId } = await forecourt.planning.account()
    const isStock = options.operation === 'stock'
    const shared: SharedParts = {
      copies: new PrivateCopies(join(dataDir, 'watched')),
      taken: new TakenFiles(join(dataDir, 'watched.jsonl')),
      accountId,
      commit,
      asJson,
      // Keys know what was sent: the stock is planned again, and correct adverts stay.
      plansAgain: commit && isStock,
      output,
      journal: forecourt.batches.reader,
      importOne: (name, { path: content, report }, said, isGrown) => {
        const newOnly = isGrown && !isStock
        const taken = { ...options, commit, json: asJson, content, report, newOnly, movesReport: true }
        return importFile(forecourt, taken, 'folder' in target ? join(target.folder, name) : name, said)
      },
    }
    if (!('folder' in target)) return watchUrl({ ...target, dataDir }, forecourt, shared)
    return watchFolder(target, once, shared, moving)
  },
})

interface Choice {
  readonly url: string | undefined
  readonly every: number | undefined
  readonly redirectTo: string | undefined
  readonly once: boolean
  readonly rest: number | undefined
}

interface WatchedPlace {
  readonly folder: string
  /** Time without writes after which a file counts as whole, in ms. */
  readonly restMs: number
}

/**
 * Target of the watch: a folder, or an address with the pause between fetches in ms, null for a single one.
 * @throws UsageError
 */
function targetOf(
  folder: string | undefined,
  { url, every, redirectTo, once, rest }: Choice,
): WatchedPlace | Omit<UrlChoice, 'dataDir'> {
  if (redirectTo !== undefined && url === undefined) throw new UsageError(onlyWithUrl('--redirect-to'))
  if (every !== undefined && url === undefined) throw new UsageError(onlyWithUrl('--every'))
  if (every !== undefined && once) throw new UsageError(m.cli_options_exclude({ options: '--every, --once' }))
  if (rest !== undefined && url !== undefined)
    throw new UsageError(m.cli_options_exclude({ options: '--rest, --url' }))
  if (url !== undefined && folder === undefined)
    return { address: feedAddress(url), every: once ? null : (every ?? usualEvery), redirectTo }
  if (folder === undefined || url !== undefined) throw new UsageError(m.cli_watch_where())
  return { folder, restMs: rest ?? usualRest }
}

const onlyWithUrl = (option: string): string => m.cli_only_with({ option, other: '--url' })

const unitMs = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** A span of time in ms: `10s`, `5m`, `1h` or `7d`; 0 for what is none. */
function spanMs(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? []
  return Number(count) * (unitMs.get(unit) ?? 0)
}

/** Reads an option that is a span of time. @throws UsageError for one that is none, too short or too long */
const spanOf =
  (option: string, least: string, most: string) =>
  (value: string): number => {
    const span = spanMs(value)
    if (span < spanMs(least) || span > spanMs(most))
      throw new UsageError(m.cli_not_a_span({ option, value, least, most }))
    return span
  }

function watchFolder(
  { folder: dir, restMs }: WatchedPlace,
  once: boolean,
  shared: SharedParts,
  moving: MovingParts | null,
): Promise<ExitCode> {
  const watch = new FolderWatch({ ...shared, reports: new OutcomeFolders(dir), moving })
  const { output, taken } = shared
  const work = moving?.work ?? null
  const files = new FolderFiles({ folder: new WatchedFolder(dir), work, output, restMs })
  const next = async (): Promise<NextFile> => {
    if (work) await bringBackGrown(taken, work, output)
    return files.next()
  }
  return once ? takeFiles(next, watch) : untilStopped(({ signal }) => takeFiles(next, watch, signal), 'once')
}

/** Parts needed to send files of a folder that other computers may watch, too. */
const movingParts = async (
  dir: string,
  { context: { accounts } }: Forecourt,
  dataDir: string,
): Promise<MovingParts> => ({
  work: new WorkFolder(dir, dataDir, await accounts.addressed()),
  outcomes: new OutcomeFolders(dir),
})

/**
 * Takes files until the process is asked to end, with the one that is being imported. Without a signal takes what is
 * there, and waits for a file that is being written, as long as it is.
 */
async function takeFiles(
  next: () => Promise<NextFile>,
  watch: FolderWatch,
  signal?: AbortSignal,
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done
  while (!signal?.aborted) {
    const { file, isLeft, waiting, refused } = await next()
    if (refused) code = exitCodes.partly
    if (file) {
      if ((await watch.take(file, { isLeft })) !== exitCodes.done) code = exitCodes.partly
    } else if (!signal && !waiting) return code
    else await sleep(pace, undefined, signal && { signal }).catch(() => undefined)
  }
  return code
}
