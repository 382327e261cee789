import type { Batch } from '#shared/batch/row.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { ComingFile } from '../journal/stock-taking.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { BackupKeeper } from '../backup-keeper.ts'
import type { BatchControl } from './batch-control.ts'
import type { BatchParts } from './batch-parts.ts'
import { type BeforeShown, planBatch, type SentCheck } from './plan-batch.ts'
import { withdrawOlder } from './withdraw-older.ts'

/** Makes batches of checked rows. */
export class BatchPlanner {
  readonly #parts: Pick<BatchParts, 'cached' | 'checkMaySend'>
  readonly #control: BatchControl
  readonly #backups: BackupKeeper
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    parts: Pick<BatchParts, 'cached' | 'checkMaySend'>,
    control: BatchControl,
    backups: BackupKeeper,
  ) {
    this.#parts = parts
    this.#control = control
    this.#backups = backups
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
    await this.#parts.checkMaySend(source.accountId)
    const journal = this.#control.recovery.ensureLock()
    const known = (autoId: number) => this.#parts.cached(source.accountId, autoId)
    const withdrawn = this.#control
    const id = await planBatch(journal, source, rows, known, { check, withdrawn, beforeShown })
    this.#backups.request()
    return this.#control.reader.get(id)
  }

  async #take(file: ComingFile): Promise<void> {
    const journal = this.#control.recovery.ensureLock()
    await withdrawOlder(journal, journal.tables.stock.takeAlone(file, journal.now()), this.#control)
    this.#backups.request()
  }
}
