import { statSync } from 'node:fs'
import type { Batch } from '#shared/batch/row.ts'
import { Fault, type FailureCode } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '#shared/time/time-words.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { exitCodes, json, type ExitCode, type Output } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import type { BegunContents } from './begun-contents.ts'
import type { ClaimedFiles } from './claimed-files.ts'
import type { FoundFile } from './found-files.ts'
import { continuesEarlier } from './grown-files.ts'
import type { Outcome, OutcomeFolders } from './outcome-folders.ts'
import { digestOf, type PrivateCopies, type PrivateCopy } from './private-copies.ts'
import type { WatchedFile, WatchedFiles } from './watched-files.ts'

/**
 * Parts for files of a folder that are sent; files that are only checked, and what was fetched, stay where they are.
 */
export interface MovingParts {
  readonly claims: ClaimedFiles
  readonly begun: BegunContents
  readonly outcomes: OutcomeFolders
}

/** True if rows that were sent before are left out: those of a file that grew since. */
interface ImportHow {
  readonly newOnly: boolean
}

export interface WatchParts {
  readonly reports: Pick<OutcomeFolders, 'saveReports'>
  readonly copies: PrivateCopies
  readonly known: WatchedFiles
  readonly accountId: string
  /** True if rows are sent, or only checked. */
  readonly commit: boolean
  /** Null if files stay where they are. */
  readonly moving: MovingParts | null
  readonly asJson: boolean
  /** True if a content that was imported before is imported again, as the whole stock is. */
  readonly plansAgain: boolean
  readonly output: Output
  /** The journal's newest batch of a file with this SHA-256; null if it has none. */
  readonly batchOf: (sha256: string) => Pick<Batch, 'id' | 'counts'> | null
  /** The same as long as nothing is sent. */
  readonly sentMark: () => string
  /** Imports one file from its copy. */
  readonly importOne: (
    file: FoundFile,
    copy: PrivateCopy,
    output: Output,
    how: ImportHow,
  ) => Promise<ExitCode>
}

/** Report of one file, for a program. */
interface FileReport {
  readonly file: string
  readonly sha256: string
  readonly outcome: Outcome
  readonly code: ExitCode
  /** Output of `import --json`, or null if the file was not imported. */
  readonly import: unknown
}

/** A file with the content that was taken of it. */
interface TakenFile {
  readonly file: FoundFile
  readonly copy: PrivateCopy
}

type Placed = WatchedFile['placed']

/** Result of one file, said and printed. */
interface Imported {
  readonly words: readonly string[]
  readonly printed: readonly string[]
}

/** A file is at fault for these; of any other the next file would fail, too. */
const ofFile =
  /^(?:file|sheet|xml|header|column|key-column|constant|map|quote|rows|line|operation)-|^(?:confirmation-required|stock-brake|stock-older)$/
const isOfFile = (code: FailureCode): boolean => ofFile.test(code)

/** Rows that were sent, may have been sent, or wait to be sent. */
function hasRowsToSend(batch: Pick<Batch, 'counts'> | null): boolean {
  if (batch === null) return false
  const { planned, sending, done, failed, inDoubt, conflict } = batch.counts
  return [planned, sending, done, failed, inDoubt, conflict].some((count) => count > 0)
}

/** Time of a file, by the clock on the wall. */
const timed = (before: WatchedFile): WatchedFile => ({ ...before, at: localTime(before.at) })

const anewWords = (before: WatchedFile): string =>
  before.state === 'begun' ? m.cli_watch_anew(timed(before)) : m.cli_watch_unsent(timed(before))

/** Takes the files of a folder one at a time: each is imported once by its content, reported and moved. */
export class FolderWatch {
  readonly #parts: WatchParts

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /**
   * @param cameBack whether its content is that of an earlier file and another one came since, if its name doesn't say
   * so
   * @returns the exit code of its import; @throws what is no fault of the file
   */
  async take(file: FoundFile, cameBack = false): Promise<ExitCode> {
    const copy = await this.#copy(file)
    if (copy === null) return exitCodes.partly
    try {
      return await this.#takeCopy({ file, copy }, cameBack)
    } finally {
      this.#parts.copies.remove(copy)
    }
  }

