import type { ColumnName } from '#shared/import/file-columns.ts'
import { columnNamed } from './column-names.ts'
import { foldedNames, foldName } from './name-folding.ts'

/** Names of codes by which a program knows its cars, and of the number that the maker gives each. They count in this order. */
const codes = foldedNames(
  'code, sku, article, item code, item number, product code, product id, car code, car id, vehicle code, vehicle id',
  'код, артикул, код авто, код автомобіля, код товару, id товару, id автомобіля, номенклатурний номер',
  'код автомобиля, код товара, id товара, id автомобиля, номенклатурный номер',
  'artikelnummer, artikel nr, kod, kod pojazdu',
)
const makersNumbers = foldedNames(
  'vin, vin code, vin number, vin no, vin код, vin номер, vin №',
  'він, він код, вин, вин код, номер кузова, № кузова, fahrgestellnummer, fin, numer vin, nr vin',
)

const kinds: readonly ((name: string) => boolean)[] = [
  (name) => columnNamed(name) === 'stock_no',
  (name) => codes.has(foldName(name)),
  (name) => makersNumbers.has(foldName(name)),
]

/** True if a header names a column of numbers of cars. */
export const isNumberName = (name: string): boolean => kinds.some((isOfKind) => isOfKind(name))

/** Columns, counted from 0, that hold numbers of cars by their names; the surest kind first. */
const numbersIn = (header: readonly string[]): number[][] =>
  kinds.map((isOfKind) => header.flatMap((name, index) => (isOfKind(name) ? [index] : [])))

/** All columns that may name another car than the row's advert. */
export const numberColumns = (header: readonly string[]): number[] => numbersIn(header).flat()

/** The column of the maker's numbers; -1 if there is none, or if two may be it. */
export const makersNumber = (header: readonly string[]): number => {
  const [only = -1, other] = numbersIn(header).at(-1) ?? []
  return other === undefined ? only : -1
}

/** Takes the surest column of own numbers; of two that are equally sure, neither. */
export function takeNumber(
  mapping: readonly (ColumnName | null)[],
  header: readonly string[],
): (ColumnName | null)[] {
  const [only, other] =
    numbersIn(header)
      .map((columns) => columns.filter((index) => mapping[index] === null || mapping[index] === 'stock_no'))
      .find((columns) => columns.length > 0) ?? []
  return mapping.map((column, index) => {
    if (index === only && other === undefined) return 'stock_no'
    return column === 'stock_no' ? null : column
  })
}

/**
 * Numbers that repeat for different cars are a model's code or the like. One that repeats in rows with the same values
 * is that of one car.
 * @param rows each as its number and its values
 */
export const areNumbers = (rows: readonly (readonly [number: string, values: string])[]): boolean => {
  const filled = rows.filter(([number]) => number !== '')
  const numbers = new Set(filled.map(([number]) => number))
  return filled.length > 0 && new Set(filled.map((row) => row.join('\n'))).size === numbers.size
}
