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
export function availabilityOf(cell: string): 0 | 1 | undefined {
  const bare = cell.trim().replace(address, '')
  const folded = foldName(bare)
  if (here.has(folded)) return 1
  if (away.has(folded)) return 0
  const count = amountIn(bare)
  if (count === null || Math.abs(count) > mostCars) return undefined
  return count >= 1 ? 1 : 0
}
