import { chmodSync, createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '#shared/time/time-words.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import type { Forecourt } from '../../assemble.ts'
import type { FeedAddress } from '../../feeds/feed-address.ts'
import type { FeedClient, FetchedTable } from '../../feeds/feed-client.ts'
import { FeedMemory, type FeedState } from '../../feeds/feed-state.ts'
import { longestWait, pauseAfter, usualEvery } from '../../feeds/next-try.ts'
import { systemClock } from '../../system/clock.ts'
import { visibleLine } from '../../words/visible.ts'
import { exitCodes, json, type ExitCode } from '../output.ts'
import { saveChunks } from '../save-file.ts'
import { untilStopped } from '../stop-signals.ts'
import { FolderWatch, sentBatch, type WatchParts } from './folder-watch.ts'
import type { OutcomeFolders } from './own-folders.ts'

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
    reports: reportsIn(memory.folder),
    moving: null,
  })
  const { client } = await forecourt.context.feeds.load()
  const watch = new UrlWatch({ ...parts, address, client, memory, files, every })
  return every === null ? watch.takeOnce() : takeUntilStopped(watch)
}

/** The reports of the table that was fetched last, in a folder that only its owner reads. */
const reportsIn = (folder: string): Pick<OutcomeFolders, 'saveReports'> => ({
  async saveReports(_file, _outcome, { words, report }) {
    const text = words.map((line) => `${visibleLine(line)}\n`).join('')
    await savePrivately(join(folder, 'report.txt'), [Buffer.from(text)])
    if (!existsSync(report)) return null
    const path = join(folder, 'report.csv')
    await savePrivately(path, createReadStream(report))
    return path
  },
})

