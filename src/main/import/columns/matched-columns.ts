import { currencies } from '#shared/batch/currency.ts'
import { deriveOperation } from '#shared/import/column-needs.ts'
import type { ColumnMapping, ColumnMatch, Inspection } from '#shared/import/draft.ts'
import { actionColumns } from './action-columns.ts'
import { currencyOfHeader } from './header-additions.ts'
import { currencyOf } from '../check/value-words.ts'
import { columnNamed } from './column-names.ts'
import { type Rivals, rivalsIn } from './header.ts'
import { areNumbers, numberColumns } from './number-column.ts'
import { comparedColumns } from './car-columns.ts'
import {
  areSums,
  matchContents,
  namesCurrency,
  type KnownContents,
  type ReadColumns,
} from './match-contents.ts'
import { speaksOfMoney } from './money-headers.ts'

export type MatchedColumns = Pick<
  Inspection,
  | 'mapping'
  | 'matches'
  | 'pricesWithCurrency'
  | 'headerCurrencies'
  | 'naming'
  | 'rivals'
  | 'actions'
  | 'operation'
>

/** The columns of a file by their names, then by their contents as far as anything is known of them. */
export function matchColumns(read: ReadColumns, known: KnownContents | null): MatchedColumns {
  const named = { ...read, mapping: withoutRepeated(read) }
  const mapping = known ? matchContents(named, known) : named.mapping
  return {
    mapping,
    matches: mapping.map((field, index): ColumnMatch | null => {
      if (field === null) return null
      return read.mapping[index] === field ? 'name' : 'content'
    }),
    pricesWithCurrency: read.header.flatMap((_, index) =>
      read.sample.some(
        (row) =>
          isUnit(row[index]) || (hasUnit(row[index]) && namesCurrency([row[index] ?? ''], read.decimalMark)),
      )
        ? [index]
        : [],
    ),
    headerCurrencies: read.header.flatMap((name, column) => {
      const currency = currencyOfHeader(name)
      return currency === null ? [] : [{ column, currency: currencies[currency] }]
    }),
    naming: [
      ...comparedColumns(
        read.header,
        read.header.map(() => null),
      ),
      ...numberColumns(read.header),
    ],
    rivals: withSums(rivalsIn(read.header, mapping), mapping, read),
    actions: actionColumns(read.header, mapping, read.sample),
    operation: operationOf(mapping, read),
  }
}

/** A column of own numbers that distinguishes no cars is none. */
const withoutRepeated = ({ mapping, header, sample }: ReadColumns): ColumnMapping => {
  const isValue = (column: number): boolean =>
    mapping[column] !== null && mapping[column] !== 'stock_no' && mapping[column] !== 'in_stock'
  const valuesOf = (row: readonly string[]): string =>
    row.filter((_cell, column) => isValue(column)).join('\t')
  return mapping.map((column, index) =>
    column === 'stock_no' &&
    columnNamed(header[index] ?? '') !== column &&
    !areNumbers(sample.map((row) => [row[index]?.trim() ?? '', valuesOf(row)]))
      ? null
      : column,
  )
}

/** If no column is the price, those that may be it are asked about: sums whose names say something else, or too little. */
function withSums(
  rivals: Rivals[],
  mapping: ColumnMapping,
  { header, sample, decimalMark }: ReadColumns,
): Rivals[] {
  if (mapping.includes('price')) return rivals
  const named = rivals.find(({ field }) => field === 'price')?.columns ?? []
  const sums = header.flatMap((name, index) => {
    if (mapping[index] !== null) return []
    if (named.includes(index)) return [index]
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    const isSum = speaksOfMoney(name) ? areSums(cells, decimalMark) : namesCurrency(cells, decimalMark)
    return isSum ? [index] : []
  })
  const others = rivals.filter(({ field }) => field !== 'price')
  return sums.length === 0 ? others : [...others, { field: 'price', columns: sums }]
}

/** `USD`, to be joined with the price of another column. */
const isUnit = (cell = ''): boolean => /^\D{1,20}$/.test(cell) && currencyOf(cell) !== undefined

/** A quick look: a table may have thousands of columns. */
const hasUnit = (cell = ''): boolean => /\d/.test(cell) && /[^\d.]/.test(cell)

/** Numbers that only look like the ids of adverts delete nothing by themselves. */
function operationOf(
  mapping: ColumnMapping,
  { header, mapping: named }: ReadColumns,
): Inspection['operation'] {
  const derived = deriveOperation(mapping, header)
  return derived === 'delete' && !named.includes('auto_id') ? null : derived
}
