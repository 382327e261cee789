import { appendFileSync, existsSync, readFileSync, lstatSync, statSync } from 'node:fs'
import { z } from 'zod'
import { m } from '#shared/i18n/generated/messages.js'
import { asFileFault } from '../../import/csv/source-file.ts'
import type { Output } from '../output.ts'
import { digestOf, type PrivateCopy } from './private-copies.ts'
import type { WorkFolder } from './work-folder.ts'

/** A file that was checked, or sent and put somewhere. What was sent of it the journal knows. */
const takenSchema = z.object({
  sha256: z.string(),
  accountId: z.string(),
  /** True if its rows were sent, or only checked. */
  commit: z.boolean(),
  name: z.string(),
  /** Place where it was moved to; null if it stayed or was put back. */
  path: z.string().nullable(),
  /** Number of bytes that were taken. */
  bytes: z.int(),
  at: z.string(),
})
export type TakenFile = z.infer<typeof takenSchema>

const keyOf = ({ sha256, accountId, commit }: Pick<TakenFile, 'sha256' | 'accountId' | 'commit'>): string =>
  `${sha256} ${accountId} ${commit}`

/** Files that were taken, by their content: one line of JSON for each, in a file that only grows. */
export class TakenFiles {
  readonly #path: string
  readonly #last = new Map<string, TakenFile>()

  constructor(path: string) {
    this.#path = path
    if (!existsSync(path)) return
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const taken = takenOf(line)
      if (taken) this.#last.set(keyOf(taken), taken)
    }
  }

  /** True if this content was checked before. */
  isChecked(sha256: string, accountId: string): boolean {
    return this.#last.has(keyOf({ sha256, accountId, commit: false }))
  }

  /** Files whose rows were sent since a time (ms since 1970), if they could be. */
  sentSince(time: number): TakenFile[] {
    return [...this.#last.values()].filter(({ commit, at }) => commit && Date.parse(at) >= time)
  }

  /** It is on the disk when this returns. */
  note(taken: TakenFile): void {
    // A line that a crash cut is ended first.
    appendFileSync(this.#path, `\n${JSON.stringify(taken)}\n`, { mode: 0o600, flush: true })
    this.#last.set(keyOf(taken), taken)
  }
}

function takenOf(line: string): TakenFile | null {
  try {
    return takenSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Time for which after its import a file may still grow, in ms. */
const comparedFor = 30 * 60_000

/**
 * Puts files back into the watched folder that grew after they were imported and moved: an upload that paused was taken
 * as whole, and its program went on writing. A file that begins otherwise than what was imported was changed by a
 * person and stays where it is.
 */
export async function bringBackGrown(taken: TakenFiles, work: WorkFolder, output: Output): Promise<void> {
  for (const sent of taken.sentSince(Date.now() - comparedFor)) {
    const { name, path, bytes, sha256 } = sent
    const now = path === null ? undefined : lstatSync(path, { throwIfNoEntry: false })
    if (path === null || now?.isFile() !== true || now.size <= bytes) continue
    taken.note({ ...sent, path: null })
    try {
      // An empty file begins every other one: some programs make it first and fill it later.
      if (bytes > 0 && (await digestOf(path, name, bytes)) !== sha256) continue
      const back = work.putBack({ path, name })
      output.say(m.cli_watch_grew({ file: name, before: bytes, now: now.size, path: back }))
    } catch (error) {
      const { reason = '' } = asFileFault(error, name).details
      output.say(m.cli_watch_grew_kept({ path, reason: String(reason) }))
    }
  }
}

/** True if a file begins with the whole of a recently sent file of the same name: only its other rows are new. */
export async function continuesEarlier(
  taken: TakenFiles,
  { path, sha256 }: Pick<PrivateCopy, 'path' | 'sha256'>,
  name: string,
): Promise<boolean> {
  const { size } = statSync(path)
  for (const sent of taken.sentSince(Date.now() - comparedFor)) {
    const mayBegin = sent.name === name && sent.sha256 !== sha256 && sent.bytes > 0 && sent.bytes < size
    if (mayBegin && (await digestOf(path, name, sent.bytes)) === sent.sha256) return true
  }
  return false
}
