import { z } from 'zod'
import { dictionary, list, number, root } from './tolerant.ts'

/** A price, or the text `NaN` if too few adverts were counted for it, which comes out as null. */
const price = z.preprocess((value) => (value === 'NaN' ? null : value), number)

/** The answer of GET /auto/average_price (docs/service/lookups.md), in US dollars. It may be closed soon. */
export const averagePriceSchema = root(
  z.looseObject({
    /** Number of adverts that were counted. */
    total: number,
    arithmeticMean: price,
    interQuartileMean: price,
    /** By percentile, `25.0`. */
    percentiles: dictionary(price),
    prices: list(number),
    /** Ids of the adverts that were counted. */
    classifieds: list(number),
  }),
)
