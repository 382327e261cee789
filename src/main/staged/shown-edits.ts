import { setImmediate } from 'node:timers/promises'
import type { EditMark } from '#shared/inventory/advert.ts'
import type { CellRef, StagedCell, StagedRow, StagedState } from '#shared/staged/staged-edit.ts'
import { type KnownAdvert, shownEdit, type StagedEdit } from './staged-edit.ts'
import type { StagedPorts } from './staged-ports.ts'
import type { StagedTable } from './staged-table.ts'

/** What is only proposed, or is so already, has no mark. */
const marks: Readonly<Record<StagedState, EditMark | null>> = {
  ready: null,
  same: null,
  sending: 'batch',
  conflict: 'conflict',
  gone: 'conflict',
  asked: 'person',
}

/** The edits of an account, each beside what its advert has now. */
export class ShownEdits {
  readonly #table: StagedTable
  readonly #ports: Pick<StagedPorts, 'adverts' | 'asks'>

  constructor(table: StagedTable, ports: Pick<StagedPorts, 'adverts' | 'asks'>) {
    this.#table = table
    this.#ports = ports
  }

  of(account: string, advert: number): StagedRow[] {
    return this.#shown(account, this.#table.of(account, [advert]))
  }

  /** The edits of these adverts, as the grid shows them; no entry for an advert without any. */
  cells(account: string, ids: readonly number[]): ReadonlyMap<number, StagedCell[]> {
    const found = new Map<number, StagedCell[]>()
    for (const row of this.#shown(account, this.#table.of(account, ids))) {
      const { advert, field, value, currency, seen, seenCurrency, state } = row
      const cells = found.get(advert) ?? []
      cells.push({ field, value, currency, seen, seenCurrency, state })
      found.set(advert, cells)
    }
    return found
  }

  /** One page of all edits, or of those in a state. */
  async list(
    account: string,
    state: StagedState | null,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: StagedRow[] }> {
    if (state === null) {
      const { edits, sending } = this.#table.counts(account)
      const rows = this.#shown(account, this.#table.page(account, offset, limit))
      return { total: edits + sending, rows }
    }
    const rows: StagedRow[] = []
    for await (const page of this.pages(account)) rows.push(...page.filter((row) => row.state === state))
    return { total: rows.length, rows: rows.slice(offset, offset + limit) }
  }

  /** Ids of the adverts by what became of their edits, if that is anything. */
  async marked(account: string): Promise<Readonly<Record<EditMark, ReadonlySet<number>>>> {
    const marked = { batch: new Set<number>(), conflict: new Set<number>(), person: new Set<number>() }
    for await (const page of this.pages(account))
      for (const { state, advert } of page) {
        const mark = marks[state]
        if (mark) marked[mark].add(advert)
      }
    return marked
  }

  /** All edits, some at a time; in between, main answers other calls. */
  async *pages(account: string): AsyncGenerator<readonly StagedRow[]> {
    for (const page of this.#table.pages(account)) {
      yield this.#shown(account, page)
      await setImmediate()
    }
  }

  /** What is known now of the adverts of these cells, as far as their fields are concerned. */
  known(account: string, cells: readonly CellRef[]): ReadonlyMap<number, KnownAdvert> {
    if (cells.length === 0) return new Map()
    const fields = new Set(cells.map(({ field }) => field))
    return this.#ports.adverts(account, [...new Set(cells.map(({ advert }) => advert))], fields)
  }

  #shown(account: string, edits: readonly StagedEdit[]): StagedRow[] {
    const known = this.known(account, edits)
    const asks = (batchId: string, advert: number): boolean => this.#ports.asks(account, batchId, advert)
    return edits.map((edit) => shownEdit(edit, known.get(edit.advert), asks))
  }
}
