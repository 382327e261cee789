import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '#shared/time/time-words.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import type { FeedAddress } from '../../feeds/feed-address.ts'
import type { FeedClient, FetchedTable } from '../../feeds/feed-client.ts'
import type { FeedMemory, FeedState } from '../../feeds/feed-state.ts'
import { longestWait, pauseAfter, usualEvery } from '../../feeds/next-try.ts'
import { exitCodes, json, type ExitCode } from '../output.ts'
import type { FolderWatch, WatchParts } from './folder-watch.ts'
import type { WatchedFiles } from './watched-files.ts'

export interface UrlWatchParts extends Pick<
  WatchParts,
  'accountId' | 'commit' | 'plansAgain' | 'asJson' | 'output'
> {
  readonly address: FeedAddress
  readonly client: Pick<FeedClient, 'fetch'>
  readonly memory: FeedMemory
  /** Imports what was fetched, each content once. */
  readonly files: Pick<FolderWatch, 'take'>
  readonly known: Pick<WatchedFiles, 'find'>
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

  /** Until when the address asked to be left alone; null if it may be asked. */
  get notBefore(): Date | null {
    const { notBefore } = this.#parts.memory.read()
    return notBefore !== null && Date.parse(notBefore) > Date.now() ? new Date(notBefore) : null
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

  /** Says that the address asked to wait. */
  sayWaits(until: Date): ExitCode {
    const { address } = this.#parts
    const words = m.cli_fetch_waits({ address: address.shown, time: localTime(until.toISOString()) })
    return this.#tell('not-fetched', exitCodes.partly, { words, next: '' }, until.toISOString())
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
      const { path, name, bytes, changedAt } = table
      const { address, output } = this.#parts
      const time = localTime(new Date(changedAt).toISOString())
      output.say(m.cli_fetch_fetched({ address: address.shown, time }))
      const file = { path, name, bytes, changedAt, mode: 0o600, state: sha256 }
      const isAnother = before.taken !== null && before.taken.sha256 !== sha256
      const isBack = isAnother && this.#isTaken(sha256)
      const code = await this.#parts.files.take(file, isBack)
      this.#hasChecked = true
      // What came back is known already: whether it was taken this time, its import says.
      const isTaken = isBack ? code === exitCodes.done : this.#isTaken(sha256)
      const at = new Date().toISOString()
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

  /** True if the same content need not be looked at again: something of it was sent, or it was checked. */
  #isTaken(sha256: string): boolean {
    const { known, accountId, commit } = this.#parts
    const entry = known.find({ sha256, accountId, commit })
    return entry?.state === 'moved' && (!commit || entry.sentNothing !== true)
  }

  #unchanged(before: FeedState, seen: Partial<NonNullable<FeedState['taken']>>): ExitCode {
    const { address } = this.#parts
    const taken = before.taken && { ...before.taken, ...seen }
    this.#note({ taken, result: 'unchanged' })
    const words = m.cli_fetch_unchanged({ address: address.shown, time: localTime(taken?.at ?? '') })
    return this.#tell('unchanged', exitCodes.done, { words, next: '' }, this.#parts.memory.read().next)
  }

  #failed(before: FeedState, fault: Fault): ExitCode {
    const { every, memory } = this.#parts
    const failures = before.failures + 1
    const seconds = Number(fault.details.seconds ?? 0)
    const next = new Date(Date.now() + pauseAfter(failures, every ?? usualEvery, seconds)).toISOString()
    memory.write({
      taken: before.taken,
      askedAt: new Date().toISOString(),
      result: String(fault.details.reason ?? fault.code),
      failures,
      notBefore: seconds > 0 ? next : null,
      next: every === null ? null : next,
      follows: before.follows,
    })
    return this.#tell(
      'not-fetched',
      exitCodes.partly,
      failureWords(fault, 'command-line'),
      every === null ? null : next,
    )
  }

  #note(state: Pick<FeedState, 'taken' | 'result'>): void {
    const { every, memory } = this.#parts
    const next = every === null ? null : new Date(Date.now() + every).toISOString()
    const { follows } = memory.read()
    const askedAt = new Date().toISOString()
    memory.write({ ...state, askedAt, failures: 0, notBefore: null, next, follows })
  }

  #tell(
    outcome: FetchReport['outcome'],
    code: ExitCode,
    { words, next: step }: { readonly words: string; readonly next: string },
    next: string | null,
  ): ExitCode {
    const { address, asJson, output } = this.#parts
    output.say(`${words} ${step}`.trim())
    this.#sayNext(next)
    const error = code === exitCodes.done ? null : { message: words, next: step }
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
