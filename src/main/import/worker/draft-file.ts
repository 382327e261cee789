import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnMapping, ColumnValues, FileShapeChoice } from '#shared/import/draft.ts'
import { type ColumnJoins, joinOf, joinTexts, livingJoins } from '#shared/import/column-joins.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { FileFacts, SheetFacts, ToldRecords, Wrapped } from '#shared/import/file-facts.ts'
import { checkFile } from '../check/check-file.ts'
import { requireConstants } from '../check/constants.ts'
import { TableBounds } from '../check/outside-table.ts'
import { isHeader } from '../check/moved-columns.ts'
import { wordsOf } from '../check/column-words.ts'
import { makesAreNamed } from '../check/named-makes.ts'
import { readUnitPrice } from '../check/scanners.ts'
import { type FieldColumn, ValueCounts } from '../columns/column-values.ts'
import { withHeaderCurrency } from '../columns/header-currency.ts'
import { type FileLook, lookAtFile } from '../columns/file-shape.ts'
import { mapHeader, requireColumns, requireOneEach, settleOperation } from '../columns/header.ts'
import { readRecords } from '../csv/csv-records.ts'
import { isLowerPrice } from '../columns/money-headers.ts'
import { numberColumns } from '../columns/number-column.ts'
import { type SourceFile, withSource, withSourceAsync } from '../csv/source-file.ts'
import { tableDelimiter } from '../sheet/row-writer.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import { stockColumns } from '../stock/stock-columns.ts'
import { StockRows } from '../stock/stock-filter.ts'
import { StockDraft } from '../stock/stock-draft.ts'
import { planRows } from '../check/row-plan.ts'
import type { StockRequest } from '../stock/stock-request.ts'
import type { CheckRequest, DraftSource, SourceRows } from './draft-source.ts'

/** Where a file's bytes are and where its staging goes. */
export interface FilePlace {
  readonly draftId: string
  readonly path: string
  readonly fileName: string
  readonly stagingPath: string
  /** When the file was written, ms since 1970, if its bytes came from elsewhere. */
  readonly changedAt?: number | null
  /** The sheet whose rows the file holds, or absent if it is a text of the dealer's. */
  readonly sheet?: SheetFacts
  /** Wrapping of the table (archive, JSON, quotes), if the dealer's file is not the table itself. */
  readonly wrapped?: Wrapped
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

/** A draft of a file. Another sheet of the same spreadsheet may be read later. */
export class FileSource implements DraftSource {
  #place: FilePlace

  constructor(place: FilePlace) {
    this.#place = place
  }

  get place(): FilePlace {
    return this.#place
  }

  /** Reads another sheet from now on. */
  moveTo(place: FilePlace): void {
    this.#place = place
  }

  /** A first look. @throws the Faults of lookAtFile and mapHeader */
  inspect(choice: FileShapeChoice): Look {
    const place = this.#place
    return withSource(place.path, place.fileName, (opened) => inspectFile(place, opened, choice))
  }

  /** The values of columns in all rows. @throws the Faults of inspect */
  values(choice: FileShapeChoice, columns: readonly FieldColumn[]): ColumnValues[] {
    const place = this.#place
    return withSource(place.path, place.fileName, (opened) => {
      const { source, look } = lookAt(place, opened, choice)
      const { header, sample } = look
      const mapping = header.cells.map((_, at) => columns.find(({ column }) => column === at)?.field ?? null)
      const bounds = boundsOf(look, mapping)
      const contents = sample.map(({ cells }) => cells)
      const values = new ValueCounts(columns, header.cells, contents)
      for (const { records } of readRecords(source, look.shape))
        for (const [at, record] of records.entries())
          if (record.line > bounds.headerEnd && bounds.reasonOf(record, records[at + 1]) === null)
            values.add(record)
      return values.counted()
    })
  }

