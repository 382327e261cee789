import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'

/** Progress of a file: noted on the disk before each step, so that a restart never takes it for a new one. */
const entrySchema = z.object({
  sha256: z.string(),
  accountId: z.string(),
  /** True if its rows were sent, or only checked. */
  commit: z.boolean(),
  state: z.enum(['begun', 'ended', 'moved']),
  name: z.string(),
  at: z.string(),
  /** Mark of what the journal had sent when the import began (`BatchReader.sentMark`). */
  sent: z.string(),
  /** True if its import ended with nothing sent and nothing left to send; absent until then. */
  sentNothing: z.boolean().optional(),
  /** The exit code of its import, once it ended. */
  code: z.int().nullable(),
  /** Place where it was moved to (null if it was put back), with how many bytes were imported, and when. */
  placed: z.object({ path: z.string().nullable(), bytes: z.int(), at: z.string() }).optional(),
})
export type WatchedFile = z.infer<typeof entrySchema>
type PlacedFile = WatchedFile & { readonly placed: NonNullable<WatchedFile['placed']> }
export type FileKey = Pick<WatchedFile, 'sha256' | 'accountId' | 'commit'>

/** The same file name on the same way. */
const placeOf = ({ name, accountId, commit }: Omit<FileKey, 'sha256'> & { readonly name: string }): string =>
  JSON.stringify([name, accountId, commit])

const keyOf = ({ sha256, accountId, commit }: FileKey): string => `${sha256} ${accountId} ${commit}`

/** Files that were imported, by their content: one line of JSON for each step, in a file that only grows. */
export class WatchedFiles {
  readonly #path: string
  readonly #last = new Map<string, WatchedFile>()
  /** The content that came last under each name. */
  readonly #newest = new Map<string, string>()

  constructor(path: string) {
    this.#path = path
    if (!existsSync(path)) return
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const entry = entryOf(line)
      if (entry) this.#know(entry)
    }
  }

  /** Progress of the file with this content, or null if it is new. */
  find(key: FileKey): WatchedFile | null {
    return this.#last.get(keyOf(key)) ?? null
  }

  /** Files that were moved since a time (ms since 1970), and where they were put. */
  placedSince(time: number): PlacedFile[] {
    return [...this.#last.values()].flatMap((entry) =>
      entry.placed && Date.parse(entry.placed.at) >= time ? [{ ...entry, placed: entry.placed }] : [],
    )
  }

  /** True if another content came under the same name since this one was imported. */
  cameBack(key: FileKey, name: string): boolean {
    const newest = this.#newest.get(placeOf({ ...key, name }))
    return newest !== undefined && newest !== key.sha256
  }

  /** Notes a step; it is on the disk when this returns. */
  note(entry: WatchedFile): void {
    const fd = openSync(this.#path, 'a', 0o600)
    try {
      // A line that a crash cut is ended first.
      writeSync(fd, `\n${JSON.stringify(entry)}\n`)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    this.#know(entry)
  }

  #know(entry: WatchedFile): void {
    this.#last.set(keyOf(entry), entry)
    // Later steps are also noted of a content that came again under another name.
    if (entry.state === 'begun') this.#newest.set(placeOf(entry), entry.sha256)
  }
}

function entryOf(line: string): WatchedFile | null {
  try {
    return entrySchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}
