import { m } from '#shared/i18n/generated/messages.js'
import { measureOf, type Direction, type Measure } from './answer-order.ts'

const words: Readonly<Record<Measure, Readonly<Record<Direction | 'unknown', () => string>>>> = {
  price: {
    rising: m.search_order_price,
    falling: m.search_order_price_down,
    unknown: m.search_order_price_any,
  },
  year: { rising: m.search_order_year, falling: m.search_order_year_down, unknown: m.search_order_year_any },
  date: { rising: m.search_order_date_down, falling: m.search_order_date, unknown: m.search_order_date_any },
  mileage: {
    rising: m.search_order_mileage,
    falling: m.search_order_mileage_down,
    unknown: m.search_order_mileage_any,
  },
}

/** An order in words: what it sorts by, and which way if that is known. */
export function orderWords(orderBy: string, direction: Direction | undefined): string {
  const measure = measureOf(orderBy)
  return measure ? words[measure][direction ?? 'unknown']() : orderBy
}
