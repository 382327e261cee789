import type { PickTable } from '../journal/pick-table.ts'
import type { SendableRow } from '../journal/journal-row.ts'

/** What may be picked next: rows in flight are left out, and so is a kind of which enough are in flight. */
export interface PickFilter {
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
 * Finds the rows of a batch that may be sent, in the order of the file, apart from those behind an open row of their
 * advert. It goes past such rows once and comes back to an advert when a row of it has ended: a file that names one
 * advert 100,000 times costs no more than any other.
 */
export class RowPicker {
  readonly #table: PickTable
  readonly #batch: number
  /** Before these lines no row of the kind can be sent, apart from those of adverts that were freed since. */
  #createsAfter = start
  #othersAfter = start
  readonly #freed = new Set<number>()
  #unfinished = false
  /** Whether nothing was found since it began from the start. */
  #again = true

  constructor(table: PickTable, batch: number) {
    this.#table = table
    this.#batch = batch
  }

  /** Whether the last pick stopped before it had looked at all rows. */
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
