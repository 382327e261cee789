import { Fault } from '#shared/bridge/failure.ts'
import type { UndoSummary } from '#shared/batch/undo.ts'
import type { BatchSource, StoredBatch } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { PlannedRow, Values } from '../journal/journal-row.ts'
import type { OwnWrites } from '../journal/own-writes.ts'
import type { CachedAdvert } from '../sending/advert-port.ts'
import { undoRows, type KnownAdverts } from './undo-rows.ts'

interface UndoDeskParts {
  readonly journal: Journal
  readonly ownWrites: OwnWrites
  readonly cached: (accountId: string, autoId: number) => CachedAdvert | null
  readonly isActive: (batchId: string) => boolean
  /** Freezes rows as a batch; answers its id. Takes the engine's lock. */
  readonly plan: (source: BatchSource, rows: Iterable<PlannedRow>) => Promise<string>
  /** @throws Fault `engine-locked` */
  readonly hold: () => void
}

/** Previews of undos: planned, looked at, chosen from, and then sent or dropped. Nothing is sent from here. */
export class UndoDesk {
  readonly #parts: UndoDeskParts

  constructor(parts: UndoDeskParts) {
    this.#parts = parts
  }

  /**
   * Plans the batch that takes another one back, as a preview in the place of an older one. Each row's code says how far
   * it gets: `undo-exact`, `undo-partial`, or, left out, `undo-impossible`.
   * @returns the preview's id
   * @throws Fault `usage` where nothing was done, or the batch is still being sent
   */
  async preview(batchId: string): Promise<string> {
    const { journal, isActive, hold, plan } = this.#parts
    hold()
    const { seq, source, batch } = journal.batches.get(batchId)
    if (batch.state === 'preview') throw new Fault('usage', { reason: 'preview', batch: batchId })
    if (isActive(batchId)) throw new Fault('usage', { reason: 'undo-active', batch: batchId })
    const rows = undoRows(journal.rows.walk(seq, ['done', 'unknown']), this.#known(source.accountId))
    if (rows.length === 0) throw new Fault('usage', { reason: 'undo-nothing', batch: batchId })
    journal.previews.discardOf(batchId)
    const undo = { ...source, fileSha256: null, header: [], mapping: [], undoOf: batchId }
    return plan({ ...undo, operation: operationOf(rows) }, rows)
  }

  /** @throws Fault `usage` where the batch is no preview; so do those below */
  summary(previewId: string): UndoSummary {
    return this.#parts.journal.previews.summary(this.#preview(previewId).seq)
  }

  choose(previewId: string, lines: readonly number[], chosen: boolean): UndoSummary {
    const { journal, hold } = this.#parts
    hold()
    const { seq } = this.#preview(previewId)
    journal.previews.choose(seq, lines, chosen, journal.now())
    return journal.previews.summary(seq)
  }

  /** The person has seen it: it may be sent. */
  approve(previewId: string): void {
    const { journal, hold } = this.#parts
    hold()
    const { seq, batch } = this.#preview(previewId)
    if (batch.counts.planned === 0) throw new Fault('usage', { reason: 'undo-none-chosen', batch: previewId })
    journal.previews.approve(seq)
  }

  discard(previewId: string): void {
    this.#parts.hold()
    this.#parts.journal.previews.discard(this.#preview(previewId).seq)
  }

  #preview(previewId: string): StoredBatch {
    const stored = this.#parts.journal.batches.get(previewId)
    if (stored.batch.state !== 'preview') throw new Fault('usage', { reason: 'no-preview', batch: previewId })
    return stored
  }

  #known(accountId: string): KnownAdverts {
    const { ownWrites, cached } = this.#parts
    return {
      hiddenBefore: ({ autoId, id, updatedAt }) =>
        ownWrites.valuesBefore(accountId, autoId ?? 0, id, updatedAt ?? ''),
      now: (autoId) => {
        const known = cached(accountId, autoId)
        const values: Values = { ...ownWrites.values(accountId, autoId), ...known?.values }
        return { values, gone: known?.gone ?? false }
      },
    }
  }
}

function operationOf(rows: readonly PlannedRow[]): BatchSource['operation'] {
  const [operation, ...others] = new Set(rows.map((row) => row.operation))
  return operation && others.length === 0 ? operation : 'mixed'
}
