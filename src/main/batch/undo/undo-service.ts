import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Contents } from '#shared/batch/contents.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { rowStates, type Batch, type RowState } from '#shared/batch/row.ts'
import type { UndoSummary } from '#shared/batch/undo.ts'
import type { BatchSource, StoredBatch } from '../journal/batch-record.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { Values } from '../../writes/values.ts'
import type { KnownAdvert } from '../sending/service-adverts.ts'
import type { BatchParts } from '../sending/batch-parts.ts'
import type { BatchControl } from '../sending/batch-control.ts'
import type { BatchPlanner } from '../sending/batch-planner.ts'
import { ContentsCount, titlesOf } from '../sending/plan-batch.ts'
import { historiesOf, undoOperation, undoRow, type AdvertHistory, type AdvertValues } from './undo-rows.ts'
import { recreateFile, type DeletedAdvert, type RecreateFile } from './recreate-file.ts'
import { UndoSums } from './undo-sums.ts'

/** Previews of undos: planned, shown, chosen from, and then sent or discarded. */
export class UndoService {
  readonly #parts: BatchParts
  readonly #control: BatchControl
  readonly #planner: BatchPlanner
  readonly #sums = new Map<string, UndoSums>()
  readonly #planning = new Map<string, Promise<string>>()

  constructor(parts: BatchParts, control: BatchControl, planner: BatchPlanner) {
    this.#parts = parts
    this.#control = control
    this.#planner = planner
  }

