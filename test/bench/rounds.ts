import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from './figure.ts'

setFlagsFromString('--expose-gc')
/** Nobody pays for what another left behind. */
export const collect = runInNewContext('gc') as () => void

/** Something to measure, by its name; a number that it answers is its own measure of its time, in ms. */
export type Contender = readonly [name: string, run: () => Promise<unknown>]

/**
 * Runs every contender once a round, in turn, so that a slow spell of the machine meets them all, after one round that
 * isn't counted. Garbage is collected before each turn and outside of its time.
 * @returns milliseconds of every round by name; seven rounds or more make a median
 */
export async function allRounds(
  count: number,
  contenders: readonly Contender[],
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(contenders.map(([name]) => [name, []]))
  for (let round = 0; round <= count; round++)
    for (const [name, run] of contenders) {
      collect()
      const start = performance.now()
      const own = await run()
      const taken = performance.now() - start
      if (round > 0) times.get(name)?.push(typeof own === 'number' ? own : taken)
    }
  return times
}

/** @returns milliseconds by name: the median of the rounds */
export async function rounds(count: number, contenders: readonly Contender[]): Promise<Map<string, number>> {
  const times = await allRounds(count, contenders)
  return new Map(Array.from(times, ([name, values]) => [name, median(values)]))
}

/** How many times as long as `base` one took, round by round: both met the same spell of the machine. */
export const ratios = (times: ReadonlyMap<string, readonly number[]>, name: string, base: string): number[] =>
  (times.get(name) ?? []).map((value, round) => value / (times.get(base)?.[round] ?? Number.NaN))
