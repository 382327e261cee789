import { type Batch, hasUnreadable } from '#shared/batch/row.ts'
import { Fault, type FailureCode } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { failureWords } from '#shared/words/failure-words.ts'
import { exitCodes, json, type ExitCode, type Output } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import type { WatchedFile, WatchedFiles } from './watched-files.ts'
import type { FoundFile, Outcome, WatchedFolder } from './watched-folder.ts'

export interface WatchParts {
  readonly folder: WatchedFolder
  readonly known: WatchedFiles
  readonly accountId: string
  readonly commit: boolean
  readonly asJson: boolean
  readonly output: Output
  /** The journal's newest batch of a file with this SHA-256; null if it has none. */
  readonly batchOf: (sha256: string) => Pick<Batch, 'id' | 'counts' | 'unreadable'> | null
  /** The same as long as nothing is sent. */
  readonly sentMark: () => string
  /** Imports one file; its rows' report goes to `report`. */
  readonly importOne: (path: string, report: string, output: Output) => Promise<ExitCode>
}

/** What a program reads of one file. */
interface Told {
  readonly file: string
  readonly sha256: string
  readonly outcome: Outcome | 'checked'
  readonly code: ExitCode
  /** What `import --json` prints, or null if the file was not imported. */
  readonly import: unknown
}

/** A file is at fault for these; of any other the next file would fail, too. */
const ofFile = /^(?:file|sheet|header|column|constant|map|quote|rows|line|operation)-|^brake$/
const isOfFile = (code: FailureCode): boolean => ofFile.test(code)

/** Rows that were sent, may have been sent, or wait to be sent; rows that can't be read may be such. */
function hasRowsToSend(batch: Pick<Batch, 'counts' | 'unreadable'> | null): boolean {
  if (batch === null) return false
  const { planned, sending, done, failed, unknown, conflict } = batch.counts
  return (
    hasUnreadable(batch) || [planned, sending, done, failed, unknown, conflict].some((count) => count > 0)
  )
}

const anewWords = (before: WatchedFile): string =>
  before.state === 'begun' ? m.cli_watch_anew(before) : m.cli_watch_unsent(before)

/** Takes the files of a folder one at a time: each is imported once by its content, reported and moved. */
export class FolderWatch {
  readonly #parts: WatchParts

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** @returns the exit code of its import; @throws what is no fault of the file */
  async take(file: FoundFile): Promise<ExitCode> {
    const { known, accountId, commit } = this.#parts
    const sha256 = await this.#digest(file)
    if (sha256 === null) return exitCodes.partly
    const key = { sha256, accountId, commit }
    const before = known.find(key)
    if (before && !this.#isUnsent(before)) return this.#takeKnown(file, before)
    if (before) this.#parts.output.say(anewWords(before))
    const entry = { ...key, name: file.name, at: new Date().toISOString() }
    const begun: WatchedFile = { ...entry, state: 'begun', code: null, sent: this.#parts.sentMark() }
    known.note(begun)
    const { code, words, printed } = await this.#import(file)
    const ended: WatchedFile = { ...entry, state: 'ended', code, sentNothing: this.#isUnsent(begun) }
    known.note(ended)
    this.#finish(file, { ...ended, state: 'moved' }, words, printed)
    return code
  }

  /** Null if the file can't be read, which is said: it stays where it is. */
  async #digest(file: FoundFile): Promise<string | null> {
    const { folder, output } = this.#parts
    try {
      return await folder.digest(file)
    } catch (error) {
      if (!(error instanceof Fault) || !isOfFile(error.code)) throw error
      const { words, next } = failureWords(error, 'command-line')
      output.say(`${words} ${next}`.trim())
      return null
    }
  }

  /** Whether no row of a file was sent, or is left to be sent: then it may be taken again, as by other options. */
  #isUnsent({ state, sha256, sent, sentNothing = false, commit }: WatchedFile): boolean {
    const { batchOf, sentMark } = this.#parts
    const sameMark = state === 'begun' ? sent === sentMark() : commit && sentNothing
    return sameMark && !hasRowsToSend(batchOf(sha256))
  }

  /** A file whose content was begun before: nothing of it is sent again. */
  #takeKnown(file: FoundFile, before: WatchedFile): ExitCode {
    const entry: WatchedFile = { ...before, state: 'moved', code: exitCodes.partly }
    if (!this.#parts.commit && before.state === 'moved') return exitCodes.done
    const words = this.#wordsOf(before)
    this.#parts.output.say(words)
    // The program may have ended before it moved a file whose import had ended.
    const code = before.state === 'ended' && before.code === 0 ? exitCodes.done : exitCodes.partly
    this.#finish(file, { ...entry, code }, [words], null)
    return code
  }

  #wordsOf({ state, name, at, sha256 }: WatchedFile): string {
    if (state === 'moved') return m.cli_watch_same({ name, at })
    if (state === 'ended') return m.cli_watch_ended({ name, at })
    const batch = this.#parts.batchOf(sha256)?.id
    return batch ? m.cli_watch_interrupted_batch({ name, at, batch }) : m.cli_watch_interrupted({ name, at })
  }

  async #import(file: FoundFile): Promise<{ code: ExitCode; words: string[]; printed: string | null }> {
    const { folder, output, importOne } = this.#parts
    const words: string[] = []
    let printed = ''
    const say = (text: string): void => {
      words.push(text)
      output.say(text)
    }
    const report = folder.pendingReport(file.name)
    output.say(m.cli_watch_file({ file: file.name }))
    try {
      const code = await importOne(file.path, report, { ...output, say, print: (text) => (printed += text) })
      return { code, words, printed: printed === '' ? null : printed }
    } catch (error) {
      const fault = error instanceof UsageError ? new Fault('usage', { reason: error.message }) : error
      if (!(fault instanceof Fault) || !isOfFile(fault.code)) throw error
      const { words: what, next } = failureWords(fault, 'command-line')
      say(`${what} ${next}`.trim())
      return { code: exitCodes.unusable, words, printed: null }
    }
  }

  /** Reports and moves a file. Without `commit` nothing was sent: it stays where it is. */
  #finish(file: FoundFile, entry: WatchedFile, words: readonly string[], printed: string | null): void {
    const { folder, known, commit, asJson, output } = this.#parts
    const moved: Outcome = entry.code === 0 ? 'done' : 'failed'
    const outcome = commit ? moved : 'checked'
    const report = folder.placeReports(outcome, file.name, words)
    if (report !== null) output.say(m.cli_report_saved({ file: report }))
    const to = commit ? folder.move(file, moved) : file.path
    known.note(entry)
    if (to === null) output.say(m.cli_watch_gone({ file: file.name }))
    else if (commit) output.say(m.cli_watch_moved({ file: file.name, path: to }))
    const code = (entry.code ?? exitCodes.partly) as ExitCode
    const told: Told = {
      file: file.name,
      sha256: entry.sha256,
      outcome,
      code,
      import: asJson && printed ? JSON.parse(printed) : null,
    }
    if (asJson) output.print(json(told))
    else if (printed) output.print(printed)
  }
}
