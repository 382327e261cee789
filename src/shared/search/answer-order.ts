import { readMoment } from '../time/service-time.ts'

export type Direction = 'rising' | 'falling'
export type Measure = 'price' | 'year' | 'date' | 'mileage'

/** Measures that `order_by` sorts by. */
const measures: Readonly<Record<string, Measure>> = {
  2: 'price',
  3: 'price',
  5: 'year',
  6: 'year',
  7: 'date',
  8: 'date',
  12: 'mileage',
  13: 'mileage',
}

/** Numbers of `order_by`: 0 is by relevance. */
export const orderNumbers: readonly string[] = ['0', ...Object.keys(measures)]

/** The other number by which the same is sorted the other way. */
const opposites: Readonly<Record<string, string>> = {
  2: '3',
  3: '2',
  5: '6',
  6: '5',
  7: '8',
  8: '7',
  12: '13',
  13: '12',
}

/**
 * As clients of the service agree on it. They don't for year and mileage (docs/service/practice.md, "more search
 * parameters"): an answer has to show it.
 */
const agreed: Directions = { 2: 'rising', 3: 'falling', 7: 'falling', 8: 'rising' }

/** Directions in which the values of `order_by` sort, as far as it is known. */
export type Directions = Readonly<Record<string, Direction>>

export const measureOf = (orderBy: string): Measure | undefined => measures[orderBy]

/** Direction of an order: as an answer has shown, or as clients agree; undefined without either. */
export const directionOf = (orderBy: string, seen: Directions): Direction | undefined =>
  seen[orderBy] ?? agreed[orderBy]

/** Number of the order that sorts so; the first of the two where no answer has shown it yet. */
export function orderOf(measure: Measure, direction: Direction, seen: Directions): string {
  const numbers = Object.keys(measures).filter((each) => measures[each] === measure)
  return numbers.find((each) => directionOf(each, seen) === direction) ?? numbers[0] ?? ''
}

/** An order was seen to sort this way, so its opposite sorts the other way. */
export function withSeen(seen: Directions, orderBy: string, direction: Direction): Directions {
  const other = opposites[orderBy]
  return {
    ...seen,
    [orderBy]: direction,
    ...(other !== undefined && { [other]: direction === 'rising' ? 'falling' : 'rising' }),
  }
}

/** Values by which adverts are sorted. */
export interface Ordered {
  readonly usd: number | null
  readonly year: number | null
  readonly mileage: number | null
  /** In the service's own form, which sorts as text. */
  readonly addedAt: string
}

const values: Readonly<Record<Measure, (advert: Ordered) => number | null>> = {
  price: ({ usd }) => usd,
  year: ({ year }) => year,
  mileage: ({ mileage }) => mileage,
  date: ({ addedAt }) => readMoment(addedAt)?.getTime() ?? null,
}

/** Steps that must go one way. */
const leastSteps = 2
/** For so many of them one may go the other way: a promotion can be anywhere in a list. */
const share = 4

/** Direction in which these adverts of an answer, in its order, are sorted; undefined without evidence. */
export function seenDirection(orderBy: string, adverts: readonly Ordered[]): Direction | undefined {
  const measure = measureOf(orderBy)
  if (!measure) return undefined
  const known = adverts.map(values[measure]).filter((value) => value !== null)
  const steps = known.slice(1).map((value, at) => Math.sign(value - (known[at] ?? value)))
  const up = steps.filter((step) => step > 0).length
  const down = steps.filter((step) => step < 0).length
  if (up >= leastSteps && up >= down * share) return 'rising'
  return down >= leastSteps && down >= up * share ? 'falling' : undefined
}
