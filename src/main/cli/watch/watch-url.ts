import { Fault } from '#shared/bridge/failure.ts'
import type { Forecourt } from '../../assemble.ts'
import type { FeedAddress } from '../../feeds/feed-address.ts'
import { FeedMemory } from '../../feeds/feed-state.ts'
import { exitCodes, type ExitCode } from '../output.ts'
import { FolderWatch, type WatchParts } from './folder-watch.ts'
import { systemClock } from '../../system/clock.ts'
import { untilStopped } from '../stop-signals.ts'
import { UrlWatch } from './url-watch.ts'
import { chmodSync, createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { visibleLine } from '../../words/visible.ts'
import { saveChunks } from '../save-file.ts'
import type { OutcomeFolders } from './outcome-folders.ts'

/** The reports of the table that was fetched last, in the data folder. */
class UrlReports implements Pick<OutcomeFolders, 'saveReports'> {
  readonly #folder: string

  /** @param folder that only its owner reads */
  constructor(folder: string) {
    this.#folder = folder
  }

  async saveReports(
    ...[, , { words, report }]: Parameters<OutcomeFolders['saveReports']>
  ): Promise<string | null> {
    const text = words.map((line) => `${visibleLine(line)}\n`).join('')
    await savePrivately(join(this.#folder, 'report.txt'), [Buffer.from(text)])
    if (!existsSync(report)) return null
    const path = join(this.#folder, 'report.csv')
    await savePrivately(path, createReadStream(report))
    return path
  }
}

async function savePrivately(path: string, chunks: Parameters<typeof saveChunks>[1]): Promise<void> {
  await saveChunks(path, chunks)
  chmodSync(path, 0o600)
}

/** Parts that watches of an address and of a folder share. */
export type SharedParts = Omit<WatchParts, 'reports' | 'moving'>

export interface UrlChoice {
  readonly address: FeedAddress
  /** In ms; null if it is fetched once. */
  readonly every: number | null
  readonly dataDir: string
  /** Another host that the address may redirect to from now on. */
  readonly redirectTo?: string | undefined
}

/** Fetches a table once, or again and again until the process is asked to end. */
export async function watchUrl(
  { address, every, dataDir, redirectTo }: UrlChoice,
  forecourt: Forecourt,
  parts: SharedParts,
): Promise<ExitCode> {
  const { accountId, commit, plansAgain } = parts
  const memoryOf = (use: boolean): FeedMemory => new FeedMemory(dataDir, address, [accountId, String(use)])
  if (redirectTo !== undefined)
    for (const each of [true, false].map(memoryOf)) each.write({ ...each.read(), follows: redirectTo })
  const memory = memoryOf(commit)
  const files = new FolderWatch({
    ...parts,
    // A checked table is checked again without a word: its address decides whether it has to be.
    plansAgain: plansAgain || !commit,
    reports: new UrlReports(memory.folder),
    moving: null,
  })
  const { client } = await forecourt.feeds()
  const watch = new UrlWatch({ ...parts, address, client, memory, files, every })
  if (every !== null) return takeUntilStopped(watch)
  const { notBefore } = watch
  return notBefore === null ? watch.take() : watch.sayWaits(notBefore)
}

/** Ends with the table that is being imported when the process is asked to end. */
const takeUntilStopped = (watch: UrlWatch): Promise<ExitCode> =>
  untilStopped(async ({ signal }) => {
    let code: ExitCode = exitCodes.done
    try {
      watch.sayStart()
      await systemClock.sleep(watch.startMs, signal)
      while (!signal.aborted) {
        if ((await watch.take(signal)) !== exitCodes.done) code = exitCodes.partly
        await systemClock.sleep(watch.pauseMs, signal)
      }
    } catch (error) {
      if (!signal.aborted || !(error instanceof Fault) || error.code !== 'cancelled') throw error
    }
    return code
  })