  /**
   * Plans the batch that undoes another one, as a preview that replaces an older one. The code of each row is its grade:
   * `undo-exact`, `undo-partial`, or, for a row that is left out, `undo-impossible`.
   * @returns the preview's id
   * @throws Fault `usage` if nothing was done, or the batch is still being sent
   */
  async preview(batchId: string): Promise<string> {
    // Two calls at once get the same preview: the second must neither discard the first one's nor make another.
    const planning = this.#planning.get(batchId) ?? this.#plan(batchId)
    this.#planning.set(batchId, planning)
    try {
      return await planning
    } finally {
      if (this.#planning.get(batchId) === planning) this.#planning.delete(batchId)
    }
  }

  /** @throws Fault `usage` if the batch is no preview; so do the methods below */
  async summary(previewId: string): Promise<UndoSummary> {
    return (await this.#sumsOf(previewId)).summary
  }

  /** Includes rows in the undo or leaves them out. */
  async choose(previewId: string, lines: readonly number[], chosen: boolean): Promise<UndoSummary> {
    const journal = this.#control.recovery.ensureLock()
    const sums = await this.#sumsOf(previewId)
    const { seq } = this.#stored(previewId)
    sums.choose(journal.tables.previews.choose(seq, lines, chosen, journal.now()), chosen)
    this.#control.changed(previewId)
    return sums.summary
  }

  /** Makes the preview a batch that may be sent, called by what was chosen of it: the person has seen it. */
  async approve(previewId: string): Promise<void> {
    const journal = this.#control.recovery.ensureLock()
    const { seq, source } = this.#chosen(previewId)
    const contents = await chosenContents(journal, seq, (autoId) =>
      this.#parts.cached(source.accountId, autoId),
    )
    // It may have been approved, discarded or emptied while its rows were counted.
    journal.tables.previews.approve(this.#chosen(previewId).seq, contents)
    this.#control.changed(previewId)
  }

  /** Approves a preview and sends it. */
  async send(previewId: string, unshown = false): Promise<Batch> {
    await this.approve(previewId)
    return this.#control.send(previewId, unshown)
  }

  /** A file that creates again what the batch of this preview deleted. */
  recreateFile(
    previewId: string,
    knownAdvert: (accountId: string, autoId: number) => DeletedAdvert | null,
  ): RecreateFile {
    const { journal } = this.#parts
    const { undoOf } = this.#stored(previewId).source
    const { seq, source } = journal.tables.batches.get(undoOf ?? previewId)
    return recreateFile(source, deletedRows(journal, seq), (autoId) => knownAdvert(source.accountId, autoId))
  }

  discard(previewId: string): void {
    const journal = this.#control.recovery.ensureLock()
    journal.tables.previews.discard(this.#stored(previewId).seq)
  }

  async #plan(batchId: string): Promise<string> {
    const journal = this.#control.recovery.ensureLock()
    const { seq, source, batch } = journal.tables.batches.get(batchId)
    if (batch.state === 'preview') throw new Fault('usage', { reason: 'preview', batch: batchId })
    if (this.#control.reader.queue.isActive(batchId))
      throw new Fault('usage', { reason: 'undo-active', batch: batchId })
    const histories = await historiesOf(journal.tables.rows.walk(seq, ['done', 'in-doubt']))
    if (histories.length === 0) throw new Fault('usage', { reason: 'undo-nothing', batch: batchId })
    journal.tables.previews.discardOf(batchId)
    const sums = new UndoSums(this.#parts.readsAfter)
    const rows = countedRows(histories, this.#valuesOf(source.accountId), sums)
    const { id } = await this.#planner.plan(undoSource(source, batchId, histories), rows)
    this.#sums.set(id, sums)
    this.#control.changed(id)
    return id
  }

  /** The sums that were counted when the preview was planned; after a restart they are counted again. */
  async #sumsOf(previewId: string): Promise<UndoSums> {
    const { seq } = this.#stored(previewId)
    const known = this.#sums.get(previewId)
    if (known) return known
    const counted = new UndoSums(this.#parts.readsAfter)
    await countRows(this.#parts.journal, seq, rowStates, (row) => counted.count(row))
    // A choice that was made meanwhile is in the sums that were counted first.
    const sums = this.#sums.get(previewId) ?? counted
    this.#sums.set(previewId, sums)
    return sums
  }

  /** A preview of which not every row is left out. */
  #chosen(previewId: string): StoredBatch {
    const stored = this.#stored(previewId)
    if (stored.batch.counts.planned === 0)
      throw new Fault('usage', { reason: 'undo-none-chosen', batch: previewId })
    return stored
  }

  #stored(previewId: string): StoredBatch {
    const stored = this.#parts.journal.tables.batches.get(previewId)
    if (stored.batch.state !== 'preview') throw new Fault('usage', { reason: 'no-preview', batch: previewId })
    return stored
  }

  #valuesOf(accountId: string): AdvertValues {
    const { cached, journal } = this.#parts
    return {
      writtenBefore: ({ autoId, id }) => journal.tables.writes.valuesBefore(accountId, autoId ?? 0, id),
      now: (autoId) => {
        const known = cached(accountId, autoId)
        const values: Values = { ...journal.tables.writes.values(accountId, autoId), ...known?.values }
        return { values, gone: known?.gone ?? false }
      },
    }
  }
}

/** Rows that are counted before others have their turn. */
const countedAtOnce = 500

/** Sums of the rows that were not left out; read again, because a person chose among the planned ones. */
async function chosenContents(
  journal: Journal,
  seq: number,
  cached: (autoId: number) => KnownAdvert | null,
): Promise<Contents> {
  const count = new ContentsCount()
  await countRows(journal, seq, ['planned'], (row) => count.add(row))
  return count.contents(titlesOf(cached))
}

async function countRows(
  journal: Journal,
  seq: number,
  states: readonly RowState[],
  count: (row: JournalRow) => void,
): Promise<void> {
  let counted = 0
  for (const row of journal.tables.rows.walk(seq, states)) {
    count(row)
    counted += 1
    if (counted % countedAtOnce === 0) await nextTurn()
  }
}

function* deletedRows(journal: Journal, seq: number): Generator<JournalRow> {
  for (const row of journal.tables.rows.walk(seq, ['done'])) if (row.operation === 'delete') yield row
}

/** An undo has no file: it keeps the name and account of the batch that it undoes. */
const undoSource = (
  source: BatchSource,
  undoOf: string,
  histories: readonly AdvertHistory[],
): BatchSource => ({
  ...source,
  fileSha256: null,
  file: null,
  header: [],
  mapping: [],
  undoOf,
  operation: undoOperation(histories),
})

function* countedRows(
  histories: readonly AdvertHistory[],
  values: AdvertValues,
  sums: UndoSums,
): Generator<PlannedRow> {
  for (const history of histories) {
    const row = undoRow(history, values)
    sums.count(row)
    yield row
  }
}
