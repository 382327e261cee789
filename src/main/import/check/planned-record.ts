import { type ColumnJoin, joinTexts } from '#shared/import/column-joins.ts'
import { Row } from '../rows/row.ts'
import { firstJoined, type RowPlan, type TaughtWords } from './row-plan.ts'
import { bareText } from './scanners.ts'
import { foldValue } from './value-words.ts'

/**
 * A row with taught words replaced by their meanings, and with cells behind its own, at `firstJoined` and on, for
 * fields given by several columns. Texts are joined in another way (row-texts.ts).
 */
class PlannedRow extends Row {
  readonly #joins: readonly ColumnJoin[]
  readonly #taught: TaughtWords

  constructor({ line, cells, quote, lineEnds }: Row, { joined, taught }: RowPlan) {
    super(line, cells, { quote, lineEnds })
    this.#joins = joined
    this.#taught = taught
  }

  override text(index: number): string {
    const join = this.#joins[index - firstJoined]
    if (!join) return this.#read(index)
    return joinTexts(
      join.columns.map((column) => bareText(this.#read(column))),
      join.separator,
    )
  }

  override meantText(index: number): string {
    const isOwn = index < firstJoined && !this.#taught.has(index)
    return isOwn ? super.meantText(index) : this.text(index)
  }

  #read(index: number): string {
    const text = super.text(index)
    return this.#taught.get(index)?.get(foldValue(text)) ?? text
  }
}

/** The record as the plan reads it: with the words that are taught, and the cells that are joined of several. */
export const asPlanned = (record: Row, plan: RowPlan): Row =>
  plan.joined.length === 0 && plan.taught.size === 0 ? record : new PlannedRow(record, plan)
