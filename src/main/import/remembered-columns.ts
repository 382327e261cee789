import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ColumnMap } from '#shared/import/column-map.ts'
import { headerKey } from '#shared/import/column-joins.ts'
import { columnMapSchema } from '#shared/import/column-map-schema.ts'
import { errorColumns } from '../files/error-rows.ts'
import { SavedTable } from '../storage/saved-table.ts'
import { storedJson } from '../storage/row-query.ts'
import { inTransaction } from '../storage/transactions.ts'
import { timestamp, type Clock } from '../system/clock.ts'

/** Kinds of files whose columns are kept for an account; of more, the one used longest ago is dropped. */
const mostKinds = 50

/**
 * Dealer's choices for the columns of each kind of file, for the next one: files with the same headers, in any order.
 */
export class RememberedColumns {
  readonly #db: DatabaseSync
  readonly #clock: Clock
  readonly #saved: SavedTable<ColumnMap>

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#saved = new SavedTable(db, 'columns', storedJson.pipe(columnMapSchema))
  }

  /**
   * The columns of the account's last file with this header, also for the file of its failed rows; null if there was none. Some rows of a
   * file are never a whole stock.
   */
  of(accountId: string, header: readonly string[]): ColumnMap | null {
    const known = this.#saved.one(accountId, kindOf(header))?.value
    if (!known) return null
    const { source: _, holds, ...columns } = known
    return hasErrorColumns(header) ? { ...columns, ...(holds !== 'stock' && { holds }) } : known
  }

  /** The sheet that the account's last workbook with these sheets was read from; null if there was none. */
  sheetOf(accountId: string, names: readonly string[]): string | null {
    const of = JSON.stringify(names)
    const last = this.#saved
      .last(accountId, mostKinds)
      .find(({ value: { sheet } }) => sheet && JSON.stringify(sheet.of) === of)
    return last?.value.sheet?.name ?? null
  }

  remember(accountId: string, header: readonly string[], columns: ColumnMap): void {
    // The file of failed rows has the columns of the whole file, for which they are kept.
    if (hasErrorColumns(header)) return
    // Of columns with the same title, only one has a place in it.
    if (!columnMapSchema.safeParse(columns).success) return
    const id = kindOf(header)
    const savedAt = timestamp(this.#clock)
    inTransaction(this.#db, () => {
      this.#saved.put(accountId, { id, name: columns.name ?? '', value: columns, savedAt })
      for (const { id: old } of this.#saved.last(accountId, mostKinds + 1).slice(mostKinds))
        this.#saved.remove(accountId, old)
    })
  }
}

const isErrorColumn = (name: string): boolean => errorColumns.includes(headerKey(name))

const hasErrorColumns = (header: readonly string[]): boolean =>
  errorColumns.every((column) => header.some((name) => headerKey(name) === column))

function kindOf(header: readonly string[]): string {
  const own = hasErrorColumns(header) ? header.filter((name) => !isErrorColumn(name)) : header
  const names = own.map((name) => headerKey(name)).toSorted()
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url')
}
