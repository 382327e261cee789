/** A row with the value of its neighbour. */
export interface Slipped<Row> {
  readonly row: Row
  readonly other: Row
}

/** Owner of a row's value: the row itself, or another one; null without evidence. */
export type Whose = 'own' | 'other' | null

/** So many more rows of a run have what is a neighbour's than have what is their own. */
export const leastMore = 4
/** Between rows that are so far apart. Those further than the neighbour need this many more: chance finds more of them. */
const farthest = 3
const moreAfar = 2
/** A row with its own value speaks against a run as much as so many with another's speak for it. */
const ownWeight = 3

/**
 * Longest run of rows with the values of other rows, always of the one as many lines above or below; empty without a
 * run of enough rows.
 * @param least how many more rows of it have what is a neighbour's, if that is more than usual
 */
export function longestRun<Row>(
  rows: readonly Row[],
  least: number,
  whose: (row: Row, other: Row | undefined, apart: number) => Whose,
): readonly Slipped<Row>[] {
  const enough = Math.max(leastMore, least)
  for (let apart = 1; apart <= farthest; apart += 1) {
    const needed = apart === 1 ? enough : enough + moreAfar
    const [low = [], high = []] = [-apart, apart].map((step) => runOf(rows, needed, step, whose))
    const longer = high.length > low.length ? high : low
    if (longer.length > 0) return longer
  }
  return []
}

function runOf<Row>(
  rows: readonly Row[],
  least: number,
  step: number,
  whose: (row: Row, other: Row | undefined, apart: number) => Whose,
): readonly Slipped<Row>[] {
  let best = { run: [] as readonly Slipped<Row>[], length: 0 }
  let most = least
  let score = 0
  let run: Slipped<Row>[] = []
  for (const [at, row] of rows.entries()) {
    const other = rows[at + step]
    const owner = whose(row, other, Math.abs(step))
    if (owner === null) continue
    if (score === 0) run = []
    if (owner === 'other' && other !== undefined) {
      run.push({ row, other })
      score += 1
    } else score = Math.max(0, score - ownWeight)
    if (score >= most) [most, best] = [score + 1, { run, length: run.length }]
  }
  return best.run.slice(0, best.length)
}
