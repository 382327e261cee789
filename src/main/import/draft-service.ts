import { randomUUID } from 'node:crypto'
import { basename, resolve } from 'node:path'
import type { Operation } from '#shared/batch/operation.ts'
import type {
  Check,
  ColumnMapping,
  Delimiter,
  DraftRow,
  FileShape,
  FileShapeChoice,
  Inspection,
} from '#shared/import/draft.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import type { Constants } from '#shared/import/column-map.ts'
import { getLocale } from '#shared/i18n/generated/runtime.js'
import type { PlannedRow } from '../writes/planned-row.ts'
import { digestFile } from './csv/file-digest.ts'
import { withSource } from './csv/source-file.ts'
import { matchColumns } from './columns/matched-columns.ts'
import { compareWith, type DraftAccount, knownContents, toCompareWith, withNames } from './draft-account.ts'
import { DraftFiles } from './draft-files.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { OpenDrafts } from './open-drafts.ts'
import { problemRows } from './problem-rows.ts'
import { readStagedRows } from './staging/staged-rows.ts'
import type { UnnamedVehicles } from './staging/unnamed-vehicles.ts'
import type { RowFilter } from './staging/staging-window.ts'
import { importsHere, importsInThread } from './worker/imports.ts'
import { WorkerClient } from './worker/worker-client.ts'

/** Rows of one question to the worker. */
const rowsAtOnce = 500

export interface CheckChoice {
  readonly shape: FileShapeChoice
  /** Null: matched by the headers' names. */
  readonly mapping: ColumnMapping | null
  /** Null: what the columns tell. */
  readonly operation: Operation | null
  /** Values that every row has. */
  readonly constants?: Constants | undefined
}

export interface CheckProgress {
  readonly draftId: string
  readonly bytes: number
  readonly totalBytes: number
  readonly rows: number
}

/** A checked draft as planning needs it. */
export interface StagedDraft {
  readonly stagingPath: string
  readonly fileName: string
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  readonly shape: FileShape
  readonly bom: boolean
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  readonly operation: Operation | 'mixed'
  readonly userId: number
  /** The account that the rows were checked for. */
  readonly accountId: string | undefined
  /** Counts as they are now, with rows fixed or left out since. */
  readonly check: Check
  /** Every record in the order of the file. */
  rows(): Generator<PlannedRow>
}

export interface DraftServiceOptions {
  readonly dataDir: string
  /** `import-worker.js` beside the bundle, or its source. */
  readonly workerEntry: URL
  /** `sheet-worker.js` beside the bundle, or its source; without it, spreadsheets are read in the caller's thread. */
  readonly sheetEntry?: URL | undefined
  /** Files of so many bytes at most are read in the thread of the caller, in which no window must wait for it. */
  readonly bytesHere?: number | undefined
}

/** Files before they become batches: spooled or read in place, inspected, checked, fixed, handed to planning. */
export class DraftService {
  readonly #files: DraftFiles
  readonly #thread: WorkerClient
  readonly #here = new WorkerClient(importsHere)
  readonly #bytesHere: number
  readonly #drafts: OpenDrafts

  constructor({ dataDir, workerEntry, sheetEntry, bytesHere = 0 }: DraftServiceOptions) {
    this.#files = new DraftFiles(dataDir)
    this.#thread = new WorkerClient(() => importsInThread(workerEntry))
    this.#bytesHere = bytesHere
    this.#drafts = new OpenDrafts(this.#files, sheetEntry)
  }

  /** Begins a draft whose bytes follow by append(). @returns its id */
  begin(fileName: string): string {
    const draftId = randomUUID()
    return this.#drafts.add(draftId, this.#files.beginSpool(draftId), basename(fileName), this.#thread)
  }

  append(draftId: string, bytes: Uint8Array): Promise<void> {
    return this.#files.appendSpool(this.#drafts.get(draftId).place.path, bytes)
  }

  /**
   * Begins a draft on a file that is read in its place and never changed.
   * @returns its id
   * @throws Fault `file-missing`, `file-is-directory`, `file-unreadable`, `file-empty`
   */
  openPath(path: string): string {
    const fileName = basename(path)
    const bytes = withSource(path, fileName, (source) => source.bytes)
    const worker = bytes <= this.#bytesHere ? this.#here : this.#thread
    return this.#drafts.add(randomUUID(), resolve(path), fileName, worker)
  }

