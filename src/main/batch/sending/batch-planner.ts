import type { Batch } from '#shared/batch/row.ts'
import type { BatchSource } from '../journal/batch-table.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { BatchReader } from '../reading/batch-reader.ts'
import type { KnownAdvert } from './advert-port.ts'
import { planBatch } from './plan-batch.ts'
import type { Recovery } from './recovery.ts'

interface PlannerParts {
  readonly recovery: Recovery
  readonly reader: BatchReader
  readonly cached: (accountId: string, autoId: number) => KnownAdvert | null
}

/** Makes batches of checked rows. */
export class BatchPlanner {
  readonly #parts: PlannerParts

  constructor(parts: PlannerParts) {
    this.#parts = parts
  }

  /** Freezes checked rows as a batch, ready to be sent; one that undoes another is a preview first. */
  async plan(source: BatchSource, rows: Iterable<PlannedRow>): Promise<Batch> {
    const { recovery, reader, cached } = this.#parts
    const journal = recovery.ensureLock()
    const id = await planBatch(journal, source, rows, (autoId) => cached(source.accountId, autoId))
    return reader.get(id)
  }
}