  async #takeCopy(taken: TakenFile, cameBack: boolean): Promise<ExitCode> {
    const { known, accountId, commit, moving, output, plansAgain } = this.#parts
    const { name } = taken.file
    const { sha256 } = taken.copy
    const key = { sha256, accountId, commit }
    const before = known.find(key)
    const isUnsent = before !== null && this.#isUnsent(before)
    const isBack = before?.state === 'moved' && (cameBack || known.cameBack(key, name))
    if (before && !isUnsent && !plansAgain && !isBack) return this.#takeKnown(taken, before)
    const entry = { ...key, name, at: new Date().toISOString() }
    const other = moving?.begun.begin(sha256, entry) ?? null
    if (other) {
      const words = m.cli_watch_begun_elsewhere(other)
      output.say(words)
      await this.#finish(taken, exitCodes.partly, { words: [words], printed: [] })
      return exitCodes.partly
    }
    if (before && isUnsent) output.say(anewWords(before))
    else if (before && commit)
      output.say((plansAgain ? m.cli_watch_planned_again : m.cli_watch_came_back)(timed(before)))
    const begun: WatchedFile = { ...entry, state: 'begun', code: null, sent: this.#parts.sentMark() }
    known.note(begun)
    const { code, ...said } = await this.#importOrGiveBack(taken, begun)
    const ended: WatchedFile = { ...begun, state: 'ended', code, sentNothing: this.#isUnsent(begun) }
    known.note(ended)
    if (ended.sentNothing) moving?.begun.forget(sha256)
    const placed = await this.#finish(taken, code, said)
    known.note({ ...ended, state: 'moved', placed })
    return code
  }

  /** Null if the file can't be read, which is said: it stays where it is, or goes back there. */
  async #copy(file: FoundFile): Promise<PrivateCopy | null> {
    const { copies, output, moving } = this.#parts
    try {
      return await copies.copy(file)
    } catch (error) {
      if (error instanceof Fault && error.code === 'file-missing') return this.#isGone(file)
      moving?.claims.putBack(file)
      if (!(error instanceof Fault) || !isOfFile(error.code)) throw error
      const { words, next } = failureWords(error, 'command-line')
      output.say(`${words} ${next}`.trim())
      return null
    }
  }

