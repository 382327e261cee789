import type { Likes } from './position.ts'

/** The parts of a position that are read besides the rank. */
export interface PositionParts {
  readonly median: boolean
  readonly average: boolean
}

export const usualLikes: Likes = { years: 1, mileage: null, region: false, gearbox: true }

/** Calls of one position: two counts, and up to seven for the median; the average is one more. */
export const rankCalls = 2
export const medianCalls = 7

/** The calls of one position at most. */
export const positionCalls = ({ median, average }: PositionParts): number =>
  rankCalls + (median ? medianCalls : 0) + Number(average)

/** The names of regions and gearboxes are a call each, once a month. */
export const listCalls = ({ region, gearbox }: Likes): number => Number(region) + Number(gearbox)

/** The calls at most that the positions of so many cached adverts take. */
export const bulkCalls = (count: number, likes: Likes, parts: PositionParts): number =>
  count === 0 ? 0 : count * positionCalls(parts) + listCalls(likes)
