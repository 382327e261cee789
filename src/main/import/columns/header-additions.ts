import { currencies, type CurrencyId, currencyIds } from '#shared/batch/currency.ts'
import type { FieldKind } from '#shared/batch/write-fields.ts'
import type { Constants } from '#shared/import/column-map.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { foldName } from './name-folding.ts'

const folded = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => foldName(list).split(' ')))

/** Additions to a column's name that change nothing of its meaning: where the value is shown, and of what. */
const additions = folded(
  'in of for the on a car cars vehicle auto advert ad listing site website web online current actual required optional',
  'в у на для за до авто автомобіля автомобіль тз оголошення сайту сайті сайт інтернету поточна актуальна обовязково',
  'автомобиля автомобиль тс объявления сайта сайте интернета текущая актуальная обязательно',
  'ua ukr укр українською українська ru rus рос російською рус русском на',
  'für auf der die das des im fahrzeug fahrzeugs autos kfz pkw anzeige inserat webseite aktuell aktuelle aktueller pflichtfeld',
  'dla w na za do pojazd pojazdu samochód samochodu auta ogłoszenie ogłoszenia strony stronie aktualna aktualny wymagane opcjonalne',
)

/**
 * The same with a price: buyers pay it. Taxes count only if they are in it. A “full” or a “sale” price may be the one
 * before a discount or with it.
 */
const priceAdditions = folded(
  'retail selling asking incl including with vat inc',
  'з пдв роздрібна рекомендована продажу продаж у о уо',
  'с ндс розничная рекомендованная продажи продажа у е уе',
  'brutto inkl inklusive mit mwst mw st ust verkauf',
  'z vat sprzedaży detaliczna',
)

/** The same with yes and no. */
const flagAdditions = folded(
  'yes no y n true false 1 0',
  'так ні т н',
  'да нет д н',
  'ja nein j n',
  'tak nie t n',
)

const nothing: ReadonlySet<string> = new Set()
const additionsTo: Readonly<Record<FieldKind, ReadonlySet<string>>> = {
  price: priceAdditions,
  flag: flagAdditions,
  id: nothing,
  currency: nothing,
  text: nothing,
}

/** Currencies as headers name them: `Price, $`, «Ціна в гривнях». */
const currencyWords: Readonly<Record<CurrencyId, ReadonlySet<string>>> = {
  1: folded(
    '$ usd дол долар доларах долари доларів доллар долларах доллары долларов dollar dollars dolar dolarach',
  ),
  2: folded('€ eur євро евро euro euros'),
  3: folded('₴ uah грн гривня гривнях гривні гривень гривна гривнах гривны гривен hryvnia hryvnias'),
}

/** Country of the dollars; alone it is where a car was bought: «Ціна в США». */
const dollarsOfCountry =
  /(?:\bus\s*(?=\$))|(?<=\$)\s*us\b|\bus\s+(?=dollars?\b)|(?<=дол[\p{L}.]{0,12})\s*сша/giu

/** The folded words of a header; a currency's sign counts as a word, and so does each part of `priceUSD`. */
export const headerWords = (header: string): string[] =>
  wordsOf(foldName(header.replace(dollarsOfCountry, ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')))

/** The words of a header that is folded. */
export const wordsOf = (folded: string): string[] =>
  folded
    .replace(/[$€₴]/g, ' $& ')
    .split(/[\s,|+?!<>=«»]+/)
    .filter((word) => word !== '')

const currencyOfWord = (word: string): CurrencyId | undefined =>
  currencyIds.find((currency) => currencyWords[currency].has(word))

/** True if a word of a header only adds to the name of a column of this kind. */
export const isAddition = (word: string, kind: FieldKind): boolean =>
  additions.has(word) ||
  additionsTo[kind].has(word) ||
  (kind === 'price' && currencyOfWord(word) !== undefined)

/** The currency that a header of prices names; null if it names none, or two. */
export function currencyOfHeader(header: string): CurrencyId | null {
  const named = new Set(headerWords(header).flatMap((word) => currencyOfWord(word) ?? []))
  const [only = null] = named
  return named.size === 1 ? only : null
}

/** The currency that the name of the column of prices says: `Price, $`; null if it says none. Of joined columns the first counts. */
export const currencyOfPrices = (mapping: ColumnMapping, header: readonly string[]): CurrencyId | null =>
  currencyOfHeader(header[mapping.indexOf('price')] ?? '')

/** The values of all rows, with the currency of the prices' header if neither they nor a column have one. */
export function withHeaderCurrency(
  constants: Constants,
  mapping: ColumnMapping,
  header: readonly string[],
): Constants {
  const currency = currencyOfPrices(mapping, header)
  if (currency === null || constants.currency_id !== undefined || mapping.includes('currency_id'))
    return constants
  return { ...constants, currency_id: currencies[currency] }
}
