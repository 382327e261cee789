/** A row of a file with the price that its advert has now. A price that slips without its currency is the same number. */
export interface PricedRow {
  readonly line: number
  readonly title: string
  readonly price: number
  /** In the row's currency. */
  readonly live: number
  /** In the advert's own. */
  readonly own: string | number | undefined
}

/** A row with the price that the advert of the row beside it has now. */
export interface ShiftedPrice {
  readonly row: PricedRow
  readonly other: PricedRow
}

/** So many more changed prices of a run are a neighbour's than are not. */
const leastMore = 4
/** In a longer file chance finds longer runs. */
const changesPerMore = 1_000

/**
 * The longest run of rows most of whose changed prices are what the neighbouring row's advert costs now, always that above or always
 * that below; empty if there is none. Prices that are all raised or lowered by one amount are meant, though they may look so
 * in a list with equal steps.
 */
export function shiftedRun(rows: readonly PricedRow[]): readonly ShiftedPrice[] {
  const changed = rows.filter(isChanged).length
  const least = Math.max(leastMore, changed / changesPerMore)
  const [above, below] = [-1, 1].map((step) => longestRun(rows, step))
  const [run = []] = [above ?? [], below ?? []].toSorted((one, other) => other.length - one.length)
  const moves = new Set(run.map(({ row }) => row.price - row.live))
  const prices = new Set(run.map(({ row }) => row.price))
  return run.length >= least && moves.size > 1 && prices.size >= leastMore ? run : []
}

const isChanged = ({ price, live }: PricedRow): boolean => price !== live

/** The run with the most prices of a neighbour above those that are none. */
function longestRun(rows: readonly PricedRow[], step: number): readonly ShiftedPrice[] {
  let best = { run: [] as readonly ShiftedPrice[], length: 0 }
  let [most, score] = [leastMore - 1, 0]
  let run: ShiftedPrice[] = []
  for (const [at, row] of rows.entries()) {
    if (!isChanged(row)) continue
    const other = rows[at + step]
    if (score === 0) run = []
    if (other?.live === row.price || other?.own === row.price) {
      run.push({ row, other })
      score += 1
    } else score = Math.max(0, score - 1)
    if (score > most) [most, best] = [score, { run, length: run.length }]
  }
  return best.run.slice(0, best.length)
}
