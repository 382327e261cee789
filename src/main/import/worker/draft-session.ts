import type { Operation } from '#shared/batch/operation.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Check, ColumnMapping, DraftRow, FileShapeChoice } from '#shared/import/draft.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { FileFacts, SheetFacts } from '#shared/import/file-facts.ts'
import { checkOne } from '../check/check-file.ts'
import { requireConstants } from '../check/constants.ts'
import { Duplicates } from '../check/duplicates.ts'
import { readUnitPrice } from '../check/scanners.ts'
import { TableBounds } from '../check/outside-table.ts'
import { planRows } from '../check/row-plan.ts'
import { type FileLook, lookAtFile } from '../columns/file-shape.ts'
import { mapHeader, requireColumns, requireOneEach, settleOperation } from '../columns/header.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import type { FileState } from '../csv/file-digest.ts'
import { readRecord, writeRecord } from '../csv/one-record.ts'
import { type SourceFile, withSource, withSourceAsync } from '../csv/source-file.ts'
import { tableDelimiter } from '../sheet/row-writer.ts'
import { type StageHooks, stageFile } from '../staging/stage-file.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import { recordColumns, StagedReader } from '../staging/staged-reader.ts'
import { renameRows } from '../staging/rename-rows.ts'
import { summarise } from '../staging/staging-summary.ts'
import { countWindow, type RowFilter, selectWindow } from '../staging/staging-window.ts'
import { StagedVehicles } from '../staging/staged-vehicles.ts'
import { type UnnamedVehicles, unnamedVehicles } from '../staging/unnamed-vehicles.ts'
import { Staging } from '../staging/staging.ts'

/** Where a draft's bytes are and where its staging goes. */
export interface DraftPlace {
  readonly draftId: string
  readonly path: string
  readonly fileName: string
  readonly stagingPath: string
  /** The sheet whose rows the file holds, or absent if it is a text of the dealer's. */
  readonly sheet?: SheetFacts
}

/** What of the account the checks need. */
export interface AccountFacts {
  readonly userId: number
  /** Characters of the service's address. */
  readonly baseUrlLength: number
  /** Adverts of the account, for the share that is deleted; null if it isn't known. */
  readonly stock: number | null
  /** False if what is written is not read once more, because calls are limited. */
  readonly readsAfter?: boolean
}

/** The dealer's choices and the account for a check. */
export interface CheckRequest {
  readonly shape: FileShapeChoice
  /** Null: matched by the headers' names. */
  readonly mapping: ColumnMapping | null
  /** Null: what the columns tell. */
  readonly operation: Operation | null
  /** Values that every row has. */
  readonly constants?: Constants | undefined
  readonly account: AccountFacts
}

export interface CheckedDraft {
  readonly check: Check
  readonly plan: StagedPlan
  /** The file that was checked: another one must not be planned under its name. */
  readonly file: FileState
}

/** What a first look at a file found. */
export interface Look {
  readonly bytes: number
  readonly shape: StagedPlan['shape']
  readonly file: FileFacts
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  readonly headerLines: readonly number[]
  readonly above: readonly { readonly line: number; readonly cells: readonly string[] }[]
  readonly sample: readonly (readonly string[])[]
  readonly sampleLines: readonly number[]
  /** The sample without records that are no rows, such as totals: what the columns hold. */
  readonly contents: readonly (readonly string[])[]
}

/** Records above the header that are shown. */
const shownAbove = 20

/** How the rows of a sheet are written (sheet/row-writer.ts). */
const sheetShape = { encoding: 'utf-8', delimiter: tableDelimiter, decimalMark: '.' } as const

interface Planned extends Pick<FileLook, 'file' | 'headerRecords' | 'above'> {
  readonly plan: StagedPlan
}

/** What a check leaves behind for the calls after it. */
interface CheckedState {
  readonly staging: Staging
  readonly plan: StagedPlan
  readonly told: Pick<Check, 'file' | 'blank' | 'endMark' | 'outside'>
  readonly duplicates: Duplicates
  readonly reader: StagedReader
}

/** One draft in the worker: its file is read, checked and staged here, and its rows leave in windows only. */
export class DraftSession {
  #place: DraftPlace
  #state: CheckedState | null = null