  /** A first look; with an account, columns without a known name are matched by what its adverts teach. @throws Faults of the file's shape and header, of a spreadsheet those of convertSheet */
  async inspect(
    draftId: string,
    shape: FileShapeChoice,
    account: DraftAccount | null = null,
  ): Promise<Inspection> {
    const { worker } = this.#drafts.get(draftId)
    const place = await this.#drafts.tableOf(draftId, shape.sheet)
    const look = await worker.call('inspect', { place, shape })
    const { decimalMark } = look.shape
    return {
      draftId,
      fileName: place.fileName,
      bytes: look.bytes,
      shape: look.shape,
      file: look.file,
      header: [...look.header],
      headerLines: [...look.headerLines],
      above: look.above.map(({ line, cells }) => ({ line, cells: [...cells] })),
      ...matchColumns({ ...look, sample: look.contents, decimalMark }, account && knownContents(account)),
      sample: look.sample.map((cells) => [...cells]),
      sampleLines: [...look.sampleLines],
    }
  }

  /**
   * Parses, checks, compares and stages every row in the worker; main only answers requests of 500 rows each.
   * @throws Faults of the file, `operation-unclear`, `column-missing`, `cancelled`
   */
  async check(
    draftId: string,
    choice: CheckChoice,
    account: DraftAccount,
    hooks: { onProgress?: (progress: CheckProgress) => void; signal?: AbortSignal } = {},
  ): Promise<Check> {
    const draft = this.#drafts.get(draftId)
    const { userId, baseUrlLength, stock, readsAfter = true } = account
    const compare = compareWith(account)
    const place = await this.#drafts.tableOf(draftId, choice.shape.sheet)
    draft.account = account
    draft.checked = null
    draft.checked = await draft.worker.call(
      'check',
      {
        place,
        check: { ...choice, account: { userId, baseUrlLength, stock, readsAfter } },
        compares: toCompareWith(compare),
      },
      {
        compare,
        signal: hooks.signal,
        onProgress: (bytes, totalBytes, rows) => hooks.onProgress?.({ draftId, bytes, totalBytes, rows }),
      },
    )
    return draft.checked.check
  }

  /** A window of the checked rows. @throws Fault `draft-unknown` if the draft wasn't checked */
  async rows(
    draftId: string,
    filter: RowFilter,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: DraftRow[] }> {
    this.#drafts.checked(draftId)
    const { worker, account } = this.#drafts.get(draftId)
    const request = { draftId, locale: getLocale(), filter, offset, limit }
    const { total, rows } = await worker.call('rows', request)
    return { total, rows: rows.map((row) => withNames(row, account)) }
  }

