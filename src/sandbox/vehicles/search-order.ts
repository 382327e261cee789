import { convert } from '../world/money.ts'
import type { VehicleFacts } from './vehicle.ts'

export type VehicleOrder = (one: VehicleFacts, other: VehicleFacts) => number

const dollars = ({ price, currency }: VehicleFacts): number => convert(price, currency, 1)

const rising =
  (measure: (facts: VehicleFacts) => number): VehicleOrder =>
  (one, other) =>
    measure(one) - measure(other)

const falling =
  (measure: (facts: VehicleFacts) => number): VehicleOrder =>
  (one, other) =>
    measure(other) - measure(one)

/**
 * By `order_by` (docs/service/practice.md, "more search parameters"). Which number of each two rises was not recorded:
 * here the first does, but for the date, which begins with the newest.
 */
const orders: Readonly<Record<number, VehicleOrder>> = {
  2: rising(dollars),
  3: falling(dollars),
  5: rising(({ year }) => year),
  6: falling(({ year }) => year),
  7: falling(({ addedAt }) => addedAt),
  8: rising(({ addedAt }) => addedAt),
  12: rising(({ mileage }) => mileage),
  13: falling(({ mileage }) => mileage),
}

/** The order that the parameter names; undefined for the usual one. */
export const orderBy = (value: number): VehicleOrder | undefined => orders[value]
