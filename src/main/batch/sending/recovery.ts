import { Fault } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Journal } from '../journal/journal.ts'
import { lockEngine, type EngineLock } from './engine-lock.ts'

interface RecoveryParts {
  readonly journal: Journal
  /** Folder of the journal; one engine for each. */
  readonly dataDir: string
  /** What holds the engine, for people: `Forecourt` or `forecourt import`. */
  readonly program: string
}

/** What was found of an earlier process. */
export interface Recovered {
  /** Rows that were being sent when it ended: unknown now. */
  readonly inDoubt: number
  /** Batches that wait until their quota allows calls again, or until the network is back. */
  readonly waiting: readonly string[]
}

/** Takes the engine of the data folder, and cleans up after a dead process. All writing begins with `ensureLock`. */
export class Recovery {
  readonly #parts: RecoveryParts
  #lock: EngineLock | null = null

  constructor(parts: RecoveryParts) {
    this.#parts = parts
  }

  /** Whether this process has the engine. */
  get isLocked(): boolean {
    return this.#lock !== null
  }

  /**
   * Takes the engine of the data folder and cleans up after an earlier process. Nothing is sent.
   * @throws Fault `engine-locked` if another process has it
   */
  recover(): Recovered {
    const { journal, dataDir, program } = this.#parts
    this.#lock ??= lockEngine(dataDir, program, journal.now())
    const inDoubt = journal.recover()
    const waiting = journal.batches.list().filter(({ batch }) => batch.state === 'waiting')
    return { inDoubt, waiting: waiting.map(({ batch }) => batch.id) }
  }

  /**
   * For commands that only read: cleans up after a dead process, unless a living one has the engine.
   * @returns how many rows became unknown
   */
  recoverDead(): number {
    if (!this.#parts.journal.batches.list().some(({ batch }) => looksActive(batch))) return 0
    try {
      return this.recover().inDoubt
    } catch (error) {
      if (error instanceof Fault && error.code === 'engine-locked') return 0
      throw error
    }
  }

  /**
   * The journal, to be written: this process has the engine from here on.
   * @throws Fault `engine-locked` if another process has it
   */
  ensureLock(): Journal {
    if (!this.#lock) this.recover()
    return this.#parts.journal
  }

  release(): void {
    this.#lock?.release()
    this.#lock = null
  }
}

/** Whether the journal says that the batch is being sent, by this process or another. */
const looksActive = ({ state, wakesAt, counts }: Batch): boolean =>
  state === 'running' || counts.sending > 0 || (state === 'waiting' && wakesAt === null)
