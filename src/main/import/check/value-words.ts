import type { Operation } from '#shared/batch/operation.ts'
import type { CurrencyId } from '#shared/batch/currency.ts'
import { foldName } from '../columns/name-folding.ts'
import { availabilityOf } from './availability-words.ts'

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