  /** @throws the Faults of inspect, `operation-unclear`, `column-missing`, `header-moved` */
  read<Result>(request: CheckRequest, work: (rows: SourceRows) => Promise<Result>): Promise<Result> {
    const place = this.#place
    return withSourceAsync(place.path, place.fileName, (opened) => {
      const source = sourceOf(place, opened)
      const { plan, file, headerRecords, above } = planFile(place, source, request)
      const isChosen = request.shape.headerLine !== undefined
      if (!isChosen) refuseTableAbove(above, plan.header, { file: source.name, line: file.headerLine })
      const bounds = new TableBounds(headerRecords, plan)
      const { name, bytes, changedAt } = source
      const rows = {
        ...{ source, bounds, told: place.sheet?.told },
        headerLine: headerRecords.at(-1)?.line ?? 1,
      }
      return work({
        ...(request.stock ? stockRows(plan, rows, request.stock) : fileRows(plan, rows)),
        file,
        above: above.map((record) => ({ record, reason: 'above-header' })),
        bytes,
        origin: { name, bytes, changedAt },
      })
    })
  }
}

/** Names over those of the header are of its groups; over other lines they are another header, whose rows would be left out. */
function refuseTableAbove(
  above: Planned['above'],
  header: readonly string[],
  place: { readonly file: string; readonly line: number },
): void {
  if (above.slice(0, -1).some((record) => isHeader(record, header))) throw new Fault('header-moved', place)
}

interface OpenRows {
  readonly source: SourceFile
  readonly bounds: TableBounds
  readonly headerLine: number
  readonly told: ToldRecords | undefined
}

type RowSource = Pick<SourceRows, 'plan' | 'chunks' | 'stock'>

const fileRows = (plan: StagedPlan, { source, bounds, told }: OpenRows): RowSource => ({
  plan,
  chunks: (rowPlan, duplicates) =>
    checkFile(source, { shape: plan.shape, plan: rowPlan, duplicates, bounds, told }),
})

/** The rows of a file that is the whole stock, with what each of them does in front. */
function stockRows(
  file: StagedPlan,
  { source, bounds, headerLine, told }: OpenRows,
  request: StockRequest,
): RowSource {
  const place = { file: source.name, line: headerLine }
  const columns = stockColumns(
    { ...file, joins: file.joins ?? {}, constants: file.constants ?? {} },
    request,
    place,
  )
  const { header, mapping, joins, keyIndex, quantityIndex } = columns
  // Which records are rows of the file is told by the file's own columns.
  const ownRows = planRows({ ...file, operation: 'create' })
  const rows = new StockRows(request.filter, file.header, place)
  const stock = new StockDraft(request, columns, rows, file, ownRows)
  return {
    stock,
    plan: {
      ...file,
      header: [...header],
      mapping: [...mapping],
      joins,
      constants: {},
      addedCells: columns.added.length,
      words: file.words && {
        nones: file.words.nones.map((index) => index + columns.added.length),
        dashes: file.words.dashes.map((index) => index + columns.added.length),
      },
      values: file.values?.map(({ column, words }) => ({ column: column + columns.added.length, words })),
      keyIndex,
      quantityIndex,
    },
    *chunks(rowPlan, duplicates) {
      const options = { shape: file.shape, plan: ownRows, duplicates, bounds, told, isCar: stock.isCar }
      for (const chunk of checkFile(source, options)) yield stock.opened(chunk, rowPlan, duplicates)
    },
  }
}

function inspectFile(place: FilePlace, opened: SourceFile, choice: FileShapeChoice): Look {
  const { source, look } = lookAt(place, opened, choice)
  const { shape, file, header, headerRecords, above, sample } = look
  const mapping = mapHeader(header.cells, { file: source.name, line: header.line })
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
    contents: contentsOf(look, mapping),
  }
}

const boundsOf = ({ headerRecords, header, file }: FileLook, mapping: ColumnMapping): TableBounds =>
  new TableBounds(headerRecords, { header: header.cells, mapping, fixedCells: file.sheet !== undefined })

/** The sample without records that are no rows, such as totals. */
function contentsOf(look: FileLook, mapping: ColumnMapping): (readonly string[])[] {
  const bounds = boundsOf(look, mapping)
  return look.sample.filter((record) => bounds.reasonOf(record) === null).map(({ cells }) => cells)
}

/** The rows of a sheet are their own lines, and were written in one way. */
const sourceOf = (place: FilePlace, opened: SourceFile): SourceFile =>
  place.sheet ? { ...opened, rowsAreLines: true } : opened

