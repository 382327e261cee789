import type { ColumnMapping } from '#shared/import/draft.ts'
import { columnNamed } from './column-names.ts'
import { foldedNames, foldName } from './name-folding.ts'

/** Headers for the year of a car; no write takes it. */
const names = foldedNames(
  'рік, рік випуску, рік виробництва, рік вип, модельний рік, рік моделі, рік авто',
  'год, год выпуска, год производства, модельный год, год авто',
  'year, model year, year of manufacture, production year, modelljahr, baujahr, rocznik, rok, rok modelowy, rok produkcji',
)

/** The column of a file that holds the years of the cars; -1 if none does, or two may. */
export function yearColumn(header: readonly string[]): number {
  const found = header.flatMap((name, at) => (names.has(foldName(name)) ? [at] : []))
  return found.length === 1 ? (found[0] ?? -1) : -1
}

const plainYear = /^((?:19|20)\d\d)(?:\.0|\s*(?:р|г|рік|год|р\.?\s?в|г\.?\s?в)\.?)?$/iu
/** `01.01.2024`, `01/2024`, `2024-01-01 00:00:00`. */
const dayOfYear =
  /^(?:(?:\d{1,2}[./-]){1,2}((?:19|20)\d\d)|((?:19|20)\d\d)[./-]\d\d?(?:[./-]\d\d?)?)(?:[ T].*)?$/u

/** Year of the days that a sheet shows for numbers of years, because it counts from the end of 1899; no car is so old. */
const yearOfNumbers = 1905
const dayMs = 24 * 60 * 60 * 1_000

/** The year in a cell, `2024`, `2024 р.` or a day of it, as sheets show one; null for anything else. */
export function yearIn(text: string): number | null {
  const cell = text.trim()
  const [, plain] = plainYear.exec(cell) ?? []
  const [, ofDay, ofMonth] = (plain === undefined ? dayOfYear.exec(cell) : null) ?? []
  const year = plain ?? ofDay ?? ofMonth
  if (Number(year) !== yearOfNumbers) return year === undefined ? null : Number(year)
  const days = (Date.parse(cell) - Date.UTC(1899, 11, 30)) / dayMs
  return Number.isInteger(days) ? days : null
}

/** Headers of columns that hold a car's make and model in one text, such as its title. */
const titles = foldedNames(
  'vehicle, car, title, advert, ad title, vehicle title, car title, vehicle name, car name',
  'model name, description of vehicle, item, item name, product, product name, name',
  'назва, назва авто, назва автомобіля, назва оголошення, заголовок, оголошення, авто',
  'автомобіль, машина, транспортний засіб, тз, найменування, номенклатура, товар',
  'название, название авто, название автомобиля, объявление, автомобиль, тс, наименование',
  'транспортное средство, fahrzeug, titel, bezeichnung, pojazd, samochod, tytuł, nazwa',
)

/** Columns that name one car together, counted from 0; -1 for one that isn't there. */
export interface CarColumns {
  readonly make: number
  readonly model: number
  /** Make and model in one text. */
  readonly together: number
}

/**
 * Finds the columns that show whether a row means the advert of its id.
 * @returns those that are mapped to make and model, null if none is, and names in columns of their own
 */
export function namedCars(
  header: readonly string[],
  mapping: ColumnMapping,
): { readonly mapped: CarColumns | null; readonly others: readonly CarColumns[] } {
  const make = mapping.indexOf('marka_id')
  const model = mapping.indexOf('model_id')
  const both = mapping.indexOf('make_model')
  const hasMapped = make >= 0 || model >= 0 || both >= 0
  const free = header.flatMap((name, index) => (mapping[index] === null ? [{ name, index }] : []))
  const named = (column: 'marka_id' | 'model_id'): number =>
    free.find(({ name }) => columnNamed(name) === column)?.index ?? -1
  const ownMake = named('marka_id')
  const ownModel = named('model_id')
  const texts = free.filter(({ name }) => columnNamed(name) === 'make_model' || titles.has(foldName(name)))
  return {
    mapped: hasMapped ? { make, model, together: make < 0 && model < 0 ? both : -1 } : null,
    others: [
      ...(ownMake >= 0 || (ownModel >= 0 && make >= 0)
        ? [{ make: ownMake >= 0 ? ownMake : make, model: ownModel, together: -1 }]
        : []),
      ...texts.map(({ index }) => ({ make: -1, model: -1, together: index })),
    ],
  }
}

/** The columns of a file that are compared and never sent. */
export const comparedColumns = (header: readonly string[], mapping: ColumnMapping): number[] => {
  const { others: others } = namedCars(header, mapping)
  const all = others.flatMap(({ make, model, together }) => [make, model, together])
  return [...new Set([...all, yearColumn(header)])].filter((index) => index >= 0 && mapping[index] === null)
}