  constructor(place: DraftPlace) {
    this.#place = place
  }

  /** Another sheet of the same spreadsheet is read from now on. */
  moveTo(place: DraftPlace): void {
    this.#place = place
  }

  /** A first look at the file. @throws the Faults of lookAtFile and mapHeader */
  inspect(choice: FileShapeChoice): Look {
    return withSource(this.#place.path, this.#place.fileName, (opened) => {
      const { source, look } = this.#look(opened, choice)
      const { shape, file, header, headerRecords, above, sample } = look
      const mapping = mapHeader(header.cells, { file: source.name, line: header.line })
      const bounds = new TableBounds(headerRecords, header.cells.length)
      return {
        bytes: source.bytes,
        shape,
        file,
        header: header.cells,
        headerLines: headerRecords.map(({ line }) => line),
        above: above.slice(-shownAbove).map(({ line, cells }) => ({ line, cells })),
        mapping,
        sample: sample.map(({ cells }) => cells),
        sampleLines: sample.map(({ line }) => line),
        contents: sample.filter((record) => bounds.reasonOf(record) === null).map(({ cells }) => cells),
      }
    })
  }

  /**
   * Reads, checks and stages every record.
   * @throws the Faults of inspect, `operation-unclear`, `column-missing`, `cancelled`
   */
  check(request: CheckRequest, hooks: StageHooks): Promise<CheckedDraft> {
    this.close()
    return withSourceAsync(this.#place.path, this.#place.fileName, async (opened) => {
      const source = this.#sourceOf(opened)
      const { plan, file: begun, headerRecords, above } = this.#plan(source, request)
      const bounds = new TableBounds(headerRecords, plan.header.length)
      const titles = above.map((record) => ({ record, reason: 'above-header' as const }))
      const staging = new Staging(this.#place.stagingPath)
      try {
        staging.writePlan(plan)
        const duplicates = new Duplicates()
        const staged = await stageFile({ source, plan, staging, duplicates, bounds, above: titles, hooks })
        const { lineEnd, ...beside } = staged
        const told = { file: { ...begun, lineEnd }, ...beside }
        const reader = new StagedReader(staging.db, plan, new StagedVehicles(staging.db))
        this.#state = { staging, plan, told, duplicates, reader }
        const { name, bytes, changedAt } = source
        return { check: this.summary(), plan, file: { name, bytes, changedAt } }
      } catch (error) {
        staging.close()
        throw error
      }
    })
  }

  summary(): Check {
    const { staging, plan, told } = this.#checked()
    return { ...summarise(staging.sums, this.#place.draftId, plan), ...told }
  }

  /** Rows `offset` to `offset + limit` of those that pass the filter, and how many pass. */
  window(filter: RowFilter, offset: number, limit: number): { total: number; rows: DraftRow[] } {
    const { staging, reader } = this.#checked()
    const rows = selectWindow(staging.db, filter, offset, limit).map((row) => reader.read(row))
    return { total: countWindow(staging.db, filter), rows }
  }

  /**
   * Fixes one cell and checks its row again.
   * @throws Fault `draft-unknown` if no record begins at that line; `quote-unclosed` or `rows-swallowed` if lines of the file are lost in the
   * row: fixed, it would pass without them
   */
  async fix(line: number, column: number, value: string, compare: Compare | null): Promise<DraftRow> {
    const { staging, plan, duplicates } = this.#checked()
    const { delimiter } = plan.shape
    const stored = this.#row(line)
    for (const code of ['quote-unclosed', 'rows-swallowed'] as const)
      if (stored.problems.some((problem) => problem.code === code))
        throw new Fault(code, { file: plan.fileName, line })
    if (column >= Math.max(stored.cells.length, plan.header.length))
      throw new Fault('bad-ask', { path: 'column' })
    const cells = [...stored.cells]
    // A cell that a ragged row lacks can be fixed too.
    while (cells.length <= column) cells.push('')
    cells[column] = value.toWellFormed()
    const bytes = writeRecord(cells, delimiter)
    const vehicles = new StagedVehicles(staging.db, compare)
    const rowPlan = planRows(plan, vehicles)
    const record = readRecord(bytes, delimiter)
    await vehicles.ask([record], rowPlan)
    const checked = checkOne(record, line, rowPlan, duplicates)
    const [row] = await compareRows([checked], rowPlan, compare)
    if (row) staging.replace(line, bytes, row)
    // The row may name a vehicle that no other one does.
    this.#state = { ...this.#checked(), reader: new StagedReader(staging.db, plan, vehicles) }
    return this.#row(line)
  }

  /** The vehicles whose names are not found for certain, and the values that this is about. */
  names(): UnnamedVehicles {
    return unnamedVehicles(this.#checked().staging.db)
  }

  /** Checks the rows again whose names were not found for certain, by what is known now. */
  async rename(compare: Compare | null): Promise<Check> {
    const { staging, plan, duplicates } = this.#checked()
    const vehicles = await renameRows({ staging, plan, duplicates, compare })
    this.#state = { ...this.#checked(), reader: new StagedReader(staging.db, plan, vehicles) }
    return this.summary()
  }

  leaveOut(lines: readonly number[], leftOut: boolean): void {
    this.#checked().staging.leaveOut(lines, leftOut)
  }

  leaveOutShown(filter: RowFilter, leftOut: boolean): void {
    this.#checked().staging.leaveOutShown(filter, leftOut)
  }

  leaveOutSent(): void {
    this.#checked().staging.leaveOutSent()
  }

  close(): void {
    this.#state?.staging.close()
    this.#state = null
  }

  #checked(): CheckedState {
    if (!this.#state) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return this.#state
  }

  #row(line: number): DraftRow {
    const { staging, reader } = this.#checked()
    const row = staging.db.prepare(`SELECT ${recordColumns} FROM records WHERE line = ?`).get(line)
    if (!row) throw new Fault('draft-unknown', { line })
    return reader.read(row)
  }

  /** The rows of a sheet are their own lines, and were written in one way. */
  #sourceOf(opened: SourceFile): SourceFile {
    return this.#place.sheet ? { ...opened, rowsAreLines: true } : opened
  }

  #look(opened: SourceFile, choice: FileShapeChoice): { source: SourceFile; look: FileLook } {
    const { sheet } = this.#place
    const source = this.#sourceOf(opened)
    if (!sheet) return { source, look: lookAtFile(source, choice) }
    const look = lookAtFile(source, { ...choice, ...sheetShape })
    return { source, look: { ...look, bom: true, file: { ...look.file, sheet } } }
  }

  #plan(source: SourceFile, request: CheckRequest): Planned {
    const { look } = this.#look(source, request.shape)
    const { shape, bom, extraCells, file, header, headerRecords, above } = look
    const place = { file: source.name, line: header.line }
    const mapping = request.mapping ?? mapHeader(header.cells, place)
    requireOneEach(mapping, header.cells, place)
    const { constants = {} } = request
    requireConstants(constants, mapping, header.cells, source.name)
    const known = [...mapping, ...(Object.keys(constants) as (keyof Constants)[])]
    const fileOperation = settleOperation(request.operation, known, header.cells, place)
    requireColumns(known, fileOperation, place, pricesNameCurrencies(look, mapping))
    const plan = {
      fileName: this.#place.fileName,
      shape,
      bom,
      header: [...header.cells],
      mapping,
      constants,
      fileOperation,
      operation: fileOperation === 'mixed' ? null : fileOperation,
      decimalMark: shape.decimalMark,
      delimiter: shape.delimiter,
      extraCells,
      fixedCells: this.#place.sheet !== undefined,
      ...request.account,
      readsAfter: request.account.readsAfter ?? true,
    }
    return { plan, file, headerRecords, above }
  }
}

/** Whether prices of the file name their currency, so that it needs no column of its own. */
const pricesNameCurrencies = ({ sample, shape }: FileLook, mapping: ColumnMapping): boolean =>
  sample.some(({ cells }) => {
    const price = cells[mapping.indexOf('price')]
    return price !== undefined && typeof readUnitPrice(price, shape.decimalMark)?.currency === 'number'
  })
