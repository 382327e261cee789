import type { Operation } from '#shared/batch/operation.ts'
import type { CurrencyId } from '#shared/batch/currency.ts'
import { foldedNames, foldName } from '../columns/name-folding.ts'

/** Words of feeds and exports for a car that is there. */
const here = foldedNames(
  'in stock, instock, available, limited availability, limitedavailability, in store only, instoreonly, online only',
  'в наявності, у наявності, є в наявності, є у наявності, наявний, наявна, наявне, на складі, є на складі',
  'в наличии, есть в наличии, имеется в наличии, на складе, есть на складе',
  'auf lager, lagernd, verfügbar, sofort verfügbar, vorrätig, na stanie, dostępny, dostępna, w magazynie',
)

/** The same of a car that is sold or not there. What is ordered, reserved or on its way may be offered or not: it is asked about. */
const away = foldedNames(
  'out of stock, outofstock, not in stock, not available, unavailable, sold out, soldout, sold, discontinued',
  'немає, нема, немає в наявності, немає у наявності, нема в наявності, не в наявності, відсутній, відсутня, відсутнє',
  'закінчився, немає на складі, продано, проданий, продана, продане, знято з продажу',
  'нет в наличии, отсутствует, нет на складе, продан, снят с продажи, снято с продажи',
  'nicht auf lager, nicht verfügbar, ausverkauft, verkauft',
  'brak, brak na stanie, niedostępny, niedostępna, sprzedany, sprzedana, sprzedane',
)

/** `https://schema.org/InStock`, as pages of shops write it. */
const address = /^https?:\/\/schema\.org\//i

/** `3 шт`, `2.000`, `-1`, `>10`, `10+`. */
const amount =
  /^>?\s*([+\-−–]?\d{1,9})(?:[.,]0{1,3})?\+?\s*(?:шт\.?|штук[аи]?|од\.?|авто|pcs?\.?|pieces?|units?|stk\.?|szt\.?)?$/iu
/** More are no number of cars, but a value that slipped into a column of availability. */
const mostCars = 999

/** The number of cars that a cell says; null if it is no whole number. */
export function amountIn(cell: string): number | null {
  const [, digits] = amount.exec(cell.trim()) ?? []
  return digits === undefined ? null : Number(digits.replace(/^[−–]/, '-'))
}

/**
 * 1 or 0 for a cell that says, in words or as a number of cars, whether a car is in stock. Undefined if it says
 * neither: a car that is reserved or ordered may be meant to stay.
 */
function availabilityOf(cell: string): 0 | 1 | undefined {
  const bare = cell.trim().replace(address, '')
  const folded = foldName(bare)
  if (here.has(folded)) return 1
  if (away.has(folded)) return 0
  const count = amountIn(bare)
  if (count === null || Math.abs(count) > mostCars) return undefined
  return count >= 1 ? 1 : 0
}

const words = <Value>(table: readonly (readonly [Value, string])[]): ReadonlyMap<string, Value> =>
  new Map(
    table.flatMap(([value, names]) => names.split(' ').map((name) => [foldValue(name), value] as const)),
  )

/** The cell as words are compared. Signs stay as they are (folding would drop them); letters are folded like column names. */
export function foldValue(cell: string): string {
  const trimmed = cell.trim()
  const folded = foldName(trimmed)
  return folded === '' ? trimmed : folded
}

const currencyWords = words<CurrencyId>([
  [1, '1 840 USD $ US$ дол дол. долар долари доларів доллар доллары долларов dollar dollars'],
  [2, '2 978 EUR € євро евро euro euros'],
  [3, '3 980 UAH ₴ грн грн. гривня гривні гривень гривна гривны гривен hryvnia hryvnias'],
])

const flagWords = words<0 | 1>([
  [1, '1 yes y true + так є т да есть д істина истина ✓ ✔ ✅ ☑ ja tak'],
  [0, '0 no n false - − – — ні немає н нет хибність ложь ☐ □ ✗ ✘ ❌ nein nie'],
])

const operationWords = words<Operation>([
  [
    'create',
    'create new add insert ins post створити створення додати нове новий создать создание добавить новое новый anlegen dodaj',
  ],
  [
    'edit',
    'edit update upd modify change put змінити зміна оновити редагувати изменить изменение обновить редактировать ändern zmień',
  ],
  [
    'delete',
    'delete del remove withdraw видалити видалення зняти прибрати удалить удаление снять убрать löschen entfernen usuń usunąć',
  ],
])

/** `у.о.` and `у.е.`: units that stand for dollars in the price lists of Ukraine, though no law says so. */
const unitsOfMoney = /^[уy]\.?\s?[оoеe]\.?$|^(?:ум|усл)\.?\s?од?\.?(?:ед\.?)?$/iu

/** True if a cell names such units, of which a person has to say what they are. */
export const areUnits = (cell: string): boolean => unitsOfMoney.test(cell.trim())

/** The currency that a cell names by number, code, sign or word; undefined if it names none. */
export const currencyOf = (cell: string): CurrencyId | undefined =>
  currencyWords.get(cell) ?? currencyWords.get(foldValue(cell)) ?? (areUnits(cell) ? 1 : undefined)

/** 1 or 0 for a cell that says yes or no in one of five languages; undefined if it says neither. */
export const flagOf = (cell: string): 0 | 1 | undefined =>
  flagWords.get(cell) ?? flagWords.get(foldValue(cell))

/** The same of a cell of `in_stock`, which may say it by its availability or as a number of cars. */
export const stockFlagOf = (cell: string): 0 | 1 | undefined => availabilityOf(cell) ?? flagOf(cell)

/** The operation that a cell of the column `action` names; undefined if it names none. */
export const operationOf = (cell: string): Operation | undefined =>
  operationWords.get(cell) ?? operationWords.get(foldValue(cell))
