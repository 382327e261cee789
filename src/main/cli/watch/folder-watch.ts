import { statSync } from 'node:fs'
import type { Batch } from '#shared/batch/row.ts'
import { Fault, type FailureCode } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '#shared/time/time-words.ts'
import { failureLine } from '#shared/words/failure-words.ts'
import { exitCodeOf } from '../../batch/batch-json.ts'
import type { BatchReader } from '../../batch/reading/batch-reader.ts'
import { exitCodes, json, type ExitCode, type Output } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { continuesEarlier, type TakenFiles } from './taken-files.ts'
import type { Outcome, OutcomeFolders } from './own-folders.ts'
import { digestOf, type PrivateCopies, type PrivateCopy } from './private-copies.ts'
import type { FoundFile } from './watched-folder.ts'
import type { WorkFolder } from './work-folder.ts'

/** Parts for files that are sent and moved; what is only checked, and what was fetched, stays where it is. */
export interface MovingParts {
  readonly work: WorkFolder
  readonly outcomes: OutcomeFolders
}

export interface WatchParts {
  readonly reports: Pick<OutcomeFolders, 'saveReports'>
  readonly copies: PrivateCopies
  readonly taken: TakenFiles
  readonly accountId: string
  /** True if rows are sent, or only checked. */
  readonly commit: boolean
  /** Null if files stay where they are. */
  readonly moving: MovingParts | null
  readonly asJson: boolean
  /** True if a content that was imported before is imported again, as the whole stock is. */
  readonly plansAgain: boolean
  readonly output: Output
  /** The journal, which knows what was sent of each content. */
  readonly journal: Pick<BatchReader, 'newestOf' | 'newestNamed'>
  /** Imports one file from its copy. @param newOnly rows that were sent before are left out: the file grew since */
  readonly importOne: (name: string, copy: PrivateCopy, output: Output, newOnly: boolean) => Promise<ExitCode>
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
interface CopiedFile {
  readonly file: FoundFile
  readonly copy: PrivateCopy
}

export interface TakeHow {
  /** True if a run that broke off left the file. */
  readonly isLeft?: boolean
  /** True if its content came earlier and another one after it, if its name doesn't say so. */
  readonly cameBack?: boolean
}

/** Result of one file, said and printed. */
interface Imported {
  readonly code: ExitCode
  readonly words: readonly string[]
  readonly printed: readonly string[]
}

/** A file is at fault for these; of any other the next file would fail, too. */
const ofFile =
  /^(?:file|sheet|xml|header|column|key-column|constant|map|quote|rows|line|operation)-|^(?:confirmation-required|stock-brake|stock-older)$/
const isOfFile = (error: unknown): error is Fault => error instanceof Fault && ofFile.test(error.code)

/** The batch of a content, if rows of it were sent, may have been sent, or wait to be sent; null otherwise. */
export function sentBatch(
  { journal, accountId }: Pick<WatchParts, 'journal' | 'accountId'>,
  sha256: string,
): Batch | null {
  const batch = journal.newestOf(accountId, sha256)
  if (batch === null) return null
  const { invalid: _invalid, skipped: _skipped, ...counts } = batch.counts
  return Object.values(counts).some((count) => count > 0) ? batch : null
}

/** Takes the files of a folder one at a time: each is imported once by its content, reported and moved. */
export class FolderWatch {
  readonly #parts: WatchParts

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** @returns the exit code of its import; @throws what is no fault of the file */
  async take(file: FoundFile, how: TakeHow = {}): Promise<ExitCode> {
    const copy = await this.#copy(file)
    if (copy === null) return exitCodes.partly
    try {
      return await this.#takeCopy({ file, copy }, how)
    } finally {
      this.#parts.copies.remove(copy)
    }
  }

  async #takeCopy(copied: CopiedFile, how: TakeHow): Promise<ExitCode> {
    const { taken, accountId, commit, moving, output, plansAgain } = this.#parts
    const { name } = copied.file
    const { sha256 } = copied.copy
    if (!commit && !plansAgain && taken.isChecked(sha256, accountId)) return exitCodes.done
    const before = commit ? sentBatch(this.#parts, sha256) : null
    if (before && !plansAgain && !how.cameBack && !this.#isBack(before, name))
      return this.#leave(copied, ...knownWords(before, how.isLeft))
    const at = new Date().toISOString()
    const other = moving?.work.begin(sha256, { name, at }) ?? null
    if (other) return this.#leave(copied, exitCodes.partly, m.cli_watch_begun_elsewhere(other))
    if (before) output.say((plansAgain ? m.cli_watch_planned_again : m.cli_watch_came_back)(named(before)))
    const imported = await this.#importOrGiveBack(copied, before)
    if (sentBatch(this.#parts, sha256) === null) moving?.work.forget(sha256)
    const path = await this.#finish(copied, imported)
    const bytes = statSync(copied.copy.path).size
    taken.note({ sha256, accountId, commit, name, path, bytes, at })
    return imported.code
  }

  /** Reports a file that is not imported, and moves it. */
  async #leave(copied: CopiedFile, code: ExitCode, words: string): Promise<ExitCode> {
    this.#parts.output.say(words)
    await this.#finish(copied, { code, words: [words], printed: [] })
    return code
  }

  /** True if another content came under the same name since this one was imported. */
  #isBack({ id, fileName }: Batch, name: string): boolean {
    const { journal, accountId } = this.#parts
    return fileName === name && journal.newestNamed(accountId, name)?.id !== id
  }

  /** Null if the file can't be read, which is said: it stays where it is, or goes back there. */
  async #copy(file: FoundFile): Promise<PrivateCopy | null> {
    const { copies, output, moving } = this.#parts
    try {
      return await copies.copy(file)
    } catch (error) {
      if (error instanceof Fault && error.code === 'file-missing') {
        output.say(m.cli_watch_gone({ file: file.name }))
        moving?.work.release(file)
        return null
      }
      moving?.work.putBack(file)
      if (!isOfFile(error)) throw error
      output.say(failureLine(error))
      return null
    }
  }

