/** Backslashes in a row that are spelt alike: `\\`, `%5C` and `\\u005c` are of different escapings. */
export interface Run {
  readonly count: number
  /** The length of each as it is spelt. */
  readonly spelt: number
  readonly before: Run | null
  /** With all that are before. */
  readonly total: number
  /** That of all of them as they are spelt. */
  readonly length: number
}

const run = (count: number, spelt: number, before: Run | null): Run => ({
  count,
  spelt,
  before,
  total: count + (before?.total ?? 0),
  length: count * spelt + (before?.length ?? 0),
})

export const longer = (waiting: Run | null, spelt: number): Run =>
  waiting?.spelt === spelt ? run(waiting.count + 1, spelt, waiting.before) : run(1, spelt, waiting)

/**
 * The backslashes before a code point without its own. An odd number is one of its own and pairs, of which each stood
 * for one; an even number is JSON in JSON.
 */
export function withoutOwn({ count, spelt, before }: Run): Run | null {
  let odd = count
  while (odd % 2 === 0) odd /= 2
  return odd === 1 ? before : run(odd >> 1, spelt, before)
}
