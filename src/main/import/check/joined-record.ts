import { type ColumnJoin, joinTexts } from '#shared/import/column-joins.ts'
import { digitsOf, type RecordView, type TextSum } from '../records/record-view.ts'
import { firstJoined, type RowPlan } from './row-plan.ts'
import { bareText } from './scanners.ts'

/** A row with cells behind its own, at `firstJoined` and on: what several columns come to that give one field. */
class JoinedRecord implements RecordView {
  readonly #own: RecordView
  readonly #joins: readonly ColumnJoin[]

  constructor(own: RecordView, joins: readonly ColumnJoin[]) {
    this.#own = own
    this.#joins = joins
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
    if (!join) return this.#own.text(index)
    return joinTexts(
      join.columns.map((column) => bareText(this.#own.text(column))),
      join.separator,
    )
  }

  meantText(index: number): string {
    return index < firstJoined ? this.#own.meantText(index) : this.text(index)
  }

  digits(index: number): number {
    return index < firstJoined ? this.#own.digits(index) : digitsOf(this.text(index))
  }

  decimal(index: number): number {
    return index < firstJoined ? this.#own.decimal(index) : this.digits(index)
  }

  bytes(index: number): number {
    return index < firstJoined ? this.#own.bytes(index) : Buffer.byteLength(this.text(index))
  }

  // Texts are joined in another way (row-texts.ts): only a row's own cells hold them.

  hasLostLetter(index: number): boolean {
    return this.#own.hasLostLetter(index)
  }

  addText(index: number, sum: TextSum): void {
    this.#own.addText(index, sum)
  }
}

/** The record as the plan reads it: with the cells that are joined of several. */
export const withJoins = (record: RecordView, { joined }: RowPlan): RecordView =>
  joined.length === 0 ? record : new JoinedRecord(record, joined)
