import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import { fourCells, fourIds } from '../sandbox/vehicles/four-ids.ts'

/** The whole stock as a file: the same cars by their numbers, with other prices in each file. */
export interface StockFile {
  /** Its place among all files of a world by the date in its name. */
  readonly rank: number
  readonly cars: number
}

const placeOf = (car: number): number => 60 + 30 * car
const firstPrice = 50_000
const perFile = 100

export const mostCars = 5
export const stockNumber = (car: number): string => `K${car}`

export const stockFileName = ({ rank }: StockFile): string =>
  `stock 2026-${String(Math.floor(rank / 28) + 1).padStart(2, '0')}-${String((rank % 28) + 1).padStart(2, '0')}.csv`

export const stockFileText = ({ rank, cars }: StockFile): string =>
  `No;marka_id;model_id;base_id;equip_id;currency;price\n${Array.from(
    { length: cars },
    (_, car) =>
      `${stockNumber(car)};${fourCells(placeOf(car), ';')};USD;${firstPrice + rank * perFile + car}\n`,
  ).join('')}`

/** Which file a price comes from. */
export const rankOf = (price: number): number => Math.floor((price - firstPrice) / perFile)

/** Which car of stock files a create made; null for any other. */
export function carOf({ method, params }: LedgerEntry): number | null {
  if (method !== 'POST') return null
  const car = Array.from({ length: mostCars }, (_, at) => at).find((at) =>
    Object.entries(fourIds(placeOf(at))).every(([name, id]) => params[name] === String(id)),
  )
  return car ?? null
}
