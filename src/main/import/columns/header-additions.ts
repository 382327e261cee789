import { type CurrencyId, currencyIds } from '#shared/batch/currency.ts'
import type { FieldKind } from '#shared/batch/write-fields.ts'
import { foldName } from './name-folding.ts'

const folded = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => foldName(list).split(' ')))

/** What people write beside a column's name that changes nothing of its meaning: where the value is shown, and of what. */
const additions = folded(
  'in of for the on a car cars vehicle auto advert ad listing site website web online current actual required optional',
  'в у на для за до авто автомобіля автомобіль тз оголошення сайту сайті сайт інтернету поточна актуальна обовязково',
  'автомобиля автомобиль тс объявления сайта сайте интернета текущая актуальная обязательно',
  'ua ukr укр українською українська ru rus рос російською рус русском на',
)

/** The same beside a price: what it is the price for. Taxes count only if they are in it. */
const priceAdditions = folded(
  'retail sale selling asking full incl including with vat us inc',
  'з пдв роздрібна продажу повна разом сша у о уо',
  'с ндс розничная продажи полная у е уе',
)

/** The same beside yes and no. */
const flagAdditions = folded('yes no y n true false 1 0', 'так ні т н', 'да нет д н')

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
  1: folded('$ usd us$ дол долар доларах долари доларів доллар долларах доллары долларов dollar dollars'),
  2: folded('€ eur євро евро euro euros'),
  3: folded('₴ uah грн гривня гривнях гривні гривень гривна гривнах гривны гривен hryvnia hryvnias'),
}

/** The folded words of a header; a currency's sign is one of its own, and so is each word of `priceUSD`. */
export const headerWords = (header: string): string[] =>
  wordsOf(foldName(header.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')))

/** The words of a header that is folded. */
export const wordsOf = (folded: string): string[] =>
  folded
    .replace(/[$€₴]/g, ' $& ')
    .split(/[\s,|+?!<>=«»]+/)
    .filter((word) => word !== '')

const currencyOfWord = (word: string): CurrencyId | undefined =>
  currencyIds.find((currency) => currencyWords[currency].has(word))

/** Whether a word of a header only adds to the name of a column of this kind. */
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
