import { z } from 'zod'
import { type CurrencyId, priceIn, type Prices } from '../batch/currency.ts'

/** Traits that make an advert like another one, besides make and model. */
export const likesSchema = z.object({
  /** Years of manufacture before and after its own; null = any year. */
  years: z.int().min(0).max(50).nullable(),
  /** Thousands of kilometres below and above its own; null = any mileage. */
  mileage: z.int().min(0).max(1_000).nullable(),
  region: z.boolean(),
  gearbox: z.boolean(),
})
export type Likes = z.infer<typeof likesSchema>

/** Facts that a position lacks, because the record or the service lacks them. */
export const positionCaveats = ['region', 'gearbox', 'mileage', 'years', 'median', 'average', 'few'] as const

/** With fewer similar cars a rank says little. */
export const fewLikes = 5

/** Similar cars of which the ids are kept: those of one page, which the count brings along. */
export const mostSimilarIds = 100

const pair = z.tuple([z.string(), z.string()])

/** Position of a price among its likes. */
export const positionSchema = z.object({
  price: z.number(),
  /** 1 USD, 2 EUR, 3 UAH. */
  currency: z.number(),
  /**
   * Number of adverts that are like it, the advert itself among them if it is published and its own price was
   * compared.
   */
  of: z.number(),
  /** Number of them that are cheaper. */
  cheaper: z.number(),
  /** 1 is the cheapest; null if nothing is like it. */
  rank: z.number().nullable(),
  /** In the currency, found by halving, so within some percent; null if it was not asked for or nothing is like it. */
  median: z.number().nullable(),
  /** In US dollars, by the service's own average; null if it was not asked for or the service has none. */
  average: z.number().nullable(),
  /** The filters of the search for its likes. */
  likes: z.array(pair),
  /**
   * Names of the values of `likes`, by the name of the filter: make, model, gearbox, region, as far as the record has
   * them.
   */
  names: z.record(z.string(), z.string()).default({}),
  /** Ids of the cars of `of`, up to `mostSimilarIds`; none if they were read without. */
  ids: z.array(z.number()).default([]),
  caveats: z.array(z.enum(positionCaveats)),
  /** Warnings of the search, in words. */
  warnings: z.array(z.string()),
  calls: z.number(),
  /** ISO 8601. */
  readAt: z.string(),
})
export type Position = z.infer<typeof positionSchema>

/**
 * Median of several prices, rounded as far as it is known: it was found within one percent, and a price is set to it.
 * One price alone has none.
 */
export function medianOfSeveral({ median, of }: Pick<Position, 'median' | 'of'>): number | null {
  return of > 1 && median !== null ? roundedPrice(median) : null
}

/**
 * Number of whole percent by which a price is over the median of similar cars, less than zero if it is under it. Null if the
 * cars are too few, if their median was not read, or if there is no price in its currency.
 */
export function overMedian(
  prices: Prices,
  { median, of, currency }: Pick<Position, 'median' | 'of' | 'currency'>,
): number | null {
  const price = priceIn(prices, currency as CurrencyId)
  if (of < fewLikes || median === null || median <= 0 || price === null) return null
  return Math.trunc(100 * (price / median - 1))
}

/** A sum rounded by a quarter of a percent at most: 39,783 is 39,800, and 1,643,182 is 1,645,000. */
export function roundedPrice(sum: number): number {
  const step = Math.max(1, 10 ** Math.floor(Math.log10(sum)) / 200)
  return Math.round(sum / step) * step
}

/** True if the advert has another price by now than the one that was compared. */
export const isOutdated = (row: Prices, { price, currency }: Pick<Position, 'price' | 'currency'>): boolean =>
  priceIn(row, currency as CurrencyId) !== price
