import {
  decimalDigits,
  isNegative,
  isTwoWays,
  scaleOf,
  scaleWords,
  withoutThousandMarks,
} from '../words/number-text.ts'

/** Numbers that filters take: an id, a year, a sum of money, thousands of kilometres, or another measure. */
export type NumberKind = 'whole' | 'year' | 'price' | 'mileage' | 'number'
export type FilterProblem =
  | 'not-a-number'
  | 'not-whole'
  | 'two-ways'
  | 'negative'
  | 'year'
  | 'mileage'
  | 'too-large'
  | 'not-a-moment'
  | 'not-begun'

/** The largest number that any filter takes; the service gives no bounds. */
const largest = 1e12
/** Thousands of kilometres that no car has run: kilometres are meant. */
const mostMileage = 2_000
const firstYear = 1900
const lastYear = 2100

/** Reads a number as people write it: `20 000`, `1,4`, a price also as `20,000` or `20 тис`. */
export function readFilterNumber(kind: NumberKind, text: string): number | FilterProblem {
  const bare = withoutThousandMarks(text.trim())
  if (isNegative(bare)) return 'negative'
  const reading = readers[kind](bare)
  return typeof reading === 'number' && reading > largest ? 'too-large' : reading
}

type Reader = (bare: string) => number | FilterProblem

/** With a decimal comma or point; three digits behind a mark are thousands only where `groups` says so. */
function readDecimal(bare: string, groups: boolean): number | FilterProblem {
  if (!groups && isTwoWays(bare)) return 'two-ways'
  const digits = decimalDigits(bare, '.') ?? decimalDigits(bare, ',')
  return digits === null ? 'not-a-number' : Number(digits)
}

const scaled = new RegExp(`^(.*\\d)\\s*(${scaleWords})\\.?$`, 'iu')

const readWhole: Reader = (bare) => {
  if (/^\d+$/.test(bare)) return Number(bare)
  return typeof readDecimal(bare, false) === 'number' ? 'not-whole' : 'not-a-number'
}

const readers: Readonly<Record<NumberKind, Reader>> = {
  whole: readWhole,
  year(bare) {
    const year = readWhole(bare)
    // The service takes 0 as any year.
    return typeof year === 'string' || year === 0 || (year >= firstYear && year <= lastYear) ? year : 'year'
  },
  price(bare) {
    const [, digits = bare, scale] = scaled.exec(bare) ?? []
    const price = readDecimal(digits, scale === undefined)
    return typeof price === 'number' ? Math.round(price * 100 * scaleOf(scale)) / 100 : price
  },
  mileage(bare) {
    const thousands = readDecimal(bare, false)
    return typeof thousands === 'number' && thousands > mostMileage ? 'mileage' : thousands
  },
  number: (bare) => readDecimal(bare, false),
}
