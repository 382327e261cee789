import { type ColumnJoin, joinTexts } from '#shared/import/column-joins.ts'
import { digitsOf, type RecordView, type TextSum } from '../records/record-view.ts'
import { firstJoined, type RowPlan, type TaughtWords } from './row-plan.ts'
import { bareText } from './scanners.ts'
import { foldValue } from './value-words.ts'

/**
 * A row whose taught words are what they mean, and with cells behind its own, at `firstJoined` and on: what several columns come to
 * that give one field.
 */
class PlannedRecord implements RecordView {
  readonly #own: RecordView
  readonly #joins: readonly ColumnJoin[]
  readonly #taught: TaughtWords

  constructor(own: RecordView, { joined, taught }: RowPlan) {
    this.#own = own
    this.#joins = joined
    this.#taught = taught
  }

  get line(): number {
    return this.#own.line
  }

  get start(): number {
    return this.#own.start
  }

  get end(): number {
    return this.#own.end
  }

  get length(): number {
    return this.#own.length
  }

  get cells(): string[] {
    return this.#own.cells
  }

  get quote(): RecordView['quote'] {
    return this.#own.quote
  }

  get nul(): boolean {
    return this.#own.nul
  }

  get hasEndMark(): boolean {
    return this.#own.hasEndMark
  }

  text(index: number): string {
    const join = this.#joins[index - firstJoined]
    if (!join) return this.#read(index)
    return joinTexts(
      join.columns.map((column) => bareText(this.#read(column))),
      join.separator,
    )
  }

  meantText(index: number): string {
    return this.#isOwn(index) ? this.#own.meantText(index) : this.text(index)
  }

  digits(index: number): number {
    return this.#isOwn(index) ? this.#own.digits(index) : digitsOf(this.text(index))
  }

  decimal(index: number): number {
    return this.#isOwn(index) ? this.#own.decimal(index) : this.digits(index)
  }

  bytes(index: number): number {
    return this.#isOwn(index) ? this.#own.bytes(index) : Buffer.byteLength(this.text(index))
  }

  // Texts are joined in another way (row-texts.ts): only a row's own cells hold them.

  hasLostLetter(index: number): boolean {
    return this.#own.hasLostLetter(index)
  }

  addText(index: number, sum: TextSum): void {
    this.#own.addText(index, sum)
  }

  #isOwn(index: number): boolean {
    return index < firstJoined && !this.#taught.has(index)
  }

  #read(index: number): string {
    const text = this.#own.text(index)
    return this.#taught.get(index)?.get(foldValue(text)) ?? text
  }
}

/** The record as the plan reads it: with the words that are taught, and the cells that are joined of several. */
export const asPlanned = (record: RecordView, plan: RowPlan): RecordView =>
  plan.joined.length === 0 && plan.taught.size === 0 ? record : new PlannedRecord(record, plan)
