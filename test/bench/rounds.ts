import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from './figure.ts'

setFlagsFromString('--expose-gc')
/** Nobody pays for what another left behind. */
export const collect = runInNewContext('gc') as () => void

/** Something to measure, by its name. */
export type Contender = readonly [name: string, run: () => Promise<unknown>]

/**
 * Runs every contender once a round, so that a slow spell of the machine meets them all, after one round that isn't
 * counted.
 * @returns milliseconds by name: the median of the rounds
 */
export async function rounds(count: number, contenders: readonly Contender[]): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(contenders.map(([name]) => [name, []]))
  for (let round = 0; round <= count; round++)
    for (const [name, run] of contenders) {
      collect()
      const start = performance.now()
      await run()
      if (round > 0) times.get(name)?.push(performance.now() - start)
    }
  return new Map(Array.from(times, ([name, values]) => [name, median(values)]))
}
