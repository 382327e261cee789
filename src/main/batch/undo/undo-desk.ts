import { Fault } from '#shared/bridge/failure.ts'
import type { UndoSummary } from '#shared/batch/undo.ts'
import type { BatchSource, StoredBatch } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { Values } from '../../writes/values.ts'
import type { OwnWrites } from '../journal/own-writes.ts'
import type { CachedAdvert } from '../sending/advert-port.ts'
import { storiesOf, undoOperation, undoRow, type KnownAdverts, type Story } from './undo-rows.ts'
import { UndoSums } from './undo-sums.ts'

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
  readonly #sums = new Map<string, UndoSums>()
  readonly #making = new Map<string, Promise<string>>()

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
    // Two at once get the same one: the second must not take the first's away, nor leave two.
    const making = this.#making.get(batchId) ?? this.#make(batchId)
    this.#making.set(batchId, making)
    try {
      return await making
    } finally {
      if (this.#making.get(batchId) === making) this.#making.delete(batchId)
    }
  }

  async #make(batchId: string): Promise<string> {
    const { journal, isActive, hold, plan } = this.#parts
    hold()
    const { seq, source, batch } = journal.batches.get(batchId)
    if (batch.state === 'preview') throw new Fault('usage', { reason: 'preview', batch: batchId })
    if (isActive(batchId)) throw new Fault('usage', { reason: 'undo-active', batch: batchId })
    const stories = await storiesOf(journal.rows.walk(seq, ['done', 'unknown']))
    if (stories.length === 0) throw new Fault('usage', { reason: 'undo-nothing', batch: batchId })
    journal.previews.discardOf(batchId)
    const undo = { ...source, fileSha256: null, header: [], mapping: [], undoOf: batchId }
    const sums = new UndoSums()
    const rows = counted(stories, this.#known(source.accountId), sums)
    const id = await plan({ ...undo, operation: undoOperation(stories) }, rows)
    this.#sums.set(id, sums)
    return id
  }

  /** @throws Fault `usage` where the batch is no preview; so do those below */
  summary(previewId: string): UndoSummary {
    return this.#sumsOf(previewId).summary
  }

  choose(previewId: string, lines: readonly number[], chosen: boolean): UndoSummary {
    const { journal, hold } = this.#parts
    hold()
    const sums = this.#sumsOf(previewId)
    const { seq } = this.#preview(previewId)
    sums.choose(journal.previews.choose(seq, lines, chosen, journal.now()), chosen)
    return sums.summary
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

  /** Counted while the preview was made; after a restart once more. */
  #sumsOf(previewId: string): UndoSums {
    const { seq } = this.#preview(previewId)
    const known = this.#sums.get(previewId) ?? new UndoSums(this.#parts.journal.previews.groups(seq))
    this.#sums.set(previewId, known)
    return known
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

function* counted(stories: readonly Story[], known: KnownAdverts, sums: UndoSums): Generator<PlannedRow> {
  for (const story of stories) {
    const row = undoRow(story, known)
    sums.count(row)
    yield row
  }
}
