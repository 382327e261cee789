import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  promises,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../storage/atomic-file.ts'
import { makeFolder } from '../system/make-folder.ts'

const leftDraftSchema = z.object({
  place: z.object({
    draftId: z.string(),
    path: z.string(),
    fileName: z.string(),
    changedAt: z.number().nullable().default(null),
  }),
  accountId: z.string(),
  /** The window's own words for how far the person came. */
  memo: z.string(),
})

/** A file that was left in the middle. */
export type LeftDraft = z.infer<typeof leftDraftSchema>

/** Null for what an app of another version or a bad disk left. */
function readLeftDraft(text: string): LeftDraft | null {
  try {
    return leftDraftSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Time for which a file that was left in the middle is kept, in ms. */
const keptMs = 30 * 24 * 3_600_000

/** The folder of a data directory for drafts: spooled files, tables of spreadsheets, planned rows, and how far a person came with a file. */
export class DraftFiles {
  readonly #directory: string

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'drafts')
  }

  /** Place of its rows as the journal plans them, of those of a spreadsheet, or of what a person changed in them. */
  path(draftId: string, kind: 'rows' | 'table' | 'changes'): string {
    this.#ensure()
    return join(this.#directory, `${draftId}.${kind}`)
  }

  /** Begins an empty spool file that only its owner reads. */
  beginSpool(draftId: string): string {
    this.#ensure()
    const path = join(this.#directory, `${draftId}.csv`)
    closeSync(openSync(path, 'wx', 0o600))
    return path
  }

  appendSpool(path: string, bytes: Uint8Array): Promise<void> {
    return promises.appendFile(path, bytes)
  }

  /** Keeps how far a person came with a draft, for another start. @throws what the file system throws */
  keep(left: LeftDraft): void {
    this.#ensure()
    writeFileAtomically(this.#leftPath(left.place.draftId), JSON.stringify(left))
  }

  isKept(draftId: string): boolean {
    return existsSync(this.#leftPath(draftId))
  }

  /** Drafts that were kept, the oldest first. */
  kept(): LeftDraft[] {
    const paths = this.#names().flatMap((name) =>
      name.endsWith('.left') ? [join(this.#directory, name)] : [],
    )
    const at = (path: string): number => statSync(path).mtimeMs
    return paths
      .toSorted((one, other) => at(one) - at(other))
      .flatMap((path) => readLeftDraft(readFileSync(path, 'utf8')) ?? [])
  }

  /** No other start goes on with the draft. */
  forget(draftId: string): void {
    rmSync(this.#leftPath(draftId), { force: true })
  }

  remove(draftId: string): void {
    this.forget(draftId)
    for (const suffix of ['.csv', '.table', '.rows', '.changes'])
      rmSync(join(this.#directory, draftId + suffix), { force: true })
  }

  /**
   * Removes the remains of earlier runs that were not written to since `before` (ms since 1970), as far as it can.
   * Files that were left in the middle go after a month.
   */
  sweep(before: number): void {
    for (const name of this.#names()) {
      const path = join(this.#directory, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      const left = statSync(this.#leftPath(name.slice(0, name.lastIndexOf('.'))), { throwIfNoEntry: false })
      const isLeft = left !== undefined && left.mtimeMs > before - keptMs
      if (stat?.isFile() && stat.mtimeMs < before && !isLeft) rmSync(path, { force: true })
    }
  }

  #names(): string[] {
    return existsSync(this.#directory) ? readdirSync(this.#directory) : []
  }

  #leftPath(draftId: string): string {
    return join(this.#directory, `${draftId}.left`)
  }

  #ensure(): void {
    makeFolder(this.#directory)
    chmodSync(this.#directory, 0o700)
  }
}