async function savePrivately(path: string, chunks: Parameters<typeof saveChunks>[1]): Promise<void> {
  await saveChunks(path, chunks)
  chmodSync(path, 0o600)
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

interface UrlWatchParts extends Pick<
  WatchParts,
  'accountId' | 'commit' | 'plansAgain' | 'asJson' | 'output' | 'journal'
> {
  readonly address: FeedAddress
  readonly client: Pick<FeedClient, 'fetch'>
  readonly memory: FeedMemory
  /** Imports what was fetched, each content once. */
  readonly files: Pick<FolderWatch, 'take'>
  /** Pause between fetches of the address, in ms; null if only once. */
  readonly every: number | null
}

/** Report of a fetch that brought nothing new. */
interface FetchReport {
  readonly address: string
  readonly outcome: 'unchanged' | 'not-fetched'
  readonly code: ExitCode
  readonly error: { readonly message: string; readonly next: string } | null
  /** Time when it is tried next; null if it isn't. */
  readonly next: string | null
}

/** Fetches a table from an address, and imports it if it is another one than before. */
export class UrlWatch {
  readonly #parts: UrlWatchParts
  /** True if a table was checked since the program began, which may have other options of reading. */
  #hasChecked = false

  constructor(parts: UrlWatchParts) {
    this.#parts = parts
  }

  /**
   * Time for which the first fetch has to wait, in ms: a program that starts again does not ask earlier, unless it
   * failed.
   */
  get startMs(): number {
    const { next, notBefore, failures } = this.#parts.memory.read()
    return failures === 0 ? untilMs(next, this.#parts.every ?? usualEvery) : untilMs(notBefore, longestWait)
  }

  /** Time for which the next fetch has to wait, in ms. */
  get pauseMs(): number {
    return untilMs(this.#parts.memory.read().next, longestWait)
  }

  /** Says when the first fetch is, if it has to wait. */
  sayStart(): void {
    const ms = this.startMs
    if (ms > 0) this.#sayNext(new Date(Date.now() + ms).toISOString())
  }

  /** One fetch, unless the address asked to wait, which is said. */
  takeOnce(): Promise<ExitCode> | ExitCode {
    const { address, memory } = this.#parts
    const { notBefore } = memory.read()
    if (notBefore === null || Date.parse(notBefore) <= Date.now()) return this.take()
    const words = m.cli_fetch_waits({ address: address.shown, time: localTime(notBefore) })
    return this.#report('not-fetched', { words, next: '' }, notBefore)
  }

  /**
   * One fetch. What goes wrong with it changes nothing and is said.
   * @throws Fault `cancelled`, and what is no fault of the address or the table
   */
  async take(signal?: AbortSignal): Promise<ExitCode> {
    const { address, client, memory } = this.#parts
    const before = memory.read()
    try {
      const known = this.#takesAgain ? null : before.taken
      const table = await client.fetch(address, known, memory.folder, signal, before.follows)
      return table === null ? this.#unchanged(before, {}) : await this.#takeTable(table, before)
    } catch (error) {
      if (!(error instanceof Fault) || !isOfAddress(error)) throw error
      return this.#failed(before, error)
    }
  }

  async #takeTable(table: FetchedTable, before: FeedState): Promise<ExitCode> {
    try {
      const { sha256, etag, lastModified } = table
      if (sha256 === before.taken?.sha256 && !this.#takesAgain)
        return this.#unchanged(before, { etag, lastModified })
      const { path, name, changedAt } = table
      const { address, output, files } = this.#parts
      const time = localTime(new Date(changedAt).toISOString())
      output.say(m.cli_fetch_fetched({ address: address.shown, time }))
      const cameBack =
        before.taken !== null && before.taken.sha256 !== sha256 && sentBatch(this.#parts, sha256) !== null
      const code = await files.take({ path, name, changedAt, mode: 0o600, state: sha256 }, { cameBack })
      this.#hasChecked = true
      const at = new Date().toISOString()
      const isTaken = this.#isTaken(sha256, cameBack ? code : exitCodes.done)
      this.#note({
        taken: isTaken ? { sha256, etag, lastModified, at } : before.taken,
        result: isTaken ? 'taken' : 'not-taken',
      })
      this.#sayNext(this.#parts.memory.read().next)
      return code
    } finally {
      table.remove()
    }
  }

  /**
   * True if a table counts that has not changed: the whole stock is planned again, and a check that is asked for is
   * made.
   */
  get #takesAgain(): boolean {
    const { commit, plansAgain } = this.#parts
    return plansAgain || (!commit && !this.#hasChecked)
  }

  /** True if the same content need not be looked at again. What came back was sent before: whether it was this time, its import says. */
  #isTaken(sha256: string, code: ExitCode): boolean {
    return !this.#parts.commit || (code === exitCodes.done && sentBatch(this.#parts, sha256) !== null)
  }

  #unchanged(before: FeedState, seen: Partial<NonNullable<FeedState['taken']>>): ExitCode {
    const { address, memory } = this.#parts
    const taken = before.taken && { ...before.taken, ...seen }
    this.#note({ taken, result: 'unchanged' })
    const words = m.cli_fetch_unchanged({ address: address.shown, time: localTime(taken?.at ?? '') })
    return this.#report('unchanged', { words, next: '' }, memory.read().next)
  }

  #failed(before: FeedState, fault: Fault): ExitCode {
    const { every, memory } = this.#parts
    const { taken, follows } = before
    const failures = before.failures + 1
    const seconds = Number(fault.details.seconds ?? 0)
    const wait = pauseAfter(failures, every ?? usualEvery, seconds)
    const at = new Date(Date.now() + wait).toISOString()
    const next = every === null ? null : at
    const result = String(fault.details.reason ?? fault.code)
    const askedAt = new Date().toISOString()
    memory.write({ taken, askedAt, result, failures, notBefore: seconds > 0 ? at : null, next, follows })
    return this.#report('not-fetched', failureWords(fault, 'command-line'), next)
  }

  #note(state: Pick<FeedState, 'taken' | 'result'>): void {
    const { every, memory } = this.#parts
    const next = every === null ? null : new Date(Date.now() + every).toISOString()
    const { follows } = memory.read()
    const askedAt = new Date().toISOString()
    memory.write({ ...state, askedAt, failures: 0, notBefore: null, next, follows })
  }

  #report(
    outcome: FetchReport['outcome'],
    { words, next: step }: { readonly words: string; readonly next: string },
    next: string | null,
  ): ExitCode {
    const { address, asJson, output } = this.#parts
    output.say(`${words} ${step}`.trim())
    this.#sayNext(next)
    const isFailed = outcome === 'not-fetched'
    const code = isFailed ? exitCodes.partly : exitCodes.done
    const error = isFailed ? { message: words, next: step } : null
    const report: FetchReport = { address: address.shown, outcome, code, error, next }
    if (asJson) output.print(json(report))
    return code
  }

  #sayNext(next: string | null): void {
    if (next !== null) this.#parts.output.say(m.cli_fetch_next({ time: localTime(next) }))
  }
}

/** A moment that lies further ahead was noted by a clock that was wrong, or for another pause. */
const untilMs = (moment: string | null, most: number): number =>
  moment === null ? 0 : Math.min(Math.max(0, Date.parse(moment) - Date.now()), most)

/** Another fetch may end otherwise, without any change here. */
const isOfAddress = ({ code }: Fault): boolean =>
  code === 'fetch' || code === 'keychain-locked' || code === 'keychain-unavailable'
