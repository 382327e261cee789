import { randomUUID } from 'node:crypto'
import { basename, resolve } from 'node:path'
import type { Operation } from '#shared/batch/operation.ts'
import type { VehicleNames } from '#shared/batch/row.ts'
import type {
  Check,
  ColumnMapping,
  DraftRow,
  FileShape,
  FileShapeChoice,
  Inspection,
} from '#shared/import/draft.ts'
import type { Constants } from '#shared/import/column-map.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { getLocale } from '#shared/i18n/generated/runtime.js'
import { type KnownNames, type ResolvedVehicle, resolveVehicle } from '../names/resolve-vehicle.ts'
import type { VehicleCells } from '../names/vehicle-ids.ts'
import type { PlannedRow } from '../writes/planned-row.ts'
import type { SentBefore } from '../writes/sent-before.ts'
import type { Values } from '../writes/values.ts'
import type { Compare } from './compare/compare.ts'
import type { CurrentAdvert } from './compare/row-compare.ts'
import { digestFile } from './csv/file-digest.ts'
import { withSource } from './csv/source-file.ts'
import { DraftFiles } from './draft-files.ts'
import { readSheet, type SheetTable } from './sheet/sheet-table.ts'
import { readStagedRows } from './staging/staged-rows.ts'
import type { UnnamedVehicles } from './staging/unnamed-vehicles.ts'
import type { RowFilter } from './staging/staging-window.ts'
import type { AccountFacts, CheckedDraft, DraftPlace } from './worker/draft-session.ts'
import { importsHere, importsInThread } from './worker/imports.ts'
import { WorkerClient } from './worker/worker-client.ts'
import type { Compares } from './worker/worker-protocol.ts'

/** The account that a file is checked for, with what the worker can't look up itself. */
export interface DraftAccount extends AccountFacts {
  /** By which planning knows that the rows were checked for the account of now. */
  readonly accountId?: string
  /** What is known of these adverts (at most 500 ids), without those that aren't known. */
  readonly currentValues: (
    autoIds: readonly number[],
    journalled: ReadonlySet<number>,
  ) => ReadonlyMap<number, CurrentAdvert>
  /** Which of these rows were sent before, and in which batch (at most 500 fingerprints). */
  readonly sentBefore: (fingerprints: readonly string[]) => ReadonlyMap<string, SentBefore>
  /** Whether the journal holds creates of the account; it may, if this isn't given. */
  readonly holdsCreates?: () => boolean
  /** Whether it is known of modifications and equipment where they belong; nothing is known, if this isn't given. */
  readonly holdsNames?: () => boolean
  /** What the cells of vehicles mean (at most 500), in their order; no name is known, if this isn't given. */
  readonly vehicles?: (cells: readonly VehicleCells[]) => readonly ResolvedVehicle[]
  /** Names of the vehicle's ids in a row's payload, by their fields; none, if this isn't given. */
  readonly vehicleNames?: (payload: Values) => VehicleNames
  /** Which of these adverts rows of the journal are about; all of them may be, if this isn't given. */
  readonly journalled?: (autoIds: readonly number[]) => ReadonlySet<number>
  /** A batch of which creates can't be read; none if it isn't given. */
  readonly unreadCreates?: () => SentBefore | null
}

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

interface Draft {
  readonly place: DraftPlace
  /** The rows of the sheet that was read last, if the file is a spreadsheet. */
  table: SheetTable | null
  readonly worker: WorkerClient
  account: DraftAccount | null
  checked: CheckedDraft | null
}

/** Files before they become batches: spooled or read in place, inspected, checked, fixed, handed to planning. */
export class DraftService {
  readonly #files: DraftFiles
  readonly #thread: WorkerClient
  readonly #here = new WorkerClient(importsHere)
  readonly #bytesHere: number
  readonly #sheetEntry: URL | undefined
  readonly #drafts = new Map<string, Draft>()

  constructor({ dataDir, workerEntry, sheetEntry, bytesHere = 0 }: DraftServiceOptions) {
    this.#files = new DraftFiles(dataDir)
    this.#thread = new WorkerClient(() => importsInThread(workerEntry))
    this.#bytesHere = bytesHere
    this.#sheetEntry = sheetEntry
  }

