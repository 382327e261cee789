import { foldedNames, foldName } from './name-folding.ts'

/** Names of columns that say whether a car is new. */
const conditionNames = foldedNames(
  'condition, vehicle condition, car condition, new used, new/used, type of car, category, vehicle category',
  'zustand, fahrzeugzustand, kategorie, fahrzeugkategorie, fahrzeugart, stan, stan pojazdu, kategoria',
  'стан, стан авто, стан автомобіля, тип авто, новий/вживаний, категорія, категорія авто',
  'состояние, состояние авто, новый/бу, категория, категория авто',
)

const usedWords = foldedNames(
  'used, used car, used cars, pre-owned, preowned, second hand, secondhand, używany, używane, używana',
  'gebraucht, gebrauchtwagen, gebrauchtfahrzeug, gebrauchte',
  'б/в, б.в., бв, вживаний, вживана, вживане, вживані, вживане авто, вживані авто, уживаний, уживане',
  'з пробігом, авто з пробігом, автомобілі з пробігом, був у користуванні',
  'б/у, б.у., бу, подержанный, подержанная, подержанное, с пробегом, авто с пробегом, автомобили с пробегом',
)

/** Names of columns that say how far a car was driven, with its unit: not how far until the service, or under warranty. */
const mileageName =
  /^(?:пробіг|пробег|одометр|mileage|odometer|miles|kilomet(?:er|re)s|kilometerstand|km[ -]?stand|laufleistung|przebieg)(?:\s+авто\p{L}*)?[\s,.(_]*(?:in\s+)?(?:тис|тыс|tys|tsd|k)?[\s.]*(?:км|km|кілометр\p{L}*|километр\p{L}*|mi|miles?|мил\p{L}*)?[\s).]*$/iu

const distance = /^(\d{1,3}(?:[\s.,'’]\d{3})+|\d+(?:[.,]\d)?)\s*(тис|тыс|tys|tsd|k\b)?/iu
const inThousands = /тис|тыс|tys|tsd|thousand|\bk\s?(?:km|mi)/iu
const inMiles = /(?<!\p{L})mi(?:les?)?(?!\p{L})|(?<!\p{L})мил/iu
const kilometresInMile = 1.609

/** So many kilometres are driven before a car is sold as new; more are those of a used one, or of one that was shown. */
const mostKilometres = 1_000

/** Columns in which a row may say that its car is used, counted from 0. */
export const usedColumns = (header: readonly string[]) => ({
  conditions: header.flatMap((name, at) => (conditionNames.has(foldName(name)) ? [at] : [])),
  mileages: header.flatMap((name, at) => (mileageName.test(name.trim()) ? [at] : [])),
})

/** True if a whole cell says that its car is used. */
export const saysUsed = (cell: string): boolean => usedWords.has(foldName(cell.trim()))

/** True if a cell under such a name is more kilometres than a new car has. */
export function isDriven(cell: string, header: string): boolean {
  const [, digits = '', unit] = distance.exec(cell.trim()) ?? []
  const isGrouped = /^\d{1,3}(?:[\s.,'’]\d{3})+$/u.test(digits)
  const amount = Number(isGrouped ? digits.replaceAll(/\D/g, '') : digits.replace(',', '.'))
  const thousands = unit !== undefined || inThousands.test(header) ? 1_000 : 1
  const length = inMiles.test(cell) || inMiles.test(header) ? kilometresInMile : 1
  return amount * thousands * length > mostKilometres
}
