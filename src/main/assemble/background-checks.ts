import type { Journal } from '../batch/journal/journal.ts'
import { suspect } from '../storage/clean-end.ts'
import { checkInThread } from '../storage/database-check.ts'

interface CheckPorts {
  readonly journal: Journal
  readonly cachePath: string
  /** Whether the cache was closed in order, or checked when it was opened. */
  readonly isCacheChecked: boolean
  readonly entry: URL
  /** The journal's verdict is there. */
  readonly onJournal: () => void
  /** A database was found damaged that is set aside at the next start. */
  readonly onDamaged: (path: string) => void
}

/**
 * Checks databases that were not closed in order beside the main thread, for a program that lasts. A command checks the
 * journal itself before it sends; neither waits to read.
 */
export class BackgroundChecks {
  readonly #ports: CheckPorts
  #isCacheChecked: boolean
  #started: { readonly journal: Promise<void>; readonly cache: Promise<void> } | null = null

  constructor(ports: CheckPorts) {
    this.#ports = ports
    this.#isCacheChecked = ports.isCacheChecked
  }

  /** Whether the cache may be trusted at the next start if it is closed in order now. */
  get isCacheChecked(): boolean {
    return this.#isCacheChecked
  }

  /**
   * Begins the checks that are due. Resolves when the journal's verdict is there, or can't be had: whatever sends then
   * checks it itself.
   */
  journal(): Promise<void> {
    this.#started ??= {
      journal: this.#ports.journal.isChecked ? Promise.resolve() : this.#checkJournal(),
      cache: this.#isCacheChecked ? Promise.resolve() : this.#checkCache(),
    }
    return this.#started.journal
  }

  /** Waits for what is being checked: a thread is not ended in the middle of SQLite. */
  async end(): Promise<void> {
    await this.#started?.journal
    await this.#started?.cache
  }

  async #checkJournal(): Promise<void> {
    const { journal, entry, onJournal } = this.#ports
    const verdict = await checkInThread(entry, journal.path)
    if (journal.db.isOpen) journal.take(verdict)
    onJournal()
  }

  async #checkCache(): Promise<void> {
    const { cachePath, entry, onDamaged } = this.#ports
    const verdict = await checkInThread(entry, cachePath)
    this.#isCacheChecked = verdict === 'sound'
    if (verdict !== 'damaged') return
    suspect(cachePath)
    onDamaged(cachePath)
  }
}
