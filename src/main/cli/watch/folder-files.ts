import { m } from '#shared/i18n/generated/messages.js'
import { asFileFault } from '../../import/csv/source-file.ts'
import type { Output } from '../output.ts'
import type { FoundFile, WatchedFolder } from './watched-folder.ts'
import type { WorkFolder } from './work-folder.ts'

interface FolderFilesParts {
  readonly folder: WatchedFolder
  /** Null if files are only checked: then they stay where they are. */
  readonly work: WorkFolder | null
  readonly output: Output
  /** Time without writes after which a file counts as whole, in ms. */
  readonly restMs: number
}

/** The next file to take, if there is one. */
export interface NextFile {
  readonly file: FoundFile | null
  /** True if the file was left by a run that broke off. */
  readonly isLeft: boolean
  /** True if there are files that somebody still writes to. */
  readonly waiting: boolean
  /** True if a file was found that can't be taken, which was said. */
  readonly refused: boolean
}

interface Seen {
  /** Time since which it is known, in ms of this process. */
  readonly since: number
  /** True if it was taken or refused. */
  isHandled: boolean
}

/** Chooses among the files of a folder: first those that a crash left, then the oldest at rest. */
export class FolderFiles {
  readonly #parts: FolderFilesParts
  /** By the state of the file; what is no longer there is forgotten. */
  #seen = new Map<string, Seen>()

  constructor(parts: FolderFilesParts) {
    this.#parts = parts
  }

  next(): NextFile {
    const { folder, work } = this.#parts
    // First of all: a folder that is gone is named as such.
    const { files, refused } = folder.look()
    const left = work?.left() ?? []
    const reported = [...(work?.heldElsewhere() ?? []), ...refused]
    this.#note([...left, ...files, ...reported])
    let isRefused = false
    for (const { state, words } of reported) {
      if (!this.#handle(state)) continue
      isRefused = true
      this.#parts.output.say(words)
    }
    const open = [...left, ...files].filter(({ state }) => this.#seen.get(state)?.isHandled === false)
    const waiting = open.filter((file) => !this.#isSettled(file)).length > 0
    for (const found of open.filter((file) => this.#isSettled(file))) {
      this.#handle(found.state)
      const isLeft = left.includes(found)
      if (work === null || isLeft) return { file: found, isLeft, waiting: true, refused: isRefused }
      const file = this.#claim(found, work)
      if (file) return { file, isLeft, waiting: true, refused: isRefused }
      isRefused ||= file === undefined
    }
    return { file: null, isLeft: false, waiting, refused: isRefused }
  }

  /** Takes a file before it is read; null if it is gone. One that can't be moved keeps no other one waiting. */
  #claim(found: FoundFile, work: WorkFolder): FoundFile | null | undefined {
    try {
      return work.claim(found)
    } catch (error) {
      const { reason = '' } = asFileFault(error, found.name).details
      this.#parts.output.say(m.cli_watch_claim_failed({ file: found.name, reason: String(reason) }))
      return undefined
    }
  }

  /** False if it was taken or refused before. */
  #handle(state: string): boolean {
    const seen = this.#seen.get(state)
    if (!seen || seen.isHandled) return false
    seen.isHandled = true
    return true
  }

  /** By its own time, or, as the clock that wrote it may be another one, by ours. */
  #isSettled({ changedAt, state }: FoundFile): boolean {
    const { since } = this.#seen.get(state) ?? { since: Infinity }
    return Math.max(Date.now() - changedAt, performance.now() - since) >= this.#parts.restMs
  }

  #note(present: readonly { readonly state: string }[]): void {
    const since = performance.now()
    this.#seen = new Map(
      present.map(({ state }) => [state, this.#seen.get(state) ?? { since, isHandled: false }]),
    )
  }
}
