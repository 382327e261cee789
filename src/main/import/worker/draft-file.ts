import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnMapping, ColumnValues, FileShapeChoice, Inspection } from '#shared/import/draft.ts'
import type { SheetFacts, StatedRecords, Wrapped } from '#shared/import/file-facts.ts'
import { isHeader } from '../check/moved-columns.ts'
import { TableBounds } from '../check/outside-table.ts'
import { planRows } from '../check/row-plan.ts'
import { rowsOfFile } from '../check/rows-of-file.ts'
import { type FieldColumn, ValueCounts } from '../columns/column-values.ts'
import { type FileLook, lookAtFile } from '../columns/file-shape.ts'
import { mapHeader } from '../columns/header.ts'
import type { MatchedColumns } from '../columns/matched-columns.ts'
import { type ReadOptions, readTable, type Table } from '../csv/read-table.ts'
import { type SourceFile, withSource } from '../csv/source-file.ts'
import type { DraftPlan } from '../draft/draft-plan.ts'
import { tableDelimiter } from '../sheet/row-writer.ts'
import { isOfStock, stockColumns } from '../stock/stock-columns.ts'
import { StockDraft } from '../stock/stock-draft.ts'
import type { StockRequest } from '../stock/stock-facts.ts'
import type { CheckRequest, SourceRows } from './draft-source.ts'
import { boundsOf, contentsOf, lowerPrices, planFile } from './plan-file.ts'

/** Place where a file's bytes are. */
export interface FilePlace {
  readonly draftId: string
  readonly path: string
  readonly fileName: string
  /** Time when the file was written, ms since 1970, if its bytes came from elsewhere. */
  readonly changedAt?: number | null
  /** The sheet whose rows the file holds, or absent if it is a text of the dealer's. */
  readonly sheet?: SheetFacts
  /** Wrapping of the table (archive, JSON, quotes), if the dealer's file is not the table itself. */
  readonly wrapped?: Wrapped
}

/** Result of a first look at a file; `contents` is the sample without records that are no rows, such as totals. */
export interface Look extends Omit<Inspection, 'draftId' | 'fileName' | keyof MatchedColumns> {
  readonly mapping: ColumnMapping
  readonly contents: readonly (readonly string[])[]
}

/** Records above the header that are shown. */
const shownAbove = 20

/** Form in which the rows of a sheet are written (sheet/row-writer.ts). */
const sheetShape = { encoding: 'utf-8', delimiter: tableDelimiter, decimalMark: '.' } as const

/** Reads the file of a draft. */
export class FileSource {
  /** The rows that were read last: a file is looked at again with each choice of a person. */
  #read: { readonly key: string; readonly table: Table } | null = null