  /** Begins a draft whose bytes follow by append(). @returns its id */
  begin(fileName: string): string {
    const draftId = randomUUID()
    return this.#add(draftId, this.#files.beginSpool(draftId), basename(fileName), this.#thread)
  }

  append(draftId: string, bytes: Uint8Array): Promise<void> {
    return this.#files.appendSpool(this.#draft(draftId).place.path, bytes)
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
    return this.#add(randomUUID(), resolve(path), fileName, worker)
  }

  /** A first look. @throws Faults of the file's shape and header, of a spreadsheet those of convertSheet */
  async inspect(draftId: string, shape: FileShapeChoice): Promise<Inspection> {
    const { worker } = this.#draft(draftId)
    const place = await this.#tableOf(draftId, shape.sheet)
    const look = await worker.call('inspect', { place, shape })
    return {
      draftId,
      fileName: place.fileName,
      bytes: look.bytes,
      shape: look.shape,
      file: look.file,
      header: [...look.header],
      headerLines: [...look.headerLines],
      above: look.above.map(({ line, cells }) => ({ line, cells: [...cells] })),
      mapping: look.mapping,
      sample: look.sample.map((cells) => [...cells]),
      sampleLines: [...look.sampleLines],
      operation: look.operation,
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
    const draft = this.#draft(draftId)
    const { userId, baseUrlLength, stock, readsAfter = true } = account
    const compare = compareWith(account)
    const place = await this.#tableOf(draftId, choice.shape.sheet)
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
    this.#checked(draftId)
    const { worker, account } = this.#draft(draftId)
    const request = { draftId, locale: getLocale(), filter, offset, limit }
    const { total, rows } = await worker.call('rows', request)
    return { total, rows: rows.map((row) => withNames(row, account)) }
  }

  /** Fixes one cell (`column` counts from 0) of the row that begins at `line`, and checks the row again. */
  async fix(draftId: string, line: number, column: number, value: string): Promise<DraftRow> {
    this.#checked(draftId)
    const { account } = this.#draft(draftId)
    const compare = account ? compareWith(account) : undefined
    const row = await this.#draft(draftId).worker.call(
      'fix',
      {
        ...{ draftId, locale: getLocale(), line, column, value },
        compares: compare ? toCompareWith(compare) : null,
      },
      { compare },
    )
    return withNames(row, account)
  }

  /** The vehicles of a checked draft whose names are not known for certain. */
  unnamedVehicles(draftId: string): Promise<UnnamedVehicles> {
    this.#checked(draftId)
    return this.#draft(draftId).worker.call('names', { draftId })
  }

  /** Checks the rows again whose names were not found for certain, by the names known now. @returns the counts then */
  rename(draftId: string): Promise<Check> {
    this.#checked(draftId)
    const { worker, account } = this.#draft(draftId)
    const compare = account ? compareWith(account) : undefined
    return worker.call('rename', { draftId, compares: compare ? toCompareWith(compare) : null }, { compare })
  }

  async leaveOut(draftId: string, lines: readonly number[], leftOut: boolean): Promise<void> {
    this.#checked(draftId)
    await this.#draft(draftId).worker.call('leaveOut', { draftId, lines, leftOut })
  }

  /** Leaves out every row that passes the filter, or includes them again. @returns the counts then */
  async leaveOutShown(draftId: string, filter: RowFilter, leftOut: boolean): Promise<Check> {
    this.#checked(draftId)
    await this.#draft(draftId).worker.call('leaveOutShown', { draftId, filter, leftOut })
    return this.summary(draftId)
  }

  /** Names of the columns that are not used. */
  unusedColumns(draftId: string): string[] {
    const { header, mapping } = this.#checked(draftId).plan
    return header.filter((name, index) => name.trim() !== '' && mapping[index] === null)
  }

  /** Leaves out creates that were sent before, and every row that waits in an open batch. @returns the counts then */
  async leaveOutSent(draftId: string): Promise<Check> {
    this.#checked(draftId)
    await this.#draft(draftId).worker.call('leaveOutSent', { draftId })
    return this.summary(draftId)
  }

