import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Nobody pays for what another left behind. */
export const collect = runInNewContext('gc') as () => void

/** Something to measure, by its name. */
export type Contender = readonly [name: string, run: () => Promise<unknown>]

/**
 * Does every work once a round, in turn, so that a slow spell of the machine meets them all, after one round that isn't
 * counted.
 * @returns what each of them answered, by its place; seven rounds or more make a median
 */
export async function inTurn<Answer>(
  count: number,
  works: readonly (() => Promise<Answer>)[],
): Promise<Answer[][]> {
  const answers = works.map((): Answer[] => [])
  for (let round = 0; round <= count; round++)
    for (const [at, work] of works.entries()) {
      const answer = await work()
      if (round > 0) answers[at]?.push(answer)
    }
  return answers
}

/**
 * Runs every contender in turn. Garbage is collected before each turn and outside of its time.
 * @returns milliseconds of every round by name
 */
export async function allRounds(
  count: number,
  contenders: readonly Contender[],
): Promise<Map<string, number[]>> {
  const timed = (run: () => Promise<unknown>) => async (): Promise<number> => {
    collect()
    const start = performance.now()
    await run()
    return performance.now() - start
  }
  const times = await inTurn(
    count,
    contenders.map(([, run]) => timed(run)),
  )
  return new Map(contenders.map(([name], at) => [name, times[at] ?? []]))
}

/** How many times as much as the base, round by round: both met the same spell of the machine. */
export const against = (values: readonly number[], base: readonly number[]): number[] =>
  values.map((value, round) => value / (base[round] ?? Number.NaN))

/** How many times as long as `base` one took. */
export const ratios = (times: ReadonlyMap<string, readonly number[]>, name: string, base: string): number[] =>
  against(times.get(name) ?? [], times.get(base) ?? [])
