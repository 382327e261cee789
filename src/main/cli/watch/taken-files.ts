import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

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
