import type { CurrencyId } from '#shared/batch/currency.ts'
import { digitsOfFormula, type Row } from '../rows/row.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { largestPrice } from '../../writes/field-kinds.ts'
import {
  decimalDigits,
  isNegative,
  isTwoWays,
  scaleOf,
  scaleWords,
  withoutThousandMarks,
} from '#shared/words/number-text.ts'
import { amountIn, areUnits, currencyOf, flagOf, stockFlagOf } from './value-words.ts'
import { isDash, isNoValue } from './no-value.ts'

/**
 * The value of a cell: a number, null for an empty cell, or the code of what is wrong with it. The scanners accept
 * nothing that the schemas of writes/field-kinds.ts refuse; they don't use zod because they run on every cell of a file.
 */
export type Scan = number | null | ProblemCode
/** The same of yes and no. */
export type Flag = 0 | 1 | null | ProblemCode

/** Reads an id: a whole number above zero, thousand marks allowed (spreadsheets add them). */
export function scanId(record: Row, index: number): Scan {
  const plain = record.digits(index)
  return plain > 0 ? plain : carefulId(record.text(index))
}

/**
 * `39099899.0`: a whole number as programs write one that they keep with decimals; `39099899;` as it is cut from a
 * sentence; `#39099899` as it is spoken of.
 */
