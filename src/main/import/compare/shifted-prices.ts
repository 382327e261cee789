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

/** So many changed prices at least, and this share of them, are those of other rows when a column was sorted alone. */
const leastShuffled = 5
const shuffledShare = 0.95
/** Prices that change places make no sum larger; those that are meant mostly do. */
const mostDrift = 0.05

/**
 * The rows whose changed prices are those that other changed rows have now, each once, as a column leaves them that was sorted alone; empty if most
 * are prices of their own.
 */
export function shuffledRows(rows: readonly PricedRow[]): readonly ShiftedPrice[] {
  const changed = rows.filter(isChanged)
  if (changed.length < leastShuffled) return []
  const byPrice = Map.groupBy(changed, ({ own, live }) => (typeof own === 'number' ? own : live))
  const found = changed.flatMap((row): ShiftedPrice[] => {
    const other = byPrice.get(row.price)?.pop()
    return other ? [{ row, other }] : []
  })
  const moves = changed.map(({ price, own, live }) => price - (typeof own === 'number' ? own : live))
  const drift = Math.abs(moves.reduce((sum, move) => sum + move, 0))
  const moved = moves.reduce((sum, move) => sum + Math.abs(move), 0)
  const prices = new Set(found.map(({ row }) => row.price))
  return found.length >= changed.length * shuffledShare &&
    drift <= moved * mostDrift &&
    prices.size >= leastMore
    ? found
    : []
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