  #isGone({ name, path }: FoundFile): null {
    this.#parts.output.say(m.cli_watch_gone({ file: name }))
    this.#parts.moving?.claims.release({ path })
    return null
  }

  /** True if no row of a file was sent, or is left to be sent: then it may be taken again, as by other options. */
  #isUnsent({ state, sha256, sent, sentNothing = false, commit }: WatchedFile): boolean {
    const { batchOf, sentMark } = this.#parts
    const sameMark = state === 'begun' ? sent === sentMark() : commit && sentNothing
    return sameMark && !hasRowsToSend(batchOf(sha256))
  }

  /** A file whose content was begun before: nothing of it is sent again. */
  async #takeKnown(taken: TakenFile, before: WatchedFile): Promise<ExitCode> {
    const { commit, known, output } = this.#parts
    if (!commit && before.state === 'moved') return exitCodes.done
    const words = this.#wordsOf(before)
    output.say(words)
    // The program may have ended before it moved a file whose import had ended.
    const code = before.state === 'ended' && before.code === 0 ? exitCodes.done : exitCodes.partly
    await this.#finish(taken, code, { words: [words], printed: [] })
    known.note({ ...before, state: 'moved', code })
    return code
  }

  #wordsOf(before: WatchedFile): string {
    const { state, name, at, sha256 } = timed(before)
    if (state === 'moved') return m.cli_watch_same({ name, at })
    if (state === 'ended') return m.cli_watch_ended({ name, at })
    const batch = this.#parts.batchOf(sha256)?.id
    return batch ? m.cli_watch_interrupted_batch({ name, at, batch }) : m.cli_watch_interrupted({ name, at })
  }

  /**
   * A failure that is no fault of the file ends the watch: a file of which nothing was sent goes back, for any
   * computer.
   */
  async #importOrGiveBack(
    taken: TakenFile,
    begun: WatchedFile,
  ): Promise<Imported & { readonly code: ExitCode }> {
    try {
      return await this.#import(taken)
    } catch (error) {
      const { moving } = this.#parts
      if (this.#isUnsent(begun)) {
        moving?.begun.forget(begun.sha256)
        moving?.claims.putBack(taken.file)
      }
      throw error
    }
  }

  async #import({ file, copy }: TakenFile): Promise<Imported & { readonly code: ExitCode }> {
    const { output, importOne } = this.#parts
    const words: string[] = []
    const printed: string[] = []
    const say = (text: string): void => {
      words.push(text)
      output.say(text)
    }
    output.say(m.cli_watch_file({ file: file.name }))
    try {
      const newOnly = await continuesEarlier(this.#parts.known, copy, file)
      const print = (line: string): void => void printed.push(line)
      const code = await importOne(file, copy, { ...output, say, print }, { newOnly })
      return { code, words, printed }
    } catch (error) {
      const fault = error instanceof UsageError ? new Fault('usage', { reason: error.message }) : error
      if (!(fault instanceof Fault) || !isOfFile(fault.code)) throw error
      const { words: what, next } = failureWords(fault, 'command-line')
      say(`${what} ${next}`.trim())
      return { code: exitCodes.unusable, words, printed: [] }
    }
  }

  /** Reports a file, and moves it unless it stays where it is, as without `commit`. @returns where it is then */
  async #finish(taken: TakenFile, code: ExitCode, { words, printed }: Imported): Promise<Placed> {
    const { reports, commit, moving, asJson, output } = this.#parts
    const { file, copy } = taken
    const outcome = !commit ? 'checked' : code === 0 ? 'done' : 'failed'
    const report = await reports.saveReports(file, outcome, { words, report: copy.report })
    if (report !== null) output.say(m.cli_report_saved({ file: report }))
    const moved = moving && (await this.#move(taken, outcome, moving))
    if (moved) output.say(moved.words)
    const fileReport: FileReport = {
      file: file.name,
      sha256: copy.sha256,
      outcome,
      code,
      import: asJson && printed[0] !== undefined ? JSON.parse(printed[0]) : null,
    }
    if (asJson) output.print(json(fileReport))
    else for (const line of printed) output.print(line)
    return moved?.placed
  }

  /** Moves what was imported. What was written to the file since then is a new file. @returns words for it, and where it is */
  async #move(
    { file, copy }: TakenFile,
    outcome: Outcome,
    { claims, outcomes }: Pick<MovingParts, 'claims' | 'outcomes'>,
  ): Promise<{ readonly words: string; readonly placed?: Placed }> {
    const now = await digestOf(file.path, file.name).catch(unlessOfFile)
    const taken = { bytes: statSync(copy.path).size, at: new Date().toISOString() }
    if (now === copy.sha256) {
      const path = outcomes.move(file, outcome)
      claims.release(file)
      return { words: m.cli_watch_moved({ file: file.name, path }), placed: { ...taken, path } }
    }
    const sent = await outcomes.saveCopy(copy.path, file, outcome)
    if (now === 'file-missing') {
      claims.release(file)
      return { words: m.cli_watch_taken_out({ file: file.name, path: sent }) }
    }
    const words = m.cli_watch_changed({ file: file.name, sent, path: claims.putBack(file) })
    return { words, placed: { ...taken, path: null } }
  }
}

/** The code of what keeps a file from being read. */
function unlessOfFile(error: unknown): FailureCode {
  if (error instanceof Fault && isOfFile(error.code)) return error.code
  throw error
}
