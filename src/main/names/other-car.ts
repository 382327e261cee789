import { asideOf } from './asides.ts'
import { foldVehicleName, plainVehicleWords, vehicleWordSpellings } from './fold-vehicle-name.ts'
import type { VehicleCells, VehicleIds } from './vehicle-ids.ts'

/** A car as its advert has it, as far as it is known. */
export interface AdvertCar {
  readonly makeId: number | null
  readonly modelId: number | null
  readonly year: number | null
  readonly title: string
}

/** Names of a car in the cells of a row. */
export interface NamedCar {
  readonly cells: VehicleCells
  readonly year: number | null
}

/** The years in a text of a few words, of a title: `BMW X5 2019`. */
const yearsWithin = (text: string): number[] =>
  (text.match(/(?<!\d)(?:19[5-9]|20[0-4])\d(?!\d)/g) ?? []).map(Number)

/** A car is registered in the year after it was built, or sold as of the next one. */
const yearsApart = 1

/**
 * True if names mean another car than the advert's: another known make or model, or another year. A name that is a part of
 * the advert's title, or has all of it, is the same car in fewer or more words.
 */
export function isOtherCar({ cells, year }: NamedCar, ids: VehicleIds, car: AdvertCar): boolean {
  if (ids.marka_id !== null && car.makeId !== null && ids.marka_id !== car.makeId) return true
  const text = textOf(cells)
  if (ids.model_id === null && isOtherCode(text, car.title)) return true
  if (ids.model_id !== null && car.modelId !== null && ids.model_id !== car.modelId)
    if (!isPart(text, car.title) && !isPart(car.title, text)) return true
  return isOtherYear(year ?? yearsWithin(text).at(-1) ?? null, car)
}

/** A model may have the name of a year (Peugeot 2008): what the title has as well is the same. */
function isOtherYear(year: number | null, car: AdvertCar): boolean {
  const titled = yearsWithin(car.title)
  const known = car.year ?? titled.at(-1) ?? 0
  return year !== null && known > 0 && !titled.includes(year) && Math.abs(year - known) > yearsApart
}

/** A letter and a digit: few generations are called so, and many models. */
const shortCode = /^\p{L}\d$/u
function isShortCode(word: string): boolean {
  const [plain = '', ...more] = plainVehicleWords(word)
  return more.length === 0 && shortCode.test(plain)
}

/** True if a name and a title have different codes for their models, which need not be known then: Audi Q7, Audi Q5. */
function isOtherCode(text: string, title: string): boolean {
  const code = wordsIn(text)[1] ?? ''
  const own = wordsIn(title)[1] ?? ''
  if (!isShortCode(code) || !isShortCode(own)) return false
  return !isIn(code, title) && !isIn(own, text)
}

/** True if a text has no word of an advert's title, for names that nothing else is known of. */
export function sharesNoWord({ cells }: NamedCar, { title }: AdvertCar): boolean {
  const isSaid = (word: string): boolean => isShortCode(word) || !isAside(word)
  const words = wordsIn(textOf(cells)).filter(isSaid)
  if (words.length === 0 || nameWords(title).length === 0) return false
  if (foldVehicleName(title).includes(foldVehicleName(words.join(' ')))) return false
  return !words.some((word) => isIn(word, title))
}

/** The names as a person reads them. */
export const textOf = (cells: VehicleCells): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ')

/** True if nothing of a word may belong to a model's name. */
const isAside = (word: string): boolean => plainVehicleWords(word).every((plain) => asideOf(plain) !== null)

/** Words that may name a model: a code of letters and digits is one (Audi Q5), though it may be a generation's. */
const isNameWord = (word: string): boolean =>
  !isAside(word) ||
  plainVehicleWords(word).some((plain) => asideOf(plain) === 'generation' && /\d/.test(plain))

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const nameWords = (text: string): string[] => wordsIn(text).filter(isNameWord)

/**
 * True if a whole has all words of a name. The second is the model's, be it a year (Peugeot 2008) or an engine's index
 * (BMW 320d).
 */
function isPart(text: string, whole: string): boolean {
  const words = wordsIn(text).filter((word, at) => at === 1 || isNameWord(word))
  const found = new Set(plainVehicleWords(whole))
  return words.length > 0 && words.every((word) => spellingsIn(word, found, kinds).every(Boolean))
}

const isIn = (word: string, whole: string): boolean =>
  spellingsIn(word, new Set(plainVehicleWords(whole))).some(Boolean)

/** Words that distinguish no models of a make, and are left away: `GLE 350 d Coupe`. */
const kinds: ReadonlySet<string> = new Set(plainVehicleWords('class series'))

/** True for each part of a word that is among others: `E-Class` has two. */
const spellingsIn = (
  word: string,
  others: ReadonlySet<string>,
  left: ReadonlySet<string> = new Set(),
): boolean[] =>
  vehicleWordSpellings(word)
    .map((spellings) => [...spellings])
    .filter((spellings) => !spellings.some((each) => left.has(each)))
    .map((spellings) => spellings.some((each) => others.has(each)))

/** Words of a text that are the first two of a title: its make and its model. */
export function foundWords(text: string, title: string): { readonly make: boolean; readonly model: boolean } {
  const [make = '', model = ''] = nameWords(title)
  return { make: make !== '' && isIn(make, text), model: model !== '' && isIn(model, text) }
}
