/** One measured value. Ratios of one run compare; absolute times don't travel to another machine. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The least and the most of the rounds, in the same unit: how far the value can be trusted. */
  readonly spread?: readonly [least: number, most: number]
  /** The most (or, with `atLeast`, the least) that the house allows, or words where that isn't one number. */
  readonly goal?: number | string
  readonly atLeast?: boolean
}

export interface Bench {
  readonly name: string
  run(): Promise<Figure[]>
}

/** The middle of the values: one slow round doesn't move it. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** What was measured over several rounds, as a figure's value and spread. */
export const measured = (values: readonly number[]): Pick<Figure, 'value' | 'spread'> => ({
  value: median(values),
  spread: [Math.min(...values), Math.max(...values)],
})

/** Null where nothing was asked for, or nothing that a number can meet. */
export function meetsGoal({ value, goal, atLeast }: Figure): boolean | null {
  if (typeof goal !== 'number') return null
  return atLeast ? value >= goal : value <= goal
}