  /** A first look. @throws the Faults of lookAtFile and mapHeader */
  inspect(place: FilePlace, choice: FileShapeChoice): Look {
    return withSource(place.path, place.fileName, (opened) =>
      inspectFile(this.#lookAt(place, opened, choice), opened),
    )
  }

  /** The values of columns in all rows. @throws the Faults of inspect */
  values(place: FilePlace, choice: FileShapeChoice, columns: readonly FieldColumn[]): ColumnValues[] {
    return withSource(place.path, place.fileName, (opened) => {
      const look = this.#lookAt(place, opened, choice)
      const { header, sample, table } = look
      const mapping = header.cells.map((_, at) => columns.find(({ column }) => column === at)?.field ?? null)
      const bounds = boundsOf(look, mapping)
      const contents = sample.map(({ cells }) => cells)
      const values = new ValueCounts(columns, header.cells, contents)
      for (const [at, record] of table.rows.entries())
        if (record.line > bounds.headerEnd && bounds.reasonOf(record, table.rows[at + 1]) === null)
          values.add(record)
      return values.counted()
    })
  }

  /**
   * Reads the rows for one check, or only those of the first records.
   * @throws the Faults of inspect, `operation-unclear`, `column-missing`, `header-moved`
   */
  read(place: FilePlace, request: CheckRequest, records = Infinity): SourceRows {
    return withSource(place.path, place.fileName, (opened) => {
      const look = this.#lookAt(place, opened, request.shape)
      const { file, headerRecords, above, table: whole } = look
      const plan = planFile(place, look, request)
      const begin = whole.rows.findIndex(({ line }) => line > (headerRecords.at(-1)?.line ?? 0))
      const table = { ...whole, rows: whole.rows.slice(0, begin + records) }
      const isChosen = request.shape.headerLine !== undefined
      if (!isChosen) refuseTableAbove(above, plan.header, { file: place.fileName, line: file.headerLine })
      const { name, bytes, changedAt } = opened
      const opening = {
        table,
        file: name,
        stated: place.sheet?.stated,
        bounds: new TableBounds(headerRecords, plan),
        headerLine: headerRecords.at(-1)?.line ?? 1,
      }
      const read = request.stock ? stockRows(plan, opening, request.stock) : fileRows(plan, opening)
      return {
        ...read,
        outside: [...above.map((record) => ({ record, reason: 'above-header' as const })), ...read.outside],
        file: { ...file, ...lowerPrices(plan), lineEnd: table.lineEnd },
        blank: table.blank,
        endMark: table.endMark,
        origin: { name, bytes, changedAt },
      }
    })
  }

  #lookAt(place: FilePlace, opened: SourceFile, choice: FileShapeChoice): FileLook {
    return lookAt(place, opened, choice, (source, options) => this.#tableOf(place, source, options))
  }

  #tableOf({ path }: FilePlace, source: SourceFile, options: ReadOptions): Table {
    const { bytes, changedAt, rowsAreLines = false } = source
    const key = JSON.stringify([path, bytes, changedAt, rowsAreLines, options.encoding, options.delimiter])
    if (this.#read?.key !== key) this.#read = { key, table: readTable(source, options) }
    return this.#read.table
  }
}

/** Names over those of the header are of its groups; over other lines they are another header, whose rows would be left out. */
function refuseTableAbove(
  above: FileLook['above'],
  header: readonly string[],
  place: { readonly file: string; readonly line: number },
): void {
  if (above.slice(0, -1).some((record) => isHeader(record, header))) throw new Fault('header-moved', place)
}

interface OpenTable {
  readonly table: Table
  /** Its name. */
  readonly file: string
  readonly bounds: TableBounds
  readonly headerLine: number
  readonly stated: StatedRecords | undefined
}

type RowsOfDraft = Pick<SourceRows, 'plan' | 'stock' | 'rows' | 'outside' | 'statedCount' | 'cut'>

const fileRows = (plan: DraftPlan, { table, ...options }: OpenTable): RowsOfDraft => ({
  plan,
  stock: null,
  ...rowsOfFile(table, { ...options, plan: planRows(plan) }),
})

/** The rows of a file that is the whole stock, with what each of them does in front. */
function stockRows(
  own: DraftPlan,
  { table, headerLine, ...options }: OpenTable,
  request: StockRequest,
): RowsOfDraft {
  const place = { file: options.file, line: headerLine }
  const columns = stockColumns(
    { ...own, joins: own.joins ?? {}, constants: own.constants ?? {} },
    request,
    place,
  )
  const { header, mapping, joins, quantityIndex, added } = columns
  // The file's own columns decide which records are its rows.
  const ownRows = planRows({ ...own, operation: 'create' })
  const stock = new StockDraft(request, columns, isOfStock(request.filter, own.header, place), ownRows)
  return {
    stock,
    plan: {
      ...own,
      header: [...header],
      mapping: [...mapping],
      joins,
      constants: {},
      addedCells: added.length,
      words: own.words && {
        nones: own.words.nones.map((index) => index + added.length),
        dashes: own.words.dashes.map((index) => index + added.length),
      },
      values: own.values?.map(({ column, words }) => ({ column: column + added.length, words })),
      ignored: own.ignored?.map((index) => index + added.length),
      quantityIndex,
    },
    ...stock.opened(rowsOfFile(table, { ...options, plan: ownRows, isCar: stock.isCar })),
  }
}

function inspectFile(look: FileLook, source: SourceFile): Look {
  const { shape, file, header, headerRecords, above, sample } = look
  const mapping = mapHeader(header.cells, { file: source.name, line: header.line })
  return {
    bytes: source.bytes,
    shape,
    file,
    mapping,
    header: [...header.cells],
    headerLines: headerRecords.map(({ line }) => line),
    above: above.slice(-shownAbove).map(({ line, cells }) => ({ line, cells: [...cells] })),
    sample: sample.map(({ cells }) => [...cells]),
    sampleLines: sample.map(({ line }) => line),
    contents: contentsOf(look, mapping),
  }
}

function lookAt(
  { sheet, wrapped }: FilePlace,
  source: SourceFile,
  choice: FileShapeChoice,
  read: typeof readTable,
): FileLook {
  const facts = { ...(sheet && { sheet }), ...(wrapped && { wrapped }) }
  if (!sheet) {
    const look = lookAtFile(source, choice, read)
    return { ...look, file: { ...look.file, ...facts } }
  }
  // The rows of a sheet are their own lines, and were written in one way.
  const rows = { ...source, rowsAreLines: true }
  // The paths of elements are above their values: no first row is a title.
  const header = sheet.elements ? { headerLine: 1, ...choice } : choice
  const look = lookAtFile(rows, { ...header, ...sheetShape }, read)
  return { ...look, bom: true, file: { ...look.file, ...facts } }
}
