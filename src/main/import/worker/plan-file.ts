import { type ColumnJoins, joinOf, joinTexts, livingJoins } from '#shared/import/column-joins.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import type { FileFacts, SheetFacts } from '#shared/import/file-facts.ts'
import { wordsOf } from '../check/no-value.ts'
import { requireConstants } from '../check/constants.ts'
import { TableBounds } from '../check/outside-table.ts'
import { readUnitPrice } from '../check/scanners.ts'
import type { FileLook } from '../columns/file-shape.ts'
import { withHeaderCurrency } from '../columns/header-additions.ts'
import { mapHeader, requireColumns, requireOneEach, settleOperation } from '../columns/header.ts'
import { isLowerPrice } from '../columns/money-headers.ts'
import { numberColumns } from '../columns/number-column.ts'
import type { DraftPlan } from '../draft/draft-plan.ts'
import type { CheckRequest } from './draft-source.ts'

/**
 * Plan for reading the rows of a file.
 * @throws the Faults of inspectFile, `operation-unclear`, `column-missing`
 */
export function planFile(
  draft: { readonly fileName: string; readonly sheet?: SheetFacts },
  look: FileLook,
  request: CheckRequest,
): DraftPlan {
  const { shape, bom, extraCells, header, headerRecords } = look
  const isNamed = headerRecords.length > 0
  const place = {
    file: draft.fileName,
    line: header.line,
    ...(isNamed ? {} : { reason: 'no-header' as const }),
  }
  const mapping = request.mapping ?? mapHeader(header.cells, place)
  const joins = livingJoins(mapping, request.joins ?? {})
  requireOneEach(mapping, header.cells, place, joins)
  const given = request.constants ?? {}
  requireConstants(given, mapping, header.cells, draft.fileName)
  const constants = withHeaderCurrency(given, mapping, header.cells)
  const known = [...mapping, ...(Object.keys(constants) as (keyof Constants)[])]
  // What a row of the whole stock does follows from its key, and no column is required but that of the keys.
  const fileOperation = request.stock
    ? 'mixed'
    : settleOperation(request.operation, known, header.cells, place)
  if (!request.stock) requireColumns(known, fileOperation, place, pricesNameCurrencies(look, mapping, joins))
  const contents = contentsOf(look, mapping)
  return {
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
    ignored: [...(request.ignored ?? [])],
    ...request.account,
    links: linksFor(mapping, header.cells, request),
  }
}

/** Columns with a price that buyers may pay in the place of the one that is sent. */
export function lowerPrices({ header, mapping }: DraftPlan): Pick<FileFacts, 'lowerPrices'> {
  if (!mapping.includes('price')) return {}
  const lower = header.filter((name, index) => mapping[index] === null && isLowerPrice(name))
  return lower.length > 0 ? { lowerPrices: lower } : {}
}

/** The adverts of own numbers, if the file has any. */
const linksFor = (
  mapping: ColumnMapping,
  header: readonly string[],
  { account: { links } }: CheckRequest,
): DraftPlan['links'] =>
  mapping.includes('stock_no') || numberColumns(header).length > 0
    ? links.map(([key, id]) => [key, id])
    : undefined

/** True if prices of the file name their currency, so that it needs no column for it. */
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

export const boundsOf = ({ headerRecords, header, file }: FileLook, mapping: ColumnMapping): TableBounds =>
  new TableBounds(headerRecords, { header: header.cells, mapping, fixedCells: file.sheet !== undefined })

/** The sample without records that are no rows, such as totals. */
export function contentsOf(look: FileLook, mapping: ColumnMapping): (readonly string[])[] {
  const bounds = boundsOf(look, mapping)
  return look.sample.filter((record) => bounds.reasonOf(record) === null).map(({ cells }) => cells)
}

/** An id that was mistyped (`9O`) has one letter at most. */
const isWord = (cell: string): boolean => /\p{L}.*\p{L}/su.test(cell)

/**
 * True if the rows give their makes by name: none of the first rows has an id there. A number after a name is safe for
 * either: it is the model of that name only if the make has one (Peugeot 3008).
 */
function makesAreNamed(
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
  joins: ColumnJoins,
): boolean {
  const column = mapping.includes('marka_id') ? 'marka_id' : 'make_model'
  const [index = -1] = joinOf(column, mapping, joins).columns
  const makes = rows.map((cells) => cells[index] ?? '').filter((cell) => cell.trim() !== '')
  return makes.length > 0 && makes.every(isWord)
}
