import { randomUUID } from 'node:crypto'
import { basename, resolve } from 'node:path'
import type { Operation } from '#shared/batch/operation.ts'
import type { EventPayload } from '#shared/bridge/call.ts'
import type { Check, ColumnValues, DraftRow, FileShapeChoice, Inspection } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import type { importEvents } from '#shared/import/import-calls.ts'
import type { PlannedRow } from '../writes/planned-row.ts'
import { digestFile, withSource } from './csv/source-file.ts'
import { matchColumns } from './columns/matched-columns.ts'
import { type DraftAccount, knownContents, withNames, withTitles } from './draft-account.ts'
import type { FieldColumn } from './columns/column-values.ts'
import { DraftFiles, type LeftDraft } from './draft-files.ts'
import { type OpenDraft, OpenDrafts } from './open-drafts.ts'
import type { UnreadableRecord } from '../storage/row-query.ts'
import type { CellValue } from './rows/row.ts'
import { fileIdentity, type FileIdentity, momentOf } from './stock/file-identity.ts'
import type { DraftPlan } from './draft/draft-plan.ts'
import { readPlannedRows } from './draft/planned-rows.ts'
import type { CheckChoice } from './worker/draft-source.ts'
import { importsHere, importsInThread, WorkerClient } from './worker/worker-client.ts'

export type CheckProgress = EventPayload<typeof importEvents, 'draft:progress'>

/** A checked draft as planning needs it. */
export interface StagedDraft extends Pick<
  DraftPlan,
  'fileName' | 'shape' | 'bom' | 'header' | 'mapping' | 'fileOperation' | 'userId'
> {
  /** SHA-256 of the file, or of the values, in hex. */
  readonly sha256: string
  /** The account that the rows were checked for. */
  readonly accountId: string | undefined
  /** Counts as they are now, with rows fixed or left out since. */
  readonly check: Check
  /** Every row in the order of the file. */
  rows(): Promise<Iterable<PlannedRow>>
}

export interface DraftServiceOptions {
  readonly dataDir: string
  /** `import-worker.cjs` and `sheet-worker.cjs` next to the bundle, or their sources. */
  readonly entries: { readonly importWorker: URL; readonly sheetWorker: URL }
  /** Files of fewer bytes, and rows of the app, are read in the thread of the caller, in which no window must wait for it. */
  readonly bytesHere?: number | undefined
  /** Takes reports of saved records that a worker can't read. */
  readonly onUnreadable?: (found: UnreadableRecord) => void
}

/**
 * Another app may have a draft open for long. One that was not written to for a week is the remains of a crashed run.
 */
const leftAfterMs = 7 * 24 * 3_600_000

/** Uses an account from now on; choices and checks for another one count no more. */
function useAccount(draft: OpenDraft, account: DraftAccount): void {
  if (draft.account && draft.account.accountId !== account.accountId) {
    draft.choices.clear()
    draft.checked = null
  }
  draft.account = account
}

/** Facts for one check; a file of the whole stock brings its own links. */
function factsOf({ userId, baseUrlLength, stock, readsAfter, links }: DraftAccount, isStock = false) {
  return { userId, baseUrlLength, stock, readsAfter, links: isStock ? [] : links() }
}

