import { collect } from '../rounds.ts'

/** The value below which so large a part of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** A clock that tells ms. */
type Clock = () => number
const wallTime: Clock = () => performance.now()

export const timed = (work: () => unknown, clock = wallTime): number => {
  const from = clock()
  work()
  return clock() - from
}

/** Times of every work in each of the rounds, after one that isn't counted; garbage is collected before each round. */
export function times(rounds: number, works: readonly (() => unknown)[], clock = wallTime): number[] {
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    collect()
    for (const work of works) {
      const took = timed(work, clock)
      if (round > 0) taken.push(took)
    }
  }
  return taken
}
