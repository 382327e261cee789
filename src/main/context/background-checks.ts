import type { Journal } from '../batch/journal/journal.ts'
import { suspect } from '../storage/clean-end.ts'
import { checkInThread } from '../storage/database-check.ts'

/** A database next to the journal. */
export interface CheckedDatabase {
  readonly path: string
  /** True if it was closed in order, or checked when it was opened. */
  readonly isChecked: boolean
}

interface CheckPorts {
  readonly journal: Journal
  readonly databases: readonly CheckedDatabase[]
  readonly entry: URL
  /** The journal's verdict is there. */
  readonly onJournal: () => void
  /** A database was found damaged that is set aside at the next start. */
  readonly onDamaged: (path: string) => void
}

/**
 * Checks databases that were not closed in order off the main thread, for a program that lasts. A command checks the
 * journal itself before it sends; neither waits to read.
 */
export class BackgroundChecks {
  readonly #ports: CheckPorts
  readonly #checked: Set<string>
  #started: { readonly journal: Promise<void>; readonly others: Promise<unknown> } | null = null

  constructor(ports: CheckPorts) {
    this.#ports = ports
    this.#checked = new Set(ports.databases.flatMap(({ path, isChecked }) => (isChecked ? [path] : [])))
  }

  /** True if the database may be trusted at the next start if it is closed in order now. */
  isChecked(path: string): boolean {
    return this.#checked.has(path)
  }

  /**
   * Begins the checks that are due. Resolves when the journal's verdict is there, or can't be had: whatever sends then
   * checks it itself.
   */
  journal(): Promise<void> {
    this.#started ??= {
      journal: this.#ports.journal.isChecked ? Promise.resolve() : this.#checkJournal(),
      others: Promise.all(
        this.#ports.databases.flatMap(({ path }) => (this.isChecked(path) ? [] : [this.#check(path)])),
      ),
    }
    return this.#started.journal
  }

  /** Waits for what is being checked: a thread is not ended in the middle of SQLite. */
  async end(): Promise<void> {
    await this.#started?.journal
    await this.#started?.others
  }

  async #checkJournal(): Promise<void> {
    const { journal, entry, onJournal } = this.#ports
    const verdict = await checkInThread(entry, journal.path)
    if (journal.db.isOpen) journal.take(verdict)
    onJournal()
  }

  async #check(path: string): Promise<void> {
    const { entry, onDamaged } = this.#ports
    const verdict = await checkInThread(entry, path)
    if (verdict === 'sound') this.#checked.add(path)
    if (verdict !== 'damaged') return
    suspect(path)
    onDamaged(path)
  }
}
