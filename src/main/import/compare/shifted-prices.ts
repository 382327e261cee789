import { leastMore, longestRun, type Slipped, type Whose } from './longest-run.ts'

/** A row of a file with the price that its advert has now. A price that slips without its currency is the same number. */
export interface PricedRow {
  readonly line: number
  readonly title: string
  readonly price: number
  /** In the row's currency. */
  readonly live: number
  readonly currency: number
  /** In the advert's own. */
  readonly own: string | number | undefined
}

/** A row with the price that the advert of another row has now. */
type ShiftedPrice = Slipped<PricedRow>

/** In a longer file chance finds longer runs. */
const changesPerMore = 1_000
/** So near to the price of another advert, and so far from that of the own one, a price was taken from there and changed. */
const near = 0.03
const far = 0.1
/** Prices that all move by one amount, or by one share, are meant. */
const oneShare = 0.01

/**
 * The longest run of rows most of whose changed prices are what the neighbouring row's advert costs now, or nearly, always that above or
 * always that below; empty if there is none. Prices that are all raised or lowered by one amount or share are meant, though they may
 * look so in a list with equal steps.
 */
export function shiftedRun(rows: readonly PricedRow[]): readonly ShiftedPrice[] {
  const least = rows.filter(isChanged).length / changesPerMore
  const run = longestRun(rows, least, whosePrice)
  const moves = run.map(({ row }) => row.price - row.live)
  const shares = run.map(({ row }) => row.price / row.live)
  const prices = new Set(run.map(({ row }) => row.price))
  const isMeant = new Set(moves).size === 1 || Math.max(...shares) / Math.min(...shares) < 1 + oneShare
  return isMeant || prices.size < leastMore ? [] : run
}

function whosePrice(row: PricedRow, other: PricedRow | undefined): Whose {
  if (!isChanged(row)) return null
  if (other?.live === row.price || other?.own === row.price) return 'other'
  const isNear = other !== undefined && apart(row.price, other.live) <= near
  if (isNear && apart(row.price, row.live) <= far) return null
  return isNear ? 'other' : 'own'
}

const apart = (price: number, old: number): number => Math.abs(price - old) / old

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
