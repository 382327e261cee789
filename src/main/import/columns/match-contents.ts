import { flagFields } from '#shared/batch/field-lists.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { areTheSame, type ColumnName } from '#shared/import/file-columns.ts'
import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import { idIn, type VehicleCells } from '../../names/vehicle-ids.ts'
import { readUnitPrice } from '../check/scanners.ts'
import { currencyOf, flagOf } from '../check/value-words.ts'
import { columnNamed } from './column-names.ts'
import { isSilent, meansSomethingElse } from './silent-header.ts'

/** Known adverts of the account, and names of vehicles. */
export interface KnownContents {
  /** Ids among these of adverts of the account (at most 500 ids). */
  readonly adverts: (ids: readonly number[]) => ReadonlySet<number>
  /** Meaning of the cells of a vehicle. */
  readonly vehicle: (cells: VehicleCells) => ResolvedVehicle
}

/** The first rows of a file, with the columns that its header names. */
export interface ReadColumns {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  readonly sample: readonly (readonly string[])[]
  readonly decimalMark: '.' | ','
}

interface Column {
  readonly index: number
  readonly header: string
  /** The cells that are not blank, as they are in the rows. */
  readonly cells: readonly string[]
  readonly isSilent: boolean
}

/** Columns without a match that are looked at, and letters of a cell that may be a name. */
const mostColumns = 100
const longestName = 80

/**
 * Finds what columns are by their cells, if their headers don't say it. A column is taken for a field only if it alone
 * fits, no header names the field, and its own header means nothing else.
 */
export function matchContents(read: ReadColumns, known: KnownContents): ColumnMapping {
  const mapping = [...read.mapping]
  const isFree = (field: ColumnName): boolean =>
    !mapping.some((column) => column !== null && areTheSame(column, field))
  const columns = unmatched(read)
  // A code may be the advert's.
  const isFreeColumn = (index: number, field: ColumnName): boolean =>
    mapping[index] === null || (field === 'auto_id' && mapping[index] === 'stock_no')
  const take = (field: ColumnName, fits: (column: Column) => boolean): void => {
    if (!isFree(field)) return
    const fitting = columns.filter((column) => isFreeColumn(column.index, field) && fits(column))
    const [only] = fitting
    if (only && fitting.length === 1) mapping[only.index] = field
  }
  take('auto_id', ({ cells }) => areAdverts(cells, known))
  // Sums under a name may be any: what a car was bought for, the share of a dealer, a debt, each in another currency.
  take(
    'currency_id',
    ({ isSilent: silent, cells }) =>
      silent && cells.every((cell) => !/\d/.test(cell) && currencyOf(cell) !== undefined),
  )
  take('price', ({ isSilent: silent, cells }) => silent && namesCurrency(cells, read.decimalMark))
  take('price', ({ isSilent: silent, cells }) => silent && arePrices(cells))
  if (isFree('auto_id')) takeVehicles(take, mapping, read, known)
  takeFlag(take, isFree)
  return mapping
}

function unmatched({ header, mapping, sample }: ReadColumns): Column[] {
  const found: Column[] = []
  for (const [index, name] of header.entries()) {
    const isCode = mapping[index] === 'stock_no' && columnNamed(name) !== 'stock_no'
    if ((mapping[index] !== null && !isCode) || meansSomethingElse(name)) continue
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    if (cells.length > 0) found.push({ index, header: name, cells, isSilent: isSilent(name) })
    if (found.length === mostColumns) break
  }
  return found
}

/** The service gives adverts numbers of eight digits; some that are known must be among them. */
function areAdverts(cells: readonly string[], { adverts }: KnownContents): boolean {
  if (!cells.every((cell) => /^[1-9]\d{7}$/.test(cell))) return false
  return adverts(cells.map(Number)).size * 2 >= new Set(cells).size
}

/** True if the cells are prices that name their currency. */
export const namesCurrency = (cells: readonly string[], decimalMark: '.' | ','): boolean =>
  cells.length > 0 &&
  cells.every((cell) => {
    const priced = readUnitPrice(cell, decimalMark)
    return typeof priced?.value === 'number' && priced.currency !== null
  })

/** True if the cells are sums of money, with a currency or without. */
export const areSums = (cells: readonly string[], decimalMark: '.' | ','): boolean =>
  cells.length > 0 &&
  cells.every((cell) => /^\d[\d\s.,'’]*$/.test(cell) || readUnitPrice(cell, decimalMark) !== null)

const leastPrice = 500
const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1_950 && value <= 2_100

/** Bare numbers are prices only if none of them is small, and not all of them are years. */
function arePrices(cells: readonly string[]): boolean {
  const values = cells.map((cell) =>
    /^\d{1,3}(?:[\s'’]?\d{3})*(?:[.,]\d{1,2})?$/.test(cell) ? numberIn(cell) : 0,
  )
  return values.every((value) => value >= leastPrice && value < 10_000_000) && !values.every(isYear)
}

const numberIn = (cell: string): number => Number(cell.replace(/[\s'’]/g, '').replace(',', '.'))

/** Share of the cells that decides for all; the others may be misspelt. */
const isMost = (found: number, all: number): boolean => found > 0 && found >= all * 0.75

type Take = (field: ColumnName, fits: (column: Column) => boolean) => void

/** Makes, then the models next to them, or both in one cell. */
function takeVehicles(
  take: Take,
  mapping: ColumnMapping,
  read: ReadColumns,
  { vehicle }: KnownContents,
): void {
  const areKnown = (cells: readonly VehicleCells[], id: 'marka_id' | 'model_id'): boolean =>
    isMost(cells.filter((each) => vehicle(each).ids[id] !== null).length, cells.length)
  const areShort = ({ cells }: Column): boolean => cells.every((cell) => cell.length <= longestName)
  const areNames = (column: Column): boolean =>
    areShort(column) && column.cells.every((cell) => idIn(cell) === null)
  take(
    'marka_id',
    (column) =>
      areNames(column) &&
      areKnown(
        column.cells.map((cell) => [cell, '', '', '']),
        'marka_id',
      ),
  )
  const make = mapping.indexOf('marka_id')
  const pairs = ({ index }: Column): VehicleCells[] =>
    read.sample
      .map((row): VehicleCells => [row[make]?.trim() ?? '', row[index]?.trim() ?? '', '', ''])
      .filter(([first, second]) => first !== '' && second !== '')
  if (make >= 0) take('model_id', (column) => areShort(column) && areKnown(pairs(column), 'model_id'))
  else
    take(
      'make_model',
      (column) =>
        areNames(column) &&
        areKnown(
          column.cells.map((cell) => ['', cell, '', '']),
          'marka_id',
        ),
    )
}

/** Yes and no may mean anything: taken for a field only if the header says nothing and every other flag has a name. */
function takeFlag(take: Take, isFree: (field: ColumnName) => boolean): void {
  const [one, ...others] = flagFields.filter(isFree)
  if (one === undefined || others.length > 0) return
  take(one, ({ cells, isSilent: silent }) => silent && cells.every((cell) => flagOf(cell) !== undefined))
}
