/** A row with the value of its neighbour. */
export interface Slipped<Row> {
  readonly row: Row
  readonly other: Row
}

/** Owner of a row's value: the row itself, or another one; null without evidence. */
export type Whose = 'own' | 'other' | null

/** So many more rows of a run have what is a neighbour's than have what is their own. */
export const leastMore = 4

/**
 * Longest run of rows with the values of their neighbours, always the one above or always the one below; empty without
 * a run of enough rows.
 * @param least how many more rows of it have what is a neighbour's, if that is more than usual
 */
export function longestRun<Row>(
  rows: readonly Row[],
  least: number,
  whose: (row: Row, other: Row | undefined) => Whose,
): readonly Slipped<Row>[] {
  const runs = [-1, 1].map((step) => runOf(rows, Math.max(leastMore, least), step, whose))
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? []
}

function runOf<Row>(
  rows: readonly Row[],
  least: number,
  step: number,
  whose: (row: Row, other: Row | undefined) => Whose,
): readonly Slipped<Row>[] {
  let best = { run: [] as readonly Slipped<Row>[], length: 0 }
  let [most, score] = [least, 0]
  let run: Slipped<Row>[] = []
  for (const [at, row] of rows.entries()) {
    const other = rows[at + step]
    const owner = whose(row, other)
    if (owner === null) continue
    if (score === 0) run = []
    if (owner === 'other' && other !== undefined) {
      run.push({ row, other })
      score += 1
    } else score = Math.max(0, score - 1)
    if (score >= most) [most, best] = [score + 1, { run, length: run.length }]
  }
  return best.run.slice(0, best.length)
}
