import type { DatabaseSync } from 'node:sqlite'
import { Fault } from '#shared/bridge/failure.ts'
import {
  countOf,
  rowStates,
  type AdvertBatchRow,
  type Attempt,
  type Batch,
  type BatchRow,
  type RowState,
  probably,
} from '#shared/batch/row.ts'
import type { FileChunks } from '../../files/file-bytes.ts'
import type { SentBefore } from '../../writes/sent-before.ts'
import type { AttemptsTable } from '../journal/attempts-table.ts'
import type { StoredBatch } from '../journal/batch-record.ts'
import type { BatchTotal } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import { rowsOfAdvert, type JournalRow } from '../journal/journal-row.ts'
import type { RowsTable } from '../journal/rows-table.ts'
import type { Recovery } from '../sending/recovery.ts'
import type { RunQueue } from '../sending/engine.ts'
import type { ExcelForm } from '../../files/error-rows.ts'
import { failedForm, fullForm, reportChunks } from './report.ts'
import { reportedPages } from './reported-rows.ts'
import { teamBatches } from './team-batches.ts'
import type { FileColumns } from '../../writes/file-column.ts'
import { shownProblem } from '../../writes/problem-words.ts'
import { errorWords } from './error-words.ts'

/** A batch and the tables that its rows are in. */
interface ReadBatch extends StoredBatch {
  readonly db: DatabaseSync
  readonly rows: RowsTable
  readonly attempts: AttemptsTable
  /** The dealer's own number of a row's car; null if the row came from no stock file. */
  readonly keyOf: (row: number) => string | null
}

/** States of rows that were not executed. */
const failedStates: readonly RowState[] = ['failed', 'invalid', 'conflict']

const hasRowsToSend = ({ state, counts }: Batch): boolean =>
  state !== 'preview' && state !== 'cancelled' && counts.planned > 0

/** Batches of one answer. */
const pageSize = 100

/** A part of all batches, the newest first. */
export interface BatchPage {
  readonly batches: Batch[]
  /** With the newest, those of other desks of the team. */
  readonly ofTeam: Batch[]
  /** By what the next older ones are asked for; null if there are none. */
  readonly older: number | null
  /** Number of batches that each account has, on this page or not. */
  readonly totals: BatchTotal[]
}

/** Reads batches for the window and the command line. Takes no lock; every method throws Fault `batch-unknown`. */
export class BatchReader {
  readonly #journal: Journal
  readonly queue: RunQueue
  readonly recovery: Recovery

  constructor(journal: Journal, queue: RunQueue, recovery: Recovery) {
    this.#journal = journal
    this.queue = queue
    this.recovery = recovery
  }

  /** All batches, the newest first. */
  list(): Batch[] {
    return this.#journal.tables.batches.list().map((stored) => this.#shown(stored))
  }

  /** Batches that go on or whose rows could not all be read, or with rows that wait for something or may be retried. The newest first. */
  unsettled(): Batch[] {
    return this.#journal.tables.batches.unsettled().map((stored) => this.#shown(stored))
  }

  /** True while a batch is being sent, or goes on by itself. */
  get isSending(): boolean {
    return this.#journal.tables.batches
      .unsettled()
      .some(({ batch: { state } }) => state === 'running' || state === 'waiting')
  }

