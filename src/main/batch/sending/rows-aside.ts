import type { PickTable } from '../journal/pick-table.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import type { Halt, RowTransition } from '../journal/outcome.ts'
import type { Sent } from './guard.ts'

/** Rows that may be picked next: rows in flight are left out, and so is a kind of which enough are in flight. */
interface PickFilter {
  readonly but: ReadonlySet<number>
  /** Rows that are left for later: they hold back those behind them that are about the same advert, and no others. */
  readonly aside?: { has(row: number): boolean }
  readonly creates: boolean
  readonly others: boolean
}

/** Rows that are looked at in one go, so that other work of the main thread is not held up. */
const sliceRows = 512

type Place = Pick<SendableRow, 'id' | 'line'>

const start = -1
/** Behind the last line: no row is left there. */
const end = Number.MAX_SAFE_INTEGER

/**
 * Finds the rows of a batch that may be sent, in the order of the file, except those behind an open row of their
 * advert. It passes such rows once and returns to an advert when a row of it has ended: a file that names one advert
 * 100,000 times costs no more than others.
 */
export class RowPicker {
  readonly #table: PickTable
  readonly #batch: number
  /** Before these lines no row of the kind can be sent, apart from those of adverts that were freed since. */
  #createsAfter = start
  #othersAfter = start
  readonly #freed = new Set<number>()
  #unfinished = false
  /** True if nothing was found since it began from the start. */
  #again = true

  constructor(table: PickTable, batch: number) {
    this.#table = table
    this.#batch = batch
  }

  /** True if the last pick stopped before it had looked at all rows. */
  get unfinished(): boolean {
    return this.#unfinished
  }

  /** The first row that may be sent now; null if none was found. */
  pick(filter: PickFilter): SendableRow | null {
    for (;;) {
      const first = this.#first(filter)
      if (!first) return null
      const row = this.#table.row(first.id)
      if (row) return row
      // It can't be read and is stopped: those behind it go on.
    }
  }

  #first(filter: PickFilter): Place | null {
    this.#unfinished = false
    const create = filter.creates ? this.#create(filter.but) : null
    const other = filter.others ? (this.#freedRow(filter) ?? this.#nextRow(filter)) : null
    const first = create && other ? (create.line < other.line ? create : other) : (create ?? other)
    if (!first) return null
    this.#unfinished = false
    this.#again = false
    return first
  }

  /** A row that was picked has ended, or stays planned: the next one of its advert may be sent. */
  ended({ autoId, line }: Pick<SendableRow, 'autoId' | 'line'>): void {
    if (autoId === null) this.#createsAfter = Math.min(this.#createsAfter, line - 1)
    else this.#freed.add(autoId)
  }

  /** Looks through all rows again: a person may have answered, or a pause may be over. */
  restart(): void {
    this.#createsAfter = start
    this.#othersAfter = start
    this.#again = true
  }