const wholeFloat = /^[#№]?\s?(\d+)(?:[.,]0{1,2}|[.,;])?$/
/** `39.099.974`: two of one mark can be no decimals. */
const grouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/

/** Reads an id that can be no name: as scanId() does, and in ways in which only ids are written. */
export function scanNumberId(record: Row, index: number): Scan {
  const scanned = scanId(record, index)
  if (scanned !== 'not-an-integer' && scanned !== 'not-a-number') return scanned
  const text = visible(record.text(index))
  const digits = grouped.test(text) ? text.replaceAll(/\D/g, '') : wholeFloat.exec(text)?.[1]
  return digits === undefined ? scanned : wholeAboveZero(digits)
}

/**
 * Reads a price above zero. Thousand marks are spaces of any kind, apostrophes, or the mark that is not the decimal
 * one before groups of three. More than two decimals are refused: `12.500` may mean 12500.
 */
export function scanPrice(record: Row, index: number, decimalMark: '.' | ','): Scan {
  const plain = record.decimal(index)
  return plain > 0 && plain <= largestPrice ? plain : carefulPrice(record.text(index), decimalMark)
}

/** Reads a currency by number, code, sign or word. */
export function scanCurrency(record: Row, index: number): CurrencyId | null | ProblemCode {
  const plain = record.digits(index)
  if (plain === 1 || plain === 2 || plain === 3) return plain
  const cell = record.text(index)
  return currencyOf(listed(cell)) ?? emptyOr(cell, 'not-a-currency')
}

/**
 * Reads a flag: 1 or 0, yes or no in three languages.
 * @param dashIsNo whether the column has dashes for no; else they say nothing
 */
export const scanFlag = (record: Row, index: number, dashIsNo = true): Flag =>
  readFlag(record, index, flagOf, dashIsNo)

/** Reads whether a car is in stock: as a flag, by its availability, or as a number of cars. */
export const scanStock = (record: Row, index: number, dashIsNo = true): Flag =>
  readFlag(record, index, stockFlagOf, dashIsNo)

function readFlag(record: Row, index: number, wordOf: typeof flagOf, dashIsNo: boolean): Flag {
  const plain = record.digits(index)
  if (plain === 0 || plain === 1) return plain
  const cell = record.text(index)
  if (cell === '' || (!dashIsNo && isDash(cell))) return null
  return wordOf(listed(cell)) ?? emptyOr(cell, 'not-a-flag')
}

/** Reads a number of cars as whether there is one: 0 for none and less. */
export function scanQuantity(record: Row, index: number): Flag {
  const cell = record.text(index)
  const count = amountIn(bareText(cell))
  if (count === null) return emptyOr(cell, 'not-a-number')
  return count >= 1 ? 1 : 0
}

/** null for a blank cell or a word that is no value, `nul-byte` if there is one in it, else the code given. */
export function emptyOr(cell: string, code: ProblemCode): null | ProblemCode {
  if (cell.includes('\0')) return 'nul-byte'
  return cell.trim() === '' || isNoValue(cell) ? null : code
}

/** `1,23E+15`: what a spreadsheet makes of a long id, its last digits lost for good. */
const scientific = /^[-−–+]?\d+(?:[.,]\d+)?[eе][+-]?\d+$/i

/** `'39099974`, with which a number is kept from becoming another one in a spreadsheet. */
const marked = /^'(\d+)$/

/** A cell that is a part of a value: without blanks around it, and without what keeps its digits in a spreadsheet. */
export const bareText = (cell: string): string =>
  digitsOfFormula(cell) ?? marked.exec(visible(cell))?.[1] ?? visible(cell)

/** Invisible signs around a value, as programs and messengers leave them. */
const unseen = /\ufe0f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

const visible = (cell: string): string => cell.replace(unseen, '').trim()

/** `1.0`, `840.0`: a number of a list as programs write one that they keep with decimals. */
export const listed = (cell: string): string => visible(cell).replace(/^(\d{1,3})[.,]0{1,2}$/, '$1')

function carefulId(cell: string): Scan {
  const bare = withoutThousandMarks(bareText(cell))
  if (/^\d+$/.test(bare)) return wholeAboveZero(bare)
  return commonReading(cell, bare, /^\d+[.,]\d+$/.test(bare) ? 'not-an-integer' : 'not-a-number')
}

function wholeAboveZero(digits: string): Scan {
  const value = Number(digits)
  if (value > Number.MAX_SAFE_INTEGER) return 'number-too-large'
  return value > 0 ? value : 'negative'
}

function carefulPrice(cell: string, decimalMark: '.' | ','): Scan {
  const bare = withoutThousandMarks(withDecimals(bareText(cell)))
  const digits = decimalDigits(sumOf(bare), decimalMark)
  if (digits === null) return commonReading(cell, bare, 'not-a-number')
  const value = Number(digits)
  if (value > largestPrice) return 'number-too-large'
  return value > 0 ? value : 'zero'
}

/** `41 000,-`, as prices are written without cents: the mark is that of decimals. */
const withDecimals = (price: string): string => price.replace(/(?<=\d[.,])\s?[-–—=]{1,2}(?=\D*$)/u, '00')

/** `64000.0000` and `64000.000`, as databases write sums: neither can be groups of three. */
const zeroDecimals = /^(\d+)[.,]0{4,}$|^(\d{4,})[.,]0{3}$/

function sumOf(bare: string): string {
  const [, digits, ofThree] = zeroDecimals.exec(bare) ?? []
  return digits ?? ofThree ?? bare
}

/**
 * Reason for which a number is no price: `12.500` may be 12500 or 12.5 (`two-ways`), and `9100.125` is no sum of money
 * (`decimals`). Null if it is no number at all.
 */
export function unclearPrice(cell: string): 'two-ways' | 'decimals' | null {
  const digits = withoutThousandMarks(cell).replaceAll(/^\D+|(?<!\D)\D+$/g, '')
  if (isTwoWays(digits)) return 'two-ways'
  return /^\d+[.,]\d{3,}$/.test(digits) ? 'decimals' : null
}

/** A price as it is written with its unit: the number, and the currency if it names one. */
export interface UnitPrice {
  readonly value: number | ProblemCode
  readonly currency: CurrencyId | null
  /** True if it says more than a price: that the car costs so much at least, or units that only probably are dollars. */
  readonly isAssumed: boolean
}

/** The car may cost more. */
const atLeast = /^(?:ціна |цена )?(?:від|от|from|ab|od)$/iu

const longestUnitPrice = 40
const unitPrice = new RegExp(
  `^(\\D*?)\\s*(\\d(?:[\\d\\s.,'’]*\\d)?)\\s*(?:(${scaleWords})(?!\\p{L})\\.?)?\\s*(\\D*)$`,
  'iu',
)

/**
 * Reads a price with its unit before or behind it: `15 500 $`, `USD 15500`, `400 тис. грн`. Null if the cell is none:
 * it has no unit, or words that name no currency.
 */
export function readUnitPrice(cell: string, decimalMark: '.' | ','): UnitPrice | null {
  const trimmed = withDecimals(visible(cell))
  const parts = trimmed.length > longestUnitPrice ? null : unitPrice.exec(trimmed)
  if (!parts) return null
  const [, before = '', digits = '', scale, behind = ''] = parts
  const said = [before, behind].map((unit) => unit.trim()).filter((unit) => unit !== '')
  const units = said.filter((unit) => !atLeast.test(unit))
  const named = new Set(units.map((unit) => currencyOf(unit)))
  if (named.has(undefined) || named.size > 1 || (said.length === 0 && scale === undefined)) return null
  const [currency = null] = named
  const isAssumed = units.length < said.length || units.some((unit) => areUnits(unit))
  return { value: scaledPrice(digits, scaleOf(scale), decimalMark), currency, isAssumed }
}

/**
 * The price in whole hundredths of its currency: `15,5 тис.` is 15500. The mark of a file does not say whether
 * `1.130 млн` is above a million or a thousand of them.
 */
function scaledPrice(digits: string, scale: number, decimalMark: '.' | ','): number | ProblemCode {
  if (scale > 1 && isTwoWays(digits)) return 'not-a-number'
  const price = carefulPrice(digits, decimalMark)
  if (typeof price !== 'number') return price ?? 'not-a-number'
  const value = Math.round(price * 100 * scale) / 100
  return value > largestPrice ? 'number-too-large' : value
}

/** Reading of a cell that may be any kind of number; `otherwise` if it is none of these. */
function commonReading(cell: string, bare: string, otherwise: ProblemCode): Scan {
  if (bare.includes('\0')) return 'nul-byte'
  if (cell.trim() === '' || isNoValue(cell)) return null
  if (scientific.test(bare)) return 'scientific-notation'
  return isNegative(bare) ? 'negative' : otherwise
}
