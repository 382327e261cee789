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

/** The year in a cell, `2024` or `2024 р.`; null for anything else. */
export function yearIn(text: string): number | null {
  const [, year] = /^((?:19|20)\d\d)(?:\.0|\s*(?:р|г|рік|год)\.?)?$/iu.exec(text.trim()) ?? []
  return year === undefined ? null : Number(year)
}
