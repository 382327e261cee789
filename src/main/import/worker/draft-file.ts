import type { Operation } from '#shared/batch/operation.ts'
import type { ColumnMapping, FileShapeChoice } from '#shared/import/draft.ts'
import { type ColumnJoins, joinOf, joinTexts, livingJoins } from '#shared/import/column-joins.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { FileFacts, SheetFacts } from '#shared/import/file-facts.ts'
import { requireConstants } from '../check/constants.ts'
import { TableBounds } from '../check/outside-table.ts'
import { makesAreNamed } from '../check/named-makes.ts'
import { readUnitPrice } from '../check/scanners.ts'
import { withHeaderCurrency } from '../columns/header-currency.ts'
import { type FileLook, lookAtFile } from '../columns/file-shape.ts'
import { mapHeader, requireColumns, requireOneEach, settleOperation } from '../columns/header.ts'
import type { SourceFile } from '../csv/source-file.ts'
import { tableDelimiter } from '../sheet/row-writer.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'

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
  /** Fields that several columns give together. */
  readonly joins?: ColumnJoins | undefined
  /** Values that every row has. */
  readonly constants?: Constants | undefined
  readonly account: AccountFacts
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

/** A first look at a draft's file. @throws the Faults of lookAtFile and mapHeader */
export function inspectFile(place: DraftPlace, opened: SourceFile, choice: FileShapeChoice): Look {
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
    contents: contentsOf(look),
  }
}

/** The sample without records that are no rows, such as totals. */
function contentsOf({ headerRecords, header, sample }: FileLook): (readonly string[])[] {
  const bounds = new TableBounds(headerRecords, header.cells.length)
  return sample.filter((record) => bounds.reasonOf(record) === null).map(({ cells }) => cells)
}

/** The rows of a sheet are their own lines, and were written in one way. */
export const sourceOf = (place: DraftPlace, opened: SourceFile): SourceFile =>
  place.sheet ? { ...opened, rowsAreLines: true } : opened

function lookAt(
  place: DraftPlace,
  opened: SourceFile,
  choice: FileShapeChoice,
): { source: SourceFile; look: FileLook } {
  const { sheet } = place
  const source = sourceOf(place, opened)
  if (!sheet) return { source, look: lookAtFile(source, choice) }
  const look = lookAtFile(source, { ...choice, ...sheetShape })
  return { source, look: { ...look, bom: true, file: { ...look.file, sheet } } }
}

/** How the rows of a file are read. @throws the Faults of inspectFile, `operation-unclear`, `column-missing` */
export function planFile(draft: DraftPlace, source: SourceFile, request: CheckRequest): Planned {
  const { look } = lookAt(draft, source, request.shape)
  const { shape, bom, extraCells, file, header, headerRecords, above } = look
  const place = { file: source.name, line: header.line }
  const mapping = request.mapping ?? mapHeader(header.cells, place)
  const joins = livingJoins(mapping, request.joins ?? {})
  requireOneEach(mapping, header.cells, place, joins)
  const given = request.constants ?? {}
  requireConstants(given, mapping, header.cells, source.name)
  const constants = withHeaderCurrency(given, mapping, header.cells)
  const known = [...mapping, ...(Object.keys(constants) as (keyof Constants)[])]
  const fileOperation = settleOperation(request.operation, known, header.cells, place)
  requireColumns(known, fileOperation, place, pricesNameCurrencies(look, mapping, joins))
  const plan = {
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
    namedIds: makesAreNamed(contentsOf(look), mapping, joins),
    ...request.account,
    readsAfter: request.account.readsAfter ?? true,
  }
  return { plan, file, headerRecords, above }
}

/** Whether prices of the file name their currency, so that it needs no column of its own. */
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
