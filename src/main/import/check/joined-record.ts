import { type ColumnJoin, joinTexts } from '#shared/import/column-joins.ts'
import { CsvRecord } from '../csv/csv-record.ts'
import { firstJoined, type RowPlan } from './row-plan.ts'
import { bareText } from './scanners.ts'

/**
 * A record with cells behind its own, at `firstJoined` and on: what several columns come to that give one field. It is a
 * view of the same bytes; from() and to() know the record's own cells alone.
 */
class JoinedRecord extends CsvRecord {
  readonly #joins: readonly ColumnJoin[]

  constructor(record: CsvRecord, joins: readonly ColumnJoin[]) {
    super(record.table, record.place)
    this.#joins = joins
  }

  override text(index: number): string {
    const join = this.#joins[index - firstJoined]
    if (!join) return super.text(index)
    return joinTexts(
      join.columns.map((column) => bareText(super.text(column))),
      join.separator,
    )
  }

  override digits(index: number): number {
    if (index < firstJoined) return super.digits(index)
    const text = this.text(index)
    return /^\d{1,15}$/.test(text) ? Number(text) : -1
  }

  override decimal(index: number): number {
    return index < firstJoined ? super.decimal(index) : this.digits(index)
  }

  override bytes(index: number): number {
    return index < firstJoined ? super.bytes(index) : Buffer.byteLength(this.text(index))
  }
}

/** The record as the plan reads it: with the cells that are joined of several. */
export const withJoins = (record: CsvRecord, { joined }: RowPlan): CsvRecord =>
  joined.length === 0 ? record : new JoinedRecord(record, joined)
