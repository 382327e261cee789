import { m } from '#shared/i18n/generated/messages.js'
import { asFileFault } from '../../import/csv/source-file.ts'
import type { Output } from '../output.ts'
import type { FoundFile, RefusedFile, RefusedKind } from './found-files.ts'
import type { MovingParts } from './folder-watch.ts'
import type { WatchedFolder } from './watched-folder.ts'

export interface FolderFilesParts {
  readonly folder: WatchedFolder
  /** Null if files are only checked: then they stay where they are. */
  readonly sending: Pick<MovingParts, 'claims'> | null
  readonly output: Output
  /** Time without writes after which a file counts as whole, in ms. */
  readonly restMs: number
}

/** The next file to take, if there is one. */
export interface NextFile {
  readonly file: FoundFile | null
  /** True if there are files that somebody still writes to. */
  readonly waiting: boolean
  /** True if a file was found that can't be taken, which was said. */
  readonly refused: boolean
}

const refusedWords: Readonly<Record<RefusedKind, (inputs: { file: string }) => string>> = {
  link: m.cli_watch_link,
  'second-name': m.cli_watch_second_name,
  'no-file': m.cli_watch_no_file,
  'bad-name': m.cli_watch_bad_name,
}

/** Chooses among the files of a folder: first those that a crash left, then the oldest at rest. */
export class FolderFiles {
  readonly #parts: FolderFilesParts
  /** Files that were taken or refused, as they were then. What is no longer there is forgotten. */
  #seen = new Set<string>()
  /** Files of a time that is still to come, by their state, and when each was first seen, in ms of this process. */
  #ahead = new Map<string, number>()

  constructor(parts: FolderFilesParts) {
    this.#parts = parts
  }

  next(): NextFile {
    const { folder, sending } = this.#parts
    // First of all: a folder that is gone is named as such.
    const { files, refused } = folder.look()
    const unfinished = sending?.claims.unfinished() ?? []
    const held = sending?.claims.heldElsewhere() ?? []
    const heldNow = held.map((each) => ({ ...each, state: `${each.folder} ${each.name}` }))
    this.#forgetOthers([...unfinished, ...files, ...refused, ...heldNow])
    let isRefused = false
    for (const each of heldNow.filter(this.#isNew)) {
      isRefused = true
      this.#say(each, m.cli_watch_elsewhere({ ...each, file: each.name, at: each.since.toISOString() }))
    }
    for (const each of refused.filter(this.#isNew)) {
      isRefused = true
      this.#refuse(each)
    }
    const open = [...unfinished, ...files].filter(this.#isNew)
    this.#noteAhead(open)
    for (const found of open.filter(this.#isSettled)) {
      this.#seen.add(found.state)
      if (sending === null || unfinished.includes(found))
        return { file: found, waiting: true, refused: isRefused }
      const { file, ok } = this.#claim(found, sending)
      if (file) return { file, waiting: true, refused: isRefused }
      isRefused ||= !ok
    }
    return { file: null, waiting: open.some((file) => !this.#isSettled(file)), refused: isRefused }
  }

  /** Takes a file before it is read. A file that can't be moved keeps no other one waiting. */
  #claim(found: FoundFile, { claims }: Pick<MovingParts, 'claims'>): { file: FoundFile | null; ok: boolean } {
    try {
      return { file: claims.claim(found), ok: true }
    } catch (error) {
      const { reason = '' } = asFileFault(error, found.name).details
      this.#parts.output.say(m.cli_watch_claim_failed({ file: found.name, reason: String(reason) }))
      return { file: null, ok: false }
    }
  }

  #refuse(file: RefusedFile): void {
    this.#say(file, refusedWords[file.kind]({ file: file.name }))
  }

  #say({ state }: { readonly state: string }, words: string): void {
    this.#seen.add(state)
    this.#parts.output.say(words)
  }

  readonly #isNew = ({ state }: { readonly state: string }): boolean => !this.#seen.has(state)

  /** By its own time, or, if that is still to come, by ours: the clock that wrote it is another one, or was set back. */
  readonly #isSettled = ({ changedAt, state }: FoundFile): boolean => {
    const seenAt = this.#ahead.get(state)
    const rested = seenAt === undefined ? Date.now() - changedAt : performance.now() - seenAt
    return rested >= this.#parts.restMs
  }

  #noteAhead(open: readonly FoundFile[]): void {
    const ahead = open.filter(({ changedAt }) => changedAt > Date.now())
    const now = performance.now()
    this.#ahead = new Map(ahead.map(({ state }) => [state, this.#ahead.get(state) ?? now]))
  }

  #forgetOthers(present: readonly { readonly state: string }[]): void {
    this.#seen = new Set(present.map(({ state }) => state).filter((state) => this.#seen.has(state)))
  }
}
