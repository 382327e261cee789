import type { Batch } from '#shared/batch/row.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { ComingFile } from '../journal/stock-taking.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { BatchReader } from '../reading/batch-reader.ts'
import type { KnownAdvert } from './advert-port.ts'
import { type BeforeShown, planBatch, type SentCheck } from './plan-batch.ts'
import type { Recovery } from './recovery.ts'
import { withdrawOlder, type Withdrawn } from './withdraw-older.ts'

interface PlannerParts {
  readonly recovery: Recovery
  readonly reader: BatchReader
  readonly cached: (accountId: string, autoId: number) => KnownAdvert | null
  /** @throws Fault `team` if the account's batches can't be sent from here */
  readonly checkMaySend: (accountId: string) => Promise<void>
  readonly onPlanned: () => void
  readonly withdrawn: Withdrawn
}

/** Makes batches of checked rows. */
export class BatchPlanner {
  readonly #parts: PlannerParts
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: PlannerParts) {
    this.#parts = parts
  }

  /**
   * Freezes checked rows as a batch, ready to be sent; one that undoes another is a preview first. Batches are planned one
   * after another: two of the same rows at once would not see each other.
   * @throws Fault `confirmation-required`, `plan-outdated` as planBatch does, `team` if it could not be sent afterwards
   */
  async plan(
    source: BatchSource,
    rows: Iterable<PlannedRow>,
    check: SentCheck = 'none',
    beforeShown?: BeforeShown,
  ): Promise<Batch> {
    const planned = this.#last.then(() => this.#plan(source, rows, check, beforeShown))
    this.#last = planned.catch(() => undefined)
    return planned
  }

  /**
   * Takes a stock file of which nothing is to be sent: unsent rows of its older files are withdrawn as by a plan.
   * @throws Fault `plan-outdated` as planBatch does
   */
  async take(file: ComingFile): Promise<void> {
    const taken = this.#last.then(() => this.#take(file))
    this.#last = taken.catch(() => undefined)
    return taken
  }

  async #plan(
    source: BatchSource,
    rows: Iterable<PlannedRow>,
    check: SentCheck,
    beforeShown?: BeforeShown,
  ): Promise<Batch> {
    const { recovery, reader, cached, checkMaySend, onPlanned, withdrawn } = this.#parts
    await checkMaySend(source.accountId)
    const journal = recovery.ensureLock()
    const known = (autoId: number) => cached(source.accountId, autoId)
    const id = await planBatch(journal, source, rows, known, { check, withdrawn, beforeShown })
    onPlanned()
    return reader.get(id)
  }

  async #take(file: ComingFile): Promise<void> {
    const { recovery, onPlanned, withdrawn } = this.#parts
    const journal = recovery.ensureLock()
    await withdrawOlder(journal, journal.tables.stock.takeAlone(file, journal.now()), withdrawn)
    onPlanned()
  }
}
