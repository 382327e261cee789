import { fieldsOf } from '#shared/batch/field-lists.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { foldedNames, foldName } from './name-folding.ts'

/** Longer cells are texts. */
const longestWord = 40

const words = foldedNames(
  'sold, sold out, verkauft, sprzedane, sprzedany, sprzedana',
  'продано, проданий, продана, продане, реалізовано, знято з продажу, продан, продана, продано, реализовано, снято с продажи',
)

/** The day of the sale, and signs. */
const afterSold = /[\s!.,;:()*-]*(?:\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?)?[\s!.,;:()*-]*$/u

/** True if a whole cell says that its car is sold, be it with the day. */
export const isSold = (cell: string): boolean =>
  words.has(foldName(cell.slice(0, longestWord).replace(afterSold, '').trim()))

const soldWord = '(?:продан[оаіий]{1,2}|реалізовано|реализовано|sold|verkauft|sprzedan[yea])'
const withinTitle = new RegExp(`(?<!\\p{L})${soldWord}(?!\\p{L})`, 'iu')
const atBeginning = new RegExp(`^[^\\p{L}\\d]*${soldWord}\\s*(?:[!.,:;–—]|$)`, 'iu')

/** True if the name of a car says that it is sold: `BMW X5 (SOLD)`. */
export const isTitleOfSold = (title: string): boolean => withinTitle.test(title)

/** True if a text for buyers begins with the word that its car is sold. */
export const isTextOfSold = (text: string): boolean => atBeginning.test(text)

const date = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)(?:[ T].*)?$/

/** True if a cell is the day of something, as of a sale. */
export const isDay = (cell: string): boolean => date.test(cell)

const saleDayNames = foldedNames(
  'sold date, date sold, sold at, sold on, sale date, date of sale, verkaufsdatum, verkauft am, data sprzedaży',
  'дата продажу, продано дата, дата реалізації, дата продажи, дата реализации',
)

/** True if a header names the day on which a car was sold. */
export const namesSaleDay = (header: string): boolean => saleDayNames.has(foldName(header))

const amountNames = foldedNames(
  'quantity, qty, stock quantity, available quantity, on hand, units, menge, anzahl, bestand, lagerbestand, ilość, liczba sztuk',
  'кількість, к-сть, кіл-сть, залишок, залишки, вільний залишок, кількість на складі',
  'количество, кол-во, к-во, остаток, остатки, свободный остаток, количество на складе',
)

/** True if a header names the number of cars that there are. */
export const namesAmount = (header: string): boolean =>
  amountNames.has(foldName(header.replace(/,?\s*(?:шт|pcs|stk|szt)\.?$/iu, '')))

/** Names of columns that say what became of a car. */
const stateNames = foldedNames(
  'status, state, sale status, stock status, vehicle status, статус, статус авто, статус продажу, стан продажу, етап',
  'статус продажи, состояние продажи, этап, verkaufsstatus, stan, stan sprzedaży',
)

/** Names of the state in the app's own tables. */
const ownStateNames = foldedNames('state, state now, стан, стан зараз')

/** True if a column is the state of the adverts in the app's own export, which has all fields of an edit. */
export const isOwnState = (name: string, mapping: ColumnMapping): boolean =>
  ownStateNames.has(foldName(name)) && fieldsOf('edit').every((field) => mapping.includes(field))

/** Columns without a field, counted from 0, that are called so. */
export const stateColumns = (header: readonly string[], mapping: ColumnMapping): number[] =>
  header.flatMap((name, index) =>
    (mapping[index] ?? null) === null && stateNames.has(foldName(name)) && !isOwnState(name, mapping)
      ? [index]
      : [],
  )

/** A list of a few short words. */
const mostWords = 8

/** True if cells say of some cars that they are sold, in a few words that repeat. */
export const sayWhichAreSold = (cells: readonly string[]): boolean =>
  cells.some(isSold) &&
  new Set(cells.map((cell) => (isSold(cell) ? '' : cell))).size <= mostWords &&
  cells.every((cell) => cell.length <= longestWord)

const soldHeading =
  /^(?:продан|реалізован|реализован|архів|архив|sold|verkauft|sprzedan)\p{L}*(?:\s+\p{L}[\p{L}.]*){0,3}\s*(?:\(?\d{1,4}\)?)?\s*:?$/iu
const saleHeading =
  /наявн|наличи|в продаж|for sale|available|in stock|на складі|на складе|нові\b|новые\b|очіку|ожида|в дороз|в пути|lager|verfügbar|dostępn/iu

/** True if words that stand alone above rows say that these are sold; false if they say that they are for sale, null for neither. */
export function headsSold(words: string): boolean | null {
  if (soldHeading.test(words)) return true
  return saleHeading.test(words) ? false : null
}

const goneName =
  /(?<!\p{L})(?:sold|deleted?|removed?|archived?|продан|реалізован|реализован|видален|удален|архів|архив|verkauft|gelöscht|geloescht|sprzedan|usunięt|usuniet)/iu
const isStill =
  /(?<!\p{L})(?:not|un|не|nicht|nie)[ _-]?(?:sold|deleted?|продан|видален|удален|verkauft|gelöscht|sprzedan)/iu

/** True if the name of a sheet, or of a list in a document, says that its cars are sold or deleted. */
export function namesGone(name: string): boolean {
  const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
  return goneName.test(words) && !isStill.test(words)
}