  /**
   * The newest batches, and every unsettled one however old it is. With `before`, which `older` named: the next older ones alone.
   * @param accountId only those of the account, and of an unknown one
   */
  page(before: number | null = null, accountId: string | null = null): BatchPage {
    const { batches } = this.#journal.tables
    const found = batches.page(before, pageSize + 1, accountId)
    const page = found.slice(0, pageSize)
    const older = found.length > pageSize ? (page.at(-1)?.seq ?? null) : null
    const isAsked = ({ accountId: of }: Batch): boolean => accountId === null || ['', accountId].includes(of)
    const unsettled =
      before === null && older !== null
        ? batches.unsettled().filter(({ seq, batch }) => seq < older && isAsked(batch))
        : []
    const shown = [...page, ...unsettled].map((stored) => this.#shown(stored))
    const ofTeam = before === null ? teamBatches(this.#journal.db, this.#journal.now()) : []
    return { batches: shown, ofTeam, older, totals: batches.totals() }
  }

  get(batchId: string): Batch {
    return this.#shown(this.#journal.tables.batches.get(batchId))
  }

  /** The rows of the account's batches that name the advert, the newest batch first. */
  ofAdvert(accountId: string, autoId: number): AdvertBatchRow[] {
    return rowsOfAdvert(this.#journal.db, accountId, autoId)
  }

  /** One page of rows in the order of the file, of one state or (null) of all; `total` counts every page. */
  rows(
    batchId: string,
    state: RowState | null,
    offset: number,
    limit: number,
  ): { total: number; rows: BatchRow[] } {
    const { seq, batch, source, rows, keyOf } = this.#find(batchId)
    const total = state === null ? batch.total : countOf(batch.counts, state)
    return {
      total,
      rows: rows.page(seq, state, offset, limit).map((row) => shownRow(row, source, keyOf(row.id))),
    }
  }

  /** Every row in the order of the file, read page by page. */
  *allRows(batchId: string): Generator<BatchRow> {
    const { seq, source, rows, keyOf } = this.#find(batchId)
    for (const row of rows.walk(seq)) yield shownRow(row, source, keyOf(row.id))
  }

  /** Attempts of one row, the oldest first. */
  attempts(batchId: string, line: number): Attempt[] {
    const { seq, attempts } = this.#find(batchId)
    return attempts.list(seq, line)
  }

  /** Fingerprints among these that were sent to the account before, or wait to be sent, and in which batch. */
  sentBefore(accountId: string, fingerprints: readonly string[]): ReadonlyMap<string, SentBefore> {
    return this.#journal.tables.writes.sentBefore(accountId, fingerprints)
  }

  /** Adverts among these that the journal has rows about, of whatever account. */
  journalled(autoIds: readonly number[]): ReadonlySet<number> {
    return this.#journal.tables.writes.known(autoIds)
  }

  /**
   * The newest batch of the account, of a file with these bytes, that still has rows to send; null if there is none.
   * @param digest the file's SHA-256, for which the whole file is read: it is asked for only if a batch has rows to send
   */
  async openOf(accountId: string, digest: () => Promise<string>): Promise<Batch | null> {
    const open = this.#journal.tables.batches
      .unsettled()
      .filter(
        ({ source, batch }) =>
          source.accountId === accountId && source.fileSha256 !== null && hasRowsToSend(batch),
      )
    if (open.length === 0) return null
    const sha256 = await digest()
    const found = open.find(({ source }) => source.fileSha256 === sha256)
    return found ? this.#shown(found) : null
  }

  /** The newest batch of the account of a file with these bytes (SHA-256, in hex), whatever became of it; null if there is none. */
  newestOf(accountId: string, sha256: string): Batch | null {
    const found = this.#journal.tables.batches.newestOf(accountId, sha256)
    return found ? this.#shown(found) : null
  }

  /** The newest batch of the account of a file of this name; null if there is none. */
  newestNamed(accountId: string, fileName: string): Batch | null {
    const found = this.#journal.tables.batches.newestNamed(accountId, fileName)
    return found ? this.#shown(found) : null
  }

  /**
   * A CSV file of every row with its outcome, or of the failed rows in the shape of the imported file, in pieces. The
   * consumer sets the pace.
   * @throws Fault `storage` if the file's columns, which its failed rows are written in, can't be read
   * @param excel the failed rows are to be opened in Excel, not to be in the shape of the imported file
   */
  report(batchId: string, failedOnly: boolean, excel: ExcelForm | null = null): FileChunks {
    const { db, ...stored } = this.#find(batchId)
    const { source } = stored
    const isInFilesShape = failedOnly && source.undoOf === null
    if (isInFilesShape && stored.batch.unreadableParts?.includes('header'))
      throw new Fault('storage', { reason: 'header-unreadable', file: source.fileName })
    const form = failedOnly
      ? failedForm(source, excel)
      : fullForm(source, this.#journal.tables.sources.hasFileOf(stored.seq))
    const what = failedOnly
      ? { states: failedStates, cells: isInFilesShape, values: !isInFilesShape }
      : { states: rowStates, cells: false, values: false }
    const pages = reportedPages(db, stored, what)
    const chunks =
      failedOnly && excel?.format === 'xlsx' ? workbookOf(form, pages) : reportChunks(form, pages)
    return { fileName: form.fileName, chunks }
  }

  /** A stored batch as it is shown: with the batch that it waits for, and paused if its run could not save that. */
  shown(batch: Batch): Batch {
    return this.#shown({ seq: this.#journal.tables.batches.get(batch.id).seq, batch })
  }

  #shown(stored: Pick<StoredBatch, 'seq' | 'batch'>): Batch {
    const batch = this.#withLikeness(stored)
    if (this.#wasStopped(batch)) return { ...batch, state: 'paused', pauseReason: 'storage' }
    // One that waits for the service has let others go first: it does not wait for them.
    const isQueued = batch.state === 'waiting' && batch.pauseReason === null
    const ahead = isQueued ? this.queue.aheadOf(batch.id) : null
    if (ahead === null) return batch
    const { fileName } = this.#journal.tables.batches.get(ahead).batch
    return { ...batch, waitsFor: { id: ahead, fileName } }
  }

  #withLikeness({ seq, batch }: Pick<StoredBatch, 'seq' | 'batch'>): Batch {
    const { rows } = this.#journal.tables
    const likeness = rows.countLikeness(seq)
    const probable = batch.counts.inDoubt === 0 ? 0 : rows.countProbable(seq)
    return { ...batch, ...(likeness > 0 && { likeness }), ...(probable > 0 && { probable }) }
  }

  /** @throws Fault `batch-unknown` */
  #find(batchId: string): ReadBatch {
    const stored = this.#journal.tables.batches.get(batchId)
    const { db } = this.#journal
    const { rows, attempts, links } = this.#journal.tables
    const hasKeys = this.#journal.tables.sources.hasFileOf(stored.seq)
    return { ...stored, db, rows, attempts, keyOf: (row) => (hasKeys ? links.keyOfRow(row) : null) }
  }

  /** The journal says `running` though nothing runs: the disk error that ended the run also prevented its last write. */
  #wasStopped({ id, state }: Batch): boolean {
    return state === 'running' && this.recovery.isLocked && !this.queue.isActive(id)
  }
}

/** Workbooks are loaded when one is written. */
async function* workbookOf(...rows: Parameters<typeof reportChunks>): AsyncGenerator<Uint8Array> {
  const { workbookChunks } = await import('./failed-workbook.ts')
  yield* workbookChunks(...rows)
}

/**
 * A journalled row as it is shown: in words of the current language, with the columns as the batch's file calls them.
 * @param key the dealer's own number of the car, if the row came from a stock file
 */
const shownRow = (
  row: JournalRow,
  columns: FileColumns & { readonly file?: object | null },
  key: string | null = null,
): BatchRow => ({
  line: row.line,
  ...(key !== null && { key }),
  operation: row.operation,
  state: row.state,
  autoId: row.autoId,
  outcomeSource: row.outcomeSource,
  payload: row.payload,
  before: row.before,
  problems: row.problems.map((problem) => shownProblem(problem, columns)),
  errorCode: row.errorCode,
  errorWords: errorWords(row.errorCode, row.errorDetail, row.state, columns),
  ...(isProbable(row) && { probableId: Number(row.errorDetail) }),
  attempts: row.attempts,
  updatedAt: row.updatedAt,
})

const isProbable = ({ state, errorCode, errorDetail }: JournalRow): boolean =>
  state === 'in-doubt' && errorCode === probably && Number(errorDetail) > 0