  /** The adverts that rows of a checked draft edit or delete, each once; rows that are left out or invalid count too. */
  async targets(draftId: string): Promise<number[]> {
    this.#drafts.checked(draftId)
    return Array.from(await this.#drafts.get(draftId).worker.call('targets', { draftId }))
  }

  /** Checks every edit and delete again, against what is known now. @returns the counts then */
  recheck(draftId: string): Promise<Check> {
    const { worker, compare, compares } = this.#comparing(draftId)
    return worker.call('recheck', { draftId, compares }, { compare })
  }

  /** The rows with errors as a file to be fixed and imported again: in the form of the source, or for Excel with this separator. */
  async problemRows(draftId: string, separator: Delimiter | null = null): Promise<FileBytes> {
    const { plan } = this.#drafts.checked(draftId)
    const all: DraftRow[] = []
    for (let total = 1; all.length < total;) {
      const page = await this.rows(draftId, { filter: 'problems' }, all.length, rowsAtOnce)
      if (page.rows.length === 0) break
      total = page.total
      all.push(...page.rows)
    }
    return problemRows(plan, all, separator)
  }

  /** Fixes one cell (`column` counts from 0) of the row that begins at `line`, and checks the row again. */
  async fix(draftId: string, line: number, column: number, value: string): Promise<DraftRow> {
    const { worker, account, compare, compares } = this.#comparing(draftId)
    const request = { draftId, locale: getLocale(), line, column, value, compares }
    return withNames(await worker.call('fix', request, { compare }), account)
  }

  /** Changes the cells of a column in the rows that pass the filter, as one step, and checks these rows again. */
  changeColumn(
    draftId: string,
    change: ColumnChange,
    filter: RowFilter,
  ): Promise<{ changed: number; lost: number }> {
    const { worker, compare, compares } = this.#comparing(draftId)
    return worker.call('changeColumn', { draftId, change, filter, compares }, { compare })
  }

  /** How many cells such a change would change. */
  countChanged(
    draftId: string,
    change: ColumnChange,
    filter: RowFilter,
  ): Promise<{ changed: number; lost: number }> {
    this.#drafts.checked(draftId)
    return this.#drafts.get(draftId).worker.call('countChanged', { draftId, change, filter })
  }

  /** Undoes the last step in a checked draft, or does the one again that was undone last. @returns the counts then */
  async moveStep(draftId: string, way: 'undo' | 'redo'): Promise<Check> {
    const { worker, compare, compares } = this.#comparing(draftId)
    await worker.call('moveStep', { draftId, way, compares }, { compare })
    return this.summary(draftId)
  }

  /** The vehicles of a checked draft whose names are not known for certain. */
  unnamedVehicles(draftId: string): Promise<UnnamedVehicles> {
    this.#drafts.checked(draftId)
    return this.#drafts.get(draftId).worker.call('names', { draftId })
  }

  /** Checks the rows again whose names were not found for certain, by the names known now. @returns the counts then */
  rename(draftId: string): Promise<Check> {
    const { worker, compare, compares } = this.#comparing(draftId)
    return worker.call('rename', { draftId, compares }, { compare })
  }

  async leaveOut(draftId: string, lines: readonly number[], leftOut: boolean): Promise<void> {
    this.#drafts.checked(draftId)
    await this.#drafts.get(draftId).worker.call('leaveOut', { draftId, lines, leftOut })
  }

  /** Leaves out every row that passes the filter, or includes them again. @returns the counts then */
  async leaveOutShown(draftId: string, filter: RowFilter, leftOut: boolean): Promise<Check> {
    this.#drafts.checked(draftId)
    await this.#drafts.get(draftId).worker.call('leaveOutShown', { draftId, filter, leftOut })
    return this.summary(draftId)
  }

  /** Names of the columns that are not used. */
  unusedColumns(draftId: string): string[] {
    const { header, mapping } = this.#drafts.checked(draftId).plan
    return header.filter((name, index) => name.trim() !== '' && mapping[index] === null)
  }

  /** Leaves out creates that were sent before, and every row that waits in an open batch. @returns the counts then */
  async leaveOutSent(draftId: string): Promise<Check> {
    this.#drafts.checked(draftId)
    await this.#drafts.get(draftId).worker.call('leaveOutSent', { draftId })
    return this.summary(draftId)
  }

  /** The check's counts as they are now. */
  summary(draftId: string): Promise<Check> {
    this.#drafts.checked(draftId)
    return this.#drafts.get(draftId).worker.call('summary', { draftId })
  }

  /**
   * What planning needs of a checked draft.
   * @throws Fault `draft-unknown` if it wasn't checked, `file-unreadable` if the file changed since
   */
  async staged(draftId: string): Promise<StagedDraft> {
    const { plan, file } = this.#drafts.checked(draftId)
    const { place, table } = this.#drafts.get(draftId)
    const { path, stagingPath } = place
    return {
      stagingPath,
      fileName: plan.fileName,
      sha256: await digestFile(path, table?.source ?? file),
      shape: plan.shape,
      bom: plan.bom,
      header: plan.header,
      mapping: plan.mapping,
      operation: plan.fileOperation,
      userId: plan.userId,
      accountId: this.#drafts.get(draftId).account?.accountId,
      check: await this.summary(draftId),
      rows: () => readStagedRows(stagingPath),
    }
  }

  /** Ends a draft and removes its spool and staging, never the file that openPath() was given. */
  drop(draftId: string): Promise<void> {
    return this.#drafts.drop(draftId)
  }

  /** Removes drafts that earlier runs left behind before `before` (ms since 1970). */
  sweep(before: number): void {
    this.#files.sweep(before)
  }

  /** A checked draft's worker, and what its rows are compared with. */
  #comparing(draftId: string) {
    this.#drafts.checked(draftId)
    const { worker, account } = this.#drafts.get(draftId)
    const compare = account ? compareWith(account) : undefined
    return { worker, account, compare, compares: compare ? toCompareWith(compare) : null }
  }

  /** Drops every draft and ends the workers. */
  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#here.close()])
    this.#drafts.clear()
  }
}