  /**
   * A failure that is no fault of the file ends the watch: a file of which nothing was sent goes back, for any
   * computer.
   */
  async #importOrGiveBack(copied: CopiedFile, before: Batch | null): Promise<Imported> {
    try {
      return await this.#import(copied)
    } catch (error) {
      const { sha256 } = copied.copy
      if (sentBatch(this.#parts, sha256)?.id === before?.id) {
        const { moving } = this.#parts
        if (before === null) moving?.work.forget(sha256)
        moving?.work.putBack(copied.file)
      }
      throw error
    }
  }

  async #import({ file: { name }, copy }: CopiedFile): Promise<Imported> {
    const { output, importOne, taken } = this.#parts
    const words: string[] = []
    const printed: string[] = []
    const say = (text: string): void => {
      words.push(text)
      output.say(text)
    }
    output.say(`${name}:`)
    try {
      const print = (line: string): void => void printed.push(line)
      const newOnly = await continuesEarlier(taken, copy, name)
      const code = await importOne(name, copy, { ...output, say, print }, newOnly)
      return { code, words, printed }
    } catch (error) {
      const fault = error instanceof UsageError ? new Fault('usage', { reason: error.message }) : error
      if (!isOfFile(fault)) throw error
      say(failureLine(fault))
      return { code: exitCodes.unusable, words, printed: [] }
    }
  }

  /** Reports a file, and moves it unless it stays where it is, as without `commit`. @returns its path then, null if it stays */
  async #finish(copied: CopiedFile, { code, words, printed }: Imported): Promise<string | null> {
    const { reports, commit, moving, asJson, output } = this.#parts
    const { file, copy } = copied
    const outcome = !commit ? 'checked' : code === 0 ? 'done' : 'failed'
    const report = await reports.saveReports(file, outcome, { words, report: copy.report })
    if (report !== null) output.say(m.cli_report_saved({ file: report }))
    const path = moving ? await this.#move(copied, outcome, moving) : null
    const fileReport: FileReport = {
      file: file.name,
      sha256: copy.sha256,
      outcome,
      code,
      import: asJson && printed[0] !== undefined ? JSON.parse(printed[0]) : null,
    }
    if (asJson) output.print(json(fileReport))
    else for (const line of printed) output.print(line)
    return path
  }

  /** Moves what was imported. What was written to the file since then is a new file. @returns where it is, null if it is not moved */
  async #move(
    { file, copy }: CopiedFile,
    outcome: Outcome,
    { work, outcomes }: MovingParts,
  ): Promise<string | null> {
    const { output } = this.#parts
    const now = await digestOf(file.path, file.name).catch(unlessOfFile)
    if (now === copy.sha256) {
      const path = outcomes.move(file, outcome)
      work.release(file)
      output.say(m.cli_watch_moved({ file: file.name, path }))
      return path
    }
    const sent = await outcomes.saveCopy(copy.path, file, outcome)
    if (now === 'file-missing') {
      work.release(file)
      output.say(m.cli_watch_taken_out({ file: file.name, path: sent }))
    } else output.say(m.cli_watch_changed({ file: file.name, sent, path: work.putBack(file) }))
    return null
  }
}

const named = ({ fileName, createdAt }: Batch) => ({ name: fileName, at: localTime(createdAt) })

/** A content that was sent before: nothing of it is sent again. A file that a crash left may only have to be moved. */
function knownWords(before: Batch, isLeft = false): readonly [ExitCode, words: string] {
  if (!isLeft) return [exitCodes.partly, m.cli_watch_same(named(before))]
  return exitCodeOf(before) === exitCodes.done
    ? [exitCodes.done, m.cli_watch_ended(named(before))]
    : [exitCodes.partly, m.cli_watch_interrupted({ ...named(before), batch: before.id })]
}

/** The code of what keeps a file from being read. */
function unlessOfFile(error: unknown): FailureCode {
  if (isOfFile(error)) return error.code
  throw error
}
