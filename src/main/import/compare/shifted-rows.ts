import type { Shift, Slip } from '#shared/import/draft.ts'
import { type CheckedRow, nothingSaid } from '../check/checked-row.ts'
import { comparedCells } from '../check/named-car.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { leastMore, longestRun, type Slipped, type Whose } from './longest-run.ts'
import { foundWords, textOf } from '../../names/other-car.ts'
import { type Finding, finding } from '../../writes/finding.ts'

/**
 * So many rows that name another car than their advert are no slip of a single row. They must be a tenth of the file,
 * too.
 */
const leastRows = 3
const leastShare = 0.1

/** Number of examples that are reported. */
const mostExamples = 2

/** A row that is found to have what is another row's. */
export interface ShiftedRow {
  readonly line: number
  readonly found: Finding
}

interface Found {
  readonly shift: Shift
  readonly rows: readonly ShiftedRow[]
}

/** Detects rows of a file that have slipped against their adverts. */
export class ShiftedRows {
  readonly #plan: RowPlan
  readonly #priced: PricedRow[] = []
  readonly #texts: TitledText[] = []
  readonly #examples: Shift['examples'] = []
  #rows = 0
  #others = 0

  /** @param plan of a file: rows that are made in the app can't slip */
  constructor(plan: RowPlan) {
    this.#plan = plan
  }

