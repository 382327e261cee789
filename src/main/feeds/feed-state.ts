import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../storage/atomic-file.ts'
import type { FeedAddress } from './feed-address.ts'
import { makeFolder } from '../system/make-folder.ts'

const stateSchema = z.object({
  /** Facts of the content that was taken last; null before the first. */
  taken: z
    .object({
      sha256: z.string(),
      etag: z.string().nullable(),
      lastModified: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  /**
   * Time when it was asked for last, and how that ended: `taken`, `unchanged`, `not-taken` or the reason of a
   * failure.
   */
  askedAt: z.string(),
  result: z.string(),
  /** Fetches in a row that failed. */
  failures: z.int().nonnegative(),
  /** Before this moment the address wants no call, as it said itself; null if it said nothing. */
  notBefore: z.string().nullable(),
  /** Time when it is asked for next, if the program goes on. */
  next: z.string().nullable(),
  /** The other host that a person confirmed for its redirects. */
  follows: z.string().nullable(),
})
export type FeedState = z.infer<typeof stateSchema>

const unknown: FeedState = {
  taken: null,
  askedAt: '',
  result: '',
  failures: 0,
  notBefore: null,
  next: null,
  follows: null,
}

/** Time after which the files of a killed process are removed, in ms: another process may still read what is newer. */
const keptFor = 24 * 3_600_000

/**
 * Memory of one address for one account: a file of the data folder that is replaced as a whole. It holds neither the
 * address nor a login, of which the folder's name is a digest.
 */
export class FeedMemory {
  /** Place where fetched tables and their reports are: only its owner reads it. */
  readonly folder: string
  readonly #path: string

  /** @param use identity of one use of the address: the account, and whether rows are sent */
  constructor(dataDir: string, { url }: FeedAddress, use: readonly string[]) {
    const digest = createHash('sha256')
      .update(JSON.stringify([url.href, ...use]))
      .digest('hex')
    this.folder = join(dataDir, 'fetched', digest.slice(0, 24))
    makeFolder(this.folder)
    this.#path = join(this.folder, 'state.json')
    for (const name of readdirSync(this.folder).filter((each) => each.startsWith('incoming-'))) {
      const path = join(this.folder, name)
      if (Date.now() - statSync(path).mtimeMs > keptFor) rmSync(path, { recursive: true, force: true })
    }
  }

  /** An unreadable file is forgotten: then the table is fetched again, and known by its content. */
  read(): FeedState {
    try {
      return stateSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return unknown
    }
  }

  /** Nothing is known of the address any more. */
  forget(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** It is on the disk when this returns. @throws what the file system throws */
  write(state: FeedState): void {
    writeFileAtomically(this.#path, JSON.stringify(state))
  }
}