/** Files, and rows of the app itself, before they become batches: inspected, checked, fixed, handed to planning. */
export class DraftService extends OpenDrafts {
  readonly #thread: WorkerClient
  readonly #here = new WorkerClient(() =>
    importsHere(async ({ draftId }, _onUnreadable, work) => work(this.accountOf(draftId))),
  )
  readonly #bytesHere: number

  constructor({ dataDir, entries, bytesHere = 0, onUnreadable }: DraftServiceOptions) {
    super(new DraftFiles(dataDir), entries.sheetWorker)
    this.#thread = new WorkerClient(() => importsInThread(entries.importWorker), onUnreadable)
    this.#bytesHere = bytesHere
  }

  /**
   * Begins a draft whose bytes follow by append().
   * @param changedAt when the file was written, ms since 1970; null if that is not known
   * @returns its id
   */
  begin(fileName: string, changedAt: number | null = null): string {
    const draftId = randomUUID()
    const path = this.files.beginSpool(draftId)
    return this.open({ draftId, path, fileName: basename(fileName), changedAt }, this.#workerFor(0))
  }

  append(draftId: string, bytes: Uint8Array): Promise<void> {
    return this.files.appendSpool(this.fileOf(draftId).path, bytes)
  }

  /** Begins a draft of rows that are no file's, which follow by add(). @param fileName what its batch is called. @returns its id */
  beginValues(fileName: string, columns: readonly ColumnName[], operation: Operation | 'mixed'): string {
    return this.open({ draftId: randomUUID(), fileName, columns, operation }, this.#workerFor(0))
  }

  /** Adds rows with the cells of the columns. */
  async add(draftId: string, rows: readonly (readonly CellValue[])[]): Promise<void> {
    const { worker, place } = this.get(draftId)
    await worker.call('add', place, [rows])
  }

  /**
   * Begins a draft on a file that is read in its place and never changed.
   * @returns its id
   * @throws Fault `file-missing`, `file-is-directory`, `file-unreadable`, `file-empty`
   */
  openPath(path: string): string {
    const fileName = basename(path)
    const bytes = withSource(path, fileName, (source) => source.bytes)
    return this.open({ draftId: randomUUID(), path: resolve(path), fileName }, this.#workerFor(bytes))
  }

  /**
   * Keeps how far a person came with a file, and what was changed in its rows, so that another start goes on with it.
   * @throws Fault `draft-unknown`, what the file system throws
   */
  async keep(draftId: string, accountId: string, memo: string): Promise<void> {
    const { path, fileName, changedAt = null } = this.fileOf(draftId)
    // What was changed comes first: the memo says that there is something to be restored.
    if (this.get(draftId).checked) await this.ask('keepChanges', draftId, this.files.path(draftId, 'changes'))
    if (!this.has(draftId)) return
    this.files.keep({ place: { draftId, path, fileName, changedAt }, accountId, memo })
  }

  /** Changes the rows of a checked file as an earlier start kept it. @returns the counts then, and how many changed rows the file has no more */
  restore(draftId: string): Promise<{ check: Check; lost: number }> {
    return this.ask('restoreChanges', draftId, this.files.path(draftId, 'changes'))
  }

  /** The files that were left in the middle, the oldest first; they are open from now on. */
  left(): LeftDraft[] {
    const kept = this.files.kept()
    for (const { place } of kept) if (!this.has(place.draftId)) this.open(place, this.#workerFor(0))
    return kept
  }

  /** A first look; with an account, columns without a known name are matched by what its adverts teach. @throws Faults of the file's shape and header, of a spreadsheet those of convertSheet */
  async inspect(
    draftId: string,
    shape: FileShapeChoice,
    account: DraftAccount | null = null,
  ): Promise<Inspection> {
    const { worker } = this.get(draftId)
    const place = await this.tableOf(draftId, shape.sheet)
    const { contents, ...look } = await worker.call('inspect', place, [shape])
    const { decimalMark } = look.shape
    const matched = matchColumns(
      { ...look, sample: contents, decimalMark },
      account && knownContents(account),
    )
    return { draftId, fileName: place.fileName, ...look, ...matched }
  }

  /** The values of columns in the whole file. @throws the Faults of inspect */
  async values(
    draftId: string,
    shape: FileShapeChoice,
    columns: readonly FieldColumn[],
  ): Promise<ColumnValues[]> {
    const place = await this.tableOf(draftId, shape.sheet)
    return this.get(draftId).worker.call('values', place, [shape, columns])
  }

  /** The first rows as a check would read them, without one. @throws the Faults of the file, `operation-unclear`, `column-missing` */
  async preview(draftId: string, choice: CheckChoice, account: DraftAccount): Promise<DraftRow[]> {
    const draft = this.get(draftId)
    const place = await this.tableOf(draftId, choice.shape.sheet)
    useAccount(draft, account)
    const check = { ...choice, account: factsOf(account) }
    const rows = await draft.worker.call('preview', place, [check], this.hooksOf(draftId))
    return withTitles(rows, account).map((row) => withNames(row, account))
  }

  /**
   * Reads, checks and compares every row in the worker.
   * @param choice how a file is read: a draft of values needs none
   * @throws Faults of the file, `operation-unclear`, `column-missing`, `cancelled`
   */
  async check(
    draftId: string,
    choice: CheckChoice,
    account: DraftAccount,
    hooks: { onProgress?: (progress: CheckProgress) => void; signal?: AbortSignal } = {},
  ): Promise<Check> {
    const draft = this.get(draftId)
    draft.asOf = choice.stock || !('path' in draft.place) ? null : await momentOf(draft.place)
    const place = await this.rowsOf(draftId, choice.shape.sheet)
    useAccount(draft, account)
    draft.checked = null
    const check = { ...choice, account: factsOf(account, choice.stock !== undefined) }
    draft.checked = await draft.worker.call('check', place, [check], {
      ...this.hooksOf(draftId),
      signal: hooks.signal,
      onProgress: (share, rows) => hooks.onProgress?.({ draftId, share, rows }),
    })
    return draft.checked.check
  }

  /**
   * Facts for planning a checked draft.
   * @throws Fault `draft-unknown` if it wasn't checked, `file-unreadable` if the file changed since
   */
  async staged(draftId: string): Promise<StagedDraft> {
    const { plan, check } = await this.ask('staged', draftId)
    return {
      ...plan,
      sha256: await this.#digest(draftId),
      accountId: this.get(draftId).account?.accountId,
      check,
      rows: async () => {
        const path = this.files.path(draftId, 'rows')
        await this.ask('plan', draftId, path)
        return readPlannedRows(path)
      },
    }
  }

  /**
   * Identity of a file, without its rows.
   * @throws Fault `file-unreadable`, `draft-unknown` for a draft of values
   */
  identity(draftId: string): Promise<FileIdentity> {
    return fileIdentity(this.fileOf(draftId))
  }

  #workerFor(bytes: number): WorkerClient {
    return bytes < this.#bytesHere ? this.#here : this.#thread
  }

  async #digest(draftId: string): Promise<string> {
    const { origin } = this.checked(draftId)
    if ('sha256' in origin) return origin.sha256
    return digestFile(this.fileOf(draftId).path, this.get(draftId).table?.source ?? origin)
  }

  /** Removes drafts that a run which ended out of order left behind; `now` in ms since 1970. */
  sweep(now: number): void {
    this.files.sweep(now - leftAfterMs)
  }

  /** Drops every draft and ends the workers. */
  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#here.close()])
    this.clear()
  }
}