  /** Rows in the order of the file, compared with their adverts. */
  pass(rows: readonly CheckedRow[]): void {
    for (const row of rows) {
      const { line } = row.record
      this.#rows += 1
      for (const found of row.problems) {
        if (found.code !== 'other-car' && found.code !== 'other-vehicle-named') continue
        this.#others += 1
        if (this.#examples.length < mostExamples)
          this.#examples.push({ line, named: found.value, title: row.comparison?.title ?? '' })
      }
      const priced = pricedRow(row)
      if (priced) this.#priced.push(priced)
      const titled = titledText(row, this.#plan)
      if (titled) this.#texts.push(titled)
    }
  }

  /** Facts about a file whose rows have slipped; null if they haven't. */
  found(): Found | null {
    const count = this.#others
    const of = this.#rows
    if (count >= leastRows && count >= of * leastShare)
      return { shift: { by: 'names', rows: count, of, examples: this.#examples }, rows: [] }
    return this.#byPrices(of) ?? this.#byTexts(of)
  }

  #byTexts(of: number): Found | null {
    const run = slippedTexts(this.#texts)
    if (run.length === 0) return null
    const titleOf = ({ hasAdvert, title }: TitledText): string => (hasAdvert ? title : '')
    const examples = run
      .slice(0, mostExamples)
      .map(({ row, other }) => ({ line: row.line, named: other.title, title: titleOf(row) }))
    return {
      shift: { by: 'names', rows: run.length, of, examples },
      rows: run.map(({ row, other }) => ({
        line: row.line,
        found: {
          ...finding('auto_note', row.hasAdvert ? 'other-car' : 'other-vehicle-named', other.title, {
            title: row.title,
          }),
          severity: 'error',
        },
      })),
    }
  }

  #byPrices(of: number): Found | null {
    const inRun = shiftedRun(this.#priced)
    const run = inRun.length > 0 ? inRun : shuffledRows(this.#priced)
    if (run.length === 0) return null
    const examples = run
      .slice(0, mostExamples)
      .map(({ row, other }) => ({ line: row.line, named: other.title, title: row.title }))
    const slip = isOfNext(inRun[0], this.#priced) ? slipOf(inRun) : null
    return {
      shift: { by: 'prices', rows: run.length, of, examples, ...(slip && { slip }) },
      rows: run.map(({ row, other }) => ({
        line: row.line,
        found: finding('price', 'price-shifted', String(row.price), { title: other.title, line: other.line }),
      })),
    }
  }
}

/** True if the price of a row is that of the row above or below it. */
const isOfNext = (first: ShiftedPrice | undefined, rows: readonly PricedRow[]): boolean =>
  !!first && Math.abs(rows.indexOf(first.other) - rows.indexOf(first.row)) === 1

/** Number of slipped rows that are reported. */
const mostShown = 5

/** A run of rows with the price of their neighbours, as a person sees the slip in it. */
function slipOf(run: readonly Slipped<PricedRow>[]): Slip | null {
  const [first] = run
  if (!first) return null
  const isLow = first.other.line < first.row.line
  const lines = [
    ...(isLow ? [first.other] : []),
    ...run.slice(0, mostShown).map(({ row }) => row),
    ...(isLow || run.length > mostShown ? [] : [run.at(-1)?.other].filter((row) => row !== undefined)),
  ]
  const slipped = new Set(run.map(({ row }) => row))
  return {
    way: isLow ? 'low' : 'high',
    from: first.row.line,
    to: run.at(-1)?.row.line ?? first.row.line,
    currency: first.row.currency,
    lines: lines.map((row) => ({
      line: row.line,
      title: row.title,
      inFile: row.price,
      onSite: row.live,
      slipped: slipped.has(row),
    })),
  }
}

function pricedRow({ operation, payload, comparison, record: { line } }: CheckedRow): PricedRow | null {
  if (operation !== 'edit' || !comparison || comparison.rowPrice === null) return null
  const { title, rowPrice: live, before } = comparison
  const currency = Number(payload.currency_id ?? before.currency_id ?? 1)
  // A blank leaves the price as it is.
  return { line, title, live, currency, own: before.price, price: Number(payload.price ?? live) }
}

/** A row with the text that it puts on its car; none for one whose car isn't known by a name. */
function titledText(row: CheckedRow, plan: RowPlan): TitledText | null {
  const { operation, record, comparison } = row
  const { line } = record
  if ((operation !== 'create' && operation !== 'edit') || row.payload === nothingSaid) return null
  if (!plan.cells[operation].some(({ field, index }) => field === 'auto_note' && index >= 0)) return null
  const hasAdvert = operation === 'edit'
  const [cells] = hasAdvert ? [] : comparedCells(record, plan, false)
  const title = comparison?.title ?? (cells ? textOf(cells) : '')
  if (!/\p{L}/u.test(title)) return null
  const text = row.payload.auto_note
  // A text that stays says nothing of the file.
  const isNew = typeof text === 'string' && text !== comparison?.before.auto_note
  return { line, title, hasAdvert, text: isNew ? text : '' }
}

/** A row of a file with the price that its advert has now. A price that slips without its currency is the same number. */
interface PricedRow {
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
 * Longest run of rows most of whose changed prices are about what another row's advert costs now. It is the row next to
 * theirs or one a little further, always as far above or below. Empty without one.
 *
 * Prices that are all raised or lowered by one amount or share are meant, though they may look so in a list with equal
 * steps.
 */
function shiftedRun(rows: readonly PricedRow[]): readonly ShiftedPrice[] {
  const least = rows.filter(isChanged).length / changesPerMore
  const run = longestRun(rows, least, whosePrice)
  const moves = run.map(({ row }) => row.price - row.live)
  const shares = run.map(({ row }) => row.price / row.live)
  const prices = new Set(run.map(({ row }) => row.price))
  const isMeant = new Set(moves).size === 1 || Math.max(...shares) / Math.min(...shares) < 1 + oneShare
  return isMeant || prices.size < leastMore ? [] : run
}

function whosePrice(row: PricedRow, other: PricedRow | undefined, rowsApart: number): Whose {
  if (!isChanged(row)) return null
  if (other?.live === row.price || other?.own === row.price) return 'other'
  // Further off than the next row, a sorted list has about the same prices by chance.
  const isNear = other !== undefined && rowsApart === 1 && apart(row.price, other.live) <= near
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
 * Rows whose changed prices are those that other changed rows have now, each once, as when a column was sorted alone.
 * Empty if most are prices of their own.
 */
function shuffledRows(rows: readonly PricedRow[]): readonly ShiftedPrice[] {
  const changed = rows.filter(isChanged)
  const moves = changed.map(({ price, own, live }) => price - (typeof own === 'number' ? own : live))
  const drift = Math.abs(moves.reduce((sum, move) => sum + move, 0))
  const moved = moves.reduce((sum, move) => sum + Math.abs(move), 0)
  if (changed.length < leastShuffled || drift > moved * mostDrift) return []
  const byPrice = Map.groupBy(changed, ({ own, live }) => (typeof own === 'number' ? own : live))
  const found = changed.flatMap((row): ShiftedPrice[] => {
    const other = byPrice.get(row.price)?.pop()
    return other ? [{ row, other }] : []
  })
  const prices = new Set(found.map(({ row }) => row.price))
  return found.length >= changed.length * shuffledShare && prices.size >= leastMore ? found : []
}

/** The advert's own number in another currency is no other row's price, but a wrong currency. */
const isChanged = ({ price, live, own }: PricedRow): boolean => price !== live && price !== own

/** A row with a text that it puts on its car, which is known by its title. */
interface TitledText {
  readonly line: number
  /** Make, model and more. */
  readonly title: string
  readonly text: string
  /** False if it is a new car. */
  readonly hasAdvert: boolean
}

/** In a longer file chance finds longer runs. */
const textsPerMore = 1_000

/** The longest run of rows most of whose texts name the car of a row near by, and not their own; empty if there is none. */
const slippedTexts = (rows: readonly TitledText[]): readonly Slipped<TitledText>[] =>
  longestRun(rows, rows.length / textsPerMore, whoseText)

function whoseText({ text, title }: TitledText, other: TitledText | undefined): Whose {
  if (text === '') return null
  const own = foundWords(text, title)
  // A car offered for exchange is named next to the own one.
  if (own.model) return 'own'
  const others = other ? foundWords(text, other.title) : own
  return others.model && (others.make || !own.make) ? 'other' : null
}