  /** The check's counts as they are now. */
  summary(draftId: string): Promise<Check> {
    this.#checked(draftId)
    return this.#draft(draftId).worker.call('summary', { draftId })
  }

  /**
   * What planning needs of a checked draft.
   * @throws Fault `draft-unknown` if it wasn't checked, `file-unreadable` if the file changed since
   */
  async staged(draftId: string): Promise<StagedDraft> {
    const { plan, file } = this.#checked(draftId)
    const { place, table } = this.#draft(draftId)
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
      accountId: this.#draft(draftId).account?.accountId,
      check: await this.summary(draftId),
      rows: () => readStagedRows(stagingPath),
    }
  }

  /** Ends a draft and removes its spool and staging, never the file that openPath() was given. */
  async drop(draftId: string): Promise<void> {
    const draft = this.#drafts.get(draftId)
    if (!draft) return
    this.#drafts.delete(draftId)
    await draft.worker.call('close', { draftId })
    this.#files.remove(draftId)
  }

  /** Removes drafts that earlier runs left behind before `before` (ms since 1970). */
  sweep(before: number): void {
    this.#files.sweep(before)
  }

  /** Drops every draft and ends the workers. */
  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#here.close()])
    for (const draftId of this.#drafts.keys()) this.#files.remove(draftId)
    this.#drafts.clear()
  }

  #add(draftId: string, path: string, fileName: string, worker: WorkerClient): string {
    const place = { draftId, path, fileName, stagingPath: this.#files.stagingPath(draftId) }
    this.#drafts.set(draftId, { place, worker, table: null, account: null, checked: null })
    return draftId
  }

  /** Where the draft's rows are: in the file itself, or in a table that is written of the sheet once. */
  async #tableOf(draftId: string, sheet: string | undefined): Promise<DraftPlace> {
    const draft = this.#draft(draftId)
    const { path, fileName } = draft.place
    const output = this.#files.tablePath(draftId)
    draft.table = await readSheet(draft.table, { path, fileName, output, sheet }, this.#sheetEntry)
    return draft.table ? { ...draft.place, path: output, sheet: draft.table.facts } : draft.place
  }

  #draft(draftId: string): Draft {
    const draft = this.#drafts.get(draftId)
    if (!draft) throw new Fault('draft-unknown', { draftId })
    return draft
  }

  #checked(draftId: string): CheckedDraft {
    const { checked } = this.#draft(draftId)
    if (!checked) throw new Fault('draft-unknown', { draftId, reason: 'not-checked' })
    return checked
  }
}

const withNames = (row: DraftRow, account: DraftAccount | null): DraftRow => {
  const names = account?.vehicleNames?.(row.payload) ?? {}
  return Object.keys(names).length === 0 ? row : { ...row, names }
}

/** Nobody knows a name: ids count as they are. */
const noNames: KnownNames = { candidates: () => [], chosen: () => null, isElsewhere: () => false }
const unknownVehicles = (cells: readonly VehicleCells[]): ResolvedVehicle[] =>
  cells.map((each) => resolveVehicle(each, noNames))

/** What the worker is given at once; it asks for the rest. */
const toCompareWith = ({ holdsCreates, holdsNames, unreadCreates }: Compare): Compares => ({
  holdsCreates,
  holdsNames,
  unreadCreates,
})

function compareWith(account: DraftAccount): Compare {
  const { currentValues, sentBefore, holdsCreates = () => true, holdsNames = () => false } = account
  const { vehicles = unknownVehicles } = account
  const journalledOf = account.journalled ?? ((autoIds: readonly number[]) => new Set(autoIds))
  return {
    holdsCreates: holdsCreates(),
    holdsNames: holdsNames(),
    vehicles: (cells) => Promise.resolve(vehicles(cells)),
    unreadCreates: account.unreadCreates?.() ?? null,
    adverts: (autoIds) => {
      const ids = Array.from(autoIds)
      const journalled = journalledOf(ids)
      return Promise.resolve({ current: currentValues(ids, journalled), journalled })
    },
    sentBefore: (fingerprints) => Promise.resolve(sentBefore(fingerprints)),
  }
}