  /** Looks through all rows again, unless the last time found nothing; false in that case. */
  restartOnce(): boolean {
    if (this.#again) return false
    this.restart()
    return true
  }

  #create(but: ReadonlySet<number>): Place | null {
    if (this.#createsAfter === end) return null
    const found = this.#table.create(this.#batch, this.#createsAfter, [...but])
    // A search goes through all planned rows in between: in a file of edits, through every row.
    this.#createsAfter = found ? found.line - 1 : end
    return found
  }

  /** The first row of the adverts that were freed; the others are reached by going on. */
  #freedRow({ but, aside }: PickFilter): Place | null {
    let first: Place | null = null
    for (const autoId of this.#freed) {
      const head = this.#table.headOf(this.#batch, autoId)
      const isOut = !head?.planned || but.has(head.id) || aside?.has(head.id) === true
      if (isOut || head.line > this.#othersAfter) this.#freed.delete(autoId)
      else if (!first || head.line < first.line) first = head
    }
    return first
  }

  #nextRow({ but, aside }: PickFilter): Place | null {
    if (this.#othersAfter === end) return null
    let looked = 0
    for (const row of this.#table.others(this.#batch, this.#othersAfter, sliceRows)) {
      this.#othersAfter = row.line - 1
      const isOut = but.has(row.id) || aside?.has(row.id)
      if (!isOut && this.#table.headOf(this.#batch, row.autoId)?.id === row.id) return row
      this.#othersAfter = row.line
      looked += 1
    }
    this.#unfinished = looked === sliceRows
    if (!this.#unfinished) this.#othersAfter = end
    return null
  }
}

/** Rows got through at the service so far, of all batches of an account: a sign that it works. */
export interface Passed {
  count: number
}

/** A row whose advert could not be read, and how it ends if the trouble turns out to be its own. */
export interface TroubledRow {
  readonly row: SendableRow
  readonly alone: RowTransition
}

/** Reads of one row that fail though others get through, until the trouble counts as its own. */
export const mostTries = 2
/** Rows in a row that fail to be read, or are not shown: then it is no matter of one row. */
const mostTroubledInARow = 2
const mostUnshownInARow = 8

/**
 * Rows left for later so that they don't hold the others: those whose advert could not be read, those under way at
 * another desk, and those with a question for a person.
 */
export class RowsAside {
  readonly #passed: Passed
  readonly #waiting = new Set<number>()
  readonly #unshown = new Set<number>()
  /** Those that another desk has under way, and those of them that were asked for again. */
  readonly #underWay = new Set<number>()
  readonly #askedAgain = new Set<number>()
  /** Rows that had got through when a row that could not be read was first tried. */
  readonly #passedBefore = new Map<number, number>()
  /** Those whose last trouble may have been their own or not. */
  readonly #unreported = new Map<number, TroubledRow>()
  #lastHalt: Halt | null = null
  #troubledInARow = 0
  #unshownInARow = 0

  constructor(passed: Passed) {
    this.#passed = passed
  }

  has(row: number): boolean {
    return this.#waiting.has(row) || this.#unshown.has(row) || this.#underWay.has(row)
  }

  /** True if a person is to be asked about adverts that the service doesn't show. */
  get asks(): boolean {
    return this.#unshown.size > 0
  }

  /** Rows that another desk has under way. */
  get underWay(): ReadonlySet<number> {
    return this.#underWay
  }

  /** Leaves a row that another desk has under way for later. @returns false if it was asked for again already */
  addUnderWay(row: number): boolean {
    if (this.#askedAgain.delete(row)) return false
    this.#underWay.add(row)
    return true
  }

  /** The rows that another desk has under way are asked for once more. */
  releaseUnderWay(): void {
    for (const row of this.#underWay) this.#askedAgain.add(row)
    this.#underWay.clear()
  }

  /** The service answered about a row. */
  passed(row: number): void {
    this.#passed.count += 1
    this.#troubledInARow = 0
    this.#unshownInARow = 0
    this.#forget(row)
  }

  /** @returns whether so many rows are not shown that the whole batch should stop and ask */
  addUnshown(row: number): boolean {
    this.#unshown.add(row)
    this.#unshownInARow += 1
    return this.#unshownInARow === mostUnshownInARow
  }

  /**
   * Leaves a row whose advert could not be read for later.
   * @param countTry counts a try that failed though others got through; answers how many there were
   * @returns how the row ends, if these were too many; `wait` if the next row would fail as well
   */
  addTroubled(
    row: SendableRow,
    { halt, alone }: Sent,
    countTry: (troubled: TroubledRow) => number,
  ): RowTransition | 'wait' | null {
    const passedBefore = this.#passedBefore.get(row.id) ?? this.#passed.count
    this.#passedBefore.set(row.id, passedBefore)
    if (alone && this.#passed.count === passedBefore) this.#unreported.set(row.id, { row, alone })
    else if (alone && countTry({ row, alone }) >= mostTries) {
      this.#forget(row.id)
      return alone
    }
    this.#waiting.add(row.id)
    this.#lastHalt = halt
    this.#troubledInARow += 1
    return this.#troubledInARow >= mostTroubledInARow ? 'wait' : null
  }

  /** The rows that no other row has shown anything about since they were tried, each once after a try. */
  takeUnreported(): TroubledRow[] {
    const unreported = [...this.#unreported.values()].filter(
      ({ row: { id } }) => this.#waiting.has(id) && this.#passedBefore.get(id) === this.#passed.count,
    )
    this.#unreported.clear()
    return unreported
  }

  /** The service showed another advert: the trouble of the rows that wait was not its own. */
  shownAnother(): void {
    this.#troubledInARow = 0
  }

  /** A row that waited has ended. */
  ended(row: number): void {
    this.#waiting.delete(row)
    this.#forget(row)
  }

  /** The halt to wait out before the rows that could not be read are tried again; null if there are none. */
  get halt(): Halt | null {
    return this.#waiting.size === 0 ? null : this.#lastHalt
  }

  /** The rows that could not be read may be tried again. @returns whether there are any */
  release(): boolean {
    const any = this.#waiting.size > 0
    this.#waiting.clear()
    return any
  }

  /** A person says something new: all of them may be tried again. */
  releaseAll(): void {
    this.#waiting.clear()
    this.#unshown.clear()
    this.#underWay.clear()
    this.#unshownInARow = 0
  }

  #forget(row: number): void {
    this.#passedBefore.delete(row)
    this.#unreported.delete(row)
  }
}
