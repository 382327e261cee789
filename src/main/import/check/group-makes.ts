import { nameText } from '../../names/vehicle-ids.ts'
import type { Row } from '../rows/row.ts'
import type { OutsideReason } from './outside-table.ts'
import type { RowPlan } from './row-plan.ts'

const isBlank = (record: Row, index: number): boolean => record.text(index).trim() === ''

/** `Марка: BMW`, `BMW (3)`. */
const makeIn = (heading: string): string =>
  nameText(heading)
    .replace(/^(?:make|марка|marke|marka)\s*:\s*/iu, '')
    .replace(/\s*(?:\(\d[^)]*\)|:)$/u, '')
    .trim()

const isName = /\p{L}{2}/u
/** Models below a make: `X5`, `508`. */
const isShortName = /\p{L}|\d{3}/u

/** The first words of makes that have two. */
const firstOfTwo = /^(?:land|alfa|aston|great|range|rolls|ленд|альфа|астон|рендж)\s/iu

/** `BMW X5` above rows without both; null if it is one word. */
function makeAndModel(words: string): Heading | null {
  const all = words.split(/\s+/u)
  const length = firstOfTwo.test(words) ? 2 : 1
  return all.length > length
    ? { make: all.slice(0, length).join(' '), model: all.slice(length).join(' ') }
    : null
}

/** Meaning of the headings above a row for its car. */
interface Heading {
  readonly make: string
  /** Null if the rows have models of their own. */
  readonly model: string | null
}

/**
 * Makes, and models below them, that stand in a row of their own above their rows, as 1C writes grouped reports. Such a
 * heading is no row; what it says is put into the rows below it that lack it.
 */
export class GroupMakes {
  readonly #plan: RowPlan
  /** The column of the makes, or of make and model in one text; -1 if headings can't fill it. */
  readonly #make: number
  /** -1 if make and model are in one text. */
  readonly #model: number
  readonly #others: readonly number[]
  #heading: Heading | null = null
  /** Words above a heading, which are its make if the rows below it lack both. */
  #above: string | null = null
  readonly #filled = new Map<Row, Heading>()

  constructor(plan: RowPlan) {
    this.#plan = plan
    const [make = -1, model = -1, ...others] = plan.vehicleIndexes
    const isNamed = plan.cells.create.some(({ field, named }) => field === 'marka_id' && named)
    const isTogether = plan.makeModelIndex >= 0
    this.#others = others.filter((index) => index >= 0)
    this.#make = isTogether ? plan.makeModelIndex : isNamed && model >= 0 ? make : -1
    this.#model = isTogether ? -1 : model
  }

  /** Why a record is no row, which a heading looks like only by the row `next` to it. */
  reasonOf(record: Row, reason: OutsideReason | null, next: Row | undefined): OutsideReason | null {
    if (this.#make < 0) return reason
    if (reason === 'totals') this.#heading = null
    if (reason !== null && reason !== 'note') return reason
    const heading = this.#headingOf(record, reason, next)
    if (heading !== null) {
      this.#heading = heading
      return 'group'
    }
    if (reason !== null) return reason
    if (!this.#lacksMake(record)) this.#heading = this.#above = null
    else if (this.#heading !== null) this.#filled.set(record, this.#heading)
    return null
  }

  /** The rows, with the makes and models of their groups. */
  filled(rows: readonly Row[]): readonly Row[] {
    if (this.#filled.size === 0) return rows
    return rows.map((row) => {
      const heading = this.#filled.get(row)
      if (!heading) return row
      const lacksModel = heading.model !== null && this.#model >= 0 && isBlank(row, this.#model)
      return row.with([
        [this.#make, heading.make],
        ...(lacksModel ? [[this.#model, heading.model] as const] : []),
      ])
    })
  }

  /** Meaning of a record for the rows below it; null if it is no heading. */
  #headingOf(record: Row, reason: OutsideReason | null, next: Row | undefined): Heading | null {
    const model = this.#modelIn(record)
    if (model !== null && next && this.#heading !== null && this.#lacksBoth(next))
      return { make: this.#heading.make, model }
    const words = this.#headingIn(record, this.#above === null ? isName : isShortName)
    if (words === null) return null
    if (next && this.#model >= 0 && this.#lacksBoth(next))
      return this.#above === null ? makeAndModel(words) : { make: this.#above, model: words }
    if (next ? this.#lacksMake(next) : reason === 'note') return { make: words, model: null }
    if (reason === 'note' && next && this.#headingIn(next, isShortName) !== null) this.#above = words
    return null
  }

  /** True if a record is a row without a make, or without make and model in one text. */
  #lacksMake(record: Row): boolean {
    if (!isBlank(record, this.#make) || !isBlank(record, this.#plan.autoIdIndex)) return false
    return this.#model >= 0 && !isBlank(record, this.#model) ? true : this.#hasVariant(record)
  }

  #lacksBoth(record: Row): boolean {
    return this.#lacksMake(record) && isBlank(record, this.#model)
  }

  #hasVariant(record: Row): boolean {
    return this.#others.some((index) => !isBlank(record, index))
  }

  /** A model that stands in its column alone. */
  #modelIn(record: Row): string | null {
    if (this.#model < 0 || this.#others.length === 0 || !this.#lacksMake(record) || this.#hasVariant(record))
      return null
    const filled = record.cells.filter((cell) => cell.trim() !== '')
    return filled.length === 1 ? makeIn(record.text(this.#model)) : null
  }

  /** Words in the column of the makes, or before it, with nothing but sums. */
  #headingIn(record: Row, names: RegExp): string | null {
    if (
      [this.#model, ...this.#others, this.#plan.autoIdIndex].some(
        (index) => index >= 0 && !isBlank(record, index),
      )
    )
      return null
    const [first = '', ...more] = record.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')

    if (!names.test(first) || more.some((cell) => !/^[\d\s.,]+$/.test(cell))) return null
    if (!isBlank(record, this.#make) && record.text(this.#make).trim() !== first) return null
    return makeIn(first)
  }
}