function lookAt(
  place: FilePlace,
  opened: SourceFile,
  choice: FileShapeChoice,
): { source: SourceFile; look: FileLook } {
  const { sheet, wrapped } = place
  const source = sourceOf(place, opened)
  const facts = { ...(sheet && { sheet }), ...(wrapped && { wrapped }) }
  if (!sheet) {
    const look = lookAtFile(source, choice)
    return { source, look: { ...look, file: { ...look.file, ...facts } } }
  }
  // The paths of elements are above their values: no first row is a title.
  const header = sheet.elements ? { headerLine: 1, ...choice } : choice
  const look = lookAtFile(source, { ...header, ...sheetShape })
  return { source, look: { ...look, bom: true, file: { ...look.file, ...facts } } }
}

/** How the rows of a file are read. @throws the Faults of inspectFile, `operation-unclear`, `column-missing` */
function planFile(draft: FilePlace, source: SourceFile, request: CheckRequest): Planned {
  const { look } = lookAt(draft, source, request.shape)
  const { shape, bom, extraCells, file, header, headerRecords, above } = look
  const isNamed = headerRecords.length > 0
  const place = {
    ...{ file: source.name, line: header.line },
    ...(isNamed ? {} : { reason: 'no-header' as const }),
  }
  const mapping = request.mapping ?? mapHeader(header.cells, place)
  const joins = livingJoins(mapping, request.joins ?? {})
  requireOneEach(mapping, header.cells, place, joins)
  const given = request.constants ?? {}
  requireConstants(given, mapping, header.cells, source.name)
  const constants = withHeaderCurrency(given, mapping, header.cells)
  const known = [...mapping, ...(Object.keys(constants) as (keyof Constants)[])]
  // What a row of the whole stock does follows from its key, and no column is required but that of the keys.
  const fileOperation = request.stock
    ? 'mixed'
    : settleOperation(request.operation, known, header.cells, place)
  if (!request.stock) requireColumns(known, fileOperation, place, pricesNameCurrencies(look, mapping, joins))
  const contents = contentsOf(look, mapping)
  const plan: StagedPlan = {
    rowsAre: 'text',
    fileName: draft.fileName,
    shape,
    bom,
    header: [...header.cells],
    mapping,
    joins,
    constants,
    fileOperation,
    operation: fileOperation === 'mixed' ? null : fileOperation,
    decimalMark: shape.decimalMark,
    delimiter: shape.delimiter,
    extraCells,
    fixedCells: draft.sheet !== undefined,
    words: wordsOf(contents, mapping),
    namedIds: makesAreNamed(contents, mapping, joins),
    values: [...(request.values ?? [])],
    ...request.account,
    links: linksFor(mapping, header.cells, request),
    readsAfter: request.account.readsAfter ?? true,
  }
  return { plan, file: { ...file, ...lowerPrices(plan) }, headerRecords, above }
}

function lowerPrices({ header, mapping }: StagedPlan): Pick<FileFacts, 'lowerPrices'> {
  if (!mapping.includes('price')) return {}
  const lower = header.filter((name, index) => mapping[index] === null && isLowerPrice(name))
  return lower.length > 0 ? { lowerPrices: lower } : {}
}

/** The adverts of own numbers, if the file has any. */
const linksFor = (
  mapping: ColumnMapping,
  header: readonly string[],
  { account: { links = [] } }: CheckRequest,
): StagedPlan['links'] =>
  mapping.includes('stock_no') || numberColumns(header).length > 0
    ? links.map(([key, id]) => [key, id])
    : undefined

/** Whether prices of the file name their currency, so that it needs no column for it. */
function pricesNameCurrencies(
  { sample, shape }: FileLook,
  mapping: ColumnMapping,
  joins: ColumnJoins,
): boolean {
  const { columns, separator } = joinOf('price', mapping, joins)
  return sample.some(({ cells }) => {
    const price = joinTexts(
      columns.map((index) => cells[index] ?? ''),
      separator,
    )
    return typeof readUnitPrice(price, shape.decimalMark)?.currency === 'number'
  })
}
