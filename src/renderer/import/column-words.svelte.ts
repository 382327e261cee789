import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { meaningsOf } from '#shared/import/column-values.ts'
import type { ColumnValues, FileShapeChoice } from '#shared/import/draft.ts'
import { RequestState } from '../ui/request.svelte.ts'
import type { ColumnsState } from './columns-state.svelte.ts'

export type ColumnWord = ColumnValues['values'][number] & {
  /** Meaning that the dealer taught, or else the known one; null if there is neither. */
  readonly meaning: string | null
  readonly isTaught: boolean
}

/** Values of columns with words of a short list, in the whole file. */
export class ColumnWords {
  #counted = $state.raw<readonly ColumnValues[]>([])
  readonly #client: Client<Calls>
  readonly #columns: ColumnsState
  readonly #asking = new RequestState()

  constructor(client: Client<Calls>, columns: ColumnsState) {
    this.#client = client
    this.#columns = columns
  }

  /** Counts the words of the columns that have fields of words. */
  async read(draftId: string, shape: FileShapeChoice): Promise<void> {
    const { mapping } = this.#columns
    const columns = mapping.flatMap((field, column) =>
      field && meaningsOf(field) ? [{ column, field }] : [],
    )
    const request = { draftId, shape, columns }
    const counted =
      columns.length === 0
        ? []
        : await this.#asking.replace((signal) => this.#client('draft:values', request, { signal }))
    if (counted) this.#counted = counted
  }

  clear(): void {
    this.#asking.clear()
    this.#counted = []
  }

  /** The words of a column, the most frequent first; none if it has no field of words. */
  of(column: number): ColumnWord[] {
    if (!meaningsOf(this.#columns.mapping[column] ?? null)) return []
    const values = this.#counted.find((each) => each.column === column)?.values ?? []
    return values.map((value) => {
      const taught = this.#columns.taught(column, value.text)
      return { ...value, meaning: taught ?? value.means, isTaught: taught !== undefined }
    })
  }

  /** Number of further words of a column. */
  moreOf(column: number): number {
    return this.#counted.find((each) => each.column === column)?.more ?? 0
  }

  /** Every word that means nothing yet. */
  get open(): ColumnWord[] {
    return this.#counted.flatMap(({ column }) => this.of(column).filter(({ meaning }) => meaning === null))
  }
}
