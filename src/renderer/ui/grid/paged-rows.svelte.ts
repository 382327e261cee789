import { RowWindow } from './row-window.svelte.ts'

/** Some rows of a list, and how many rows the whole list has. */
export interface RowPage<Row> {
  readonly total: number
  readonly rows: Row[]
}

/** Reads `limit` rows from `offset` on; undefined if the call failed. */
export type ReadRows<Row> = (offset: number, limit: number) => Promise<RowPage<Row> | undefined>

const pageSize = 100

/** Rows of a long list that main answers page by page. */
export class PagedRows<Row> {
  /** True once the first page is read. */
  ready = $state(false)
  /** The list as the grid reads it. */
  readonly source: RowWindow<Row>
  readonly #read: ReadRows<Row>
  /** Pages requested before the last `reset` belong to another list. */
  #edition = 0

  /** @param keyOf names a row, wherever it is in the list */
  constructor(read: ReadRows<Row>, keyOf: (row: Row) => string | number) {
    this.#read = read
    this.source = new RowWindow({
      fetch: (first, end, signal) => this.#fetch(first, end - first, signal),
      chunk: pageSize,
      keyOf,
    })
  }

  get total(): number {
    return this.source.count
  }

  at(index: number): Row | undefined {
    return this.source.rowAt(index)
  }

  /** The place of the row with this key, of those that are loaded; -1 if none of them is it. */
  placeOf(key: string | number): number {
    return this.source.placeOf(key)
  }

  /** The list is another one now: its first page takes the place of every row. What is selected stays so, as far as it has it. */
  async reset(): Promise<void> {
    this.ready = false
    await this.#readFirst()
  }

  /** Drops every row: none of them is of the list that is read next. */
  clear(): void {
    this.#edition++
    this.ready = false
    this.source.reset(0)
  }

  /** Reads the rows on the screen again while the old ones stay there, and the row at `also`, wherever it is. */
  async refresh(also?: number): Promise<void> {
    // A first page that is on its way may be older than what is to be seen.
    if (this.total === 0 || !this.ready) await this.#readFirst()
    else await this.source.refresh(also)
  }

  /** Puts a changed row in the place of the old one. */
  replace(index: number, row: Row): void {
    this.source.replace(index, row)
  }

  async #readFirst(): Promise<void> {
    const edition = ++this.#edition
    const page = await this.#read(0, pageSize)
    if (edition !== this.#edition) return
    if (!page) {
      this.source.reset(0)
      return
    }
    this.source.reset(page.total, { first: 0, rows: page.rows })
    this.ready = true
  }

  /** The last page may have grown since the rows were counted, so whole pages are read. */
  async #fetch(offset: number, limit: number, signal: AbortSignal): Promise<Row[] | undefined> {
    const edition = this.#edition
    const page = await this.#read(offset, Math.max(limit, pageSize))
    // What was requested before a refresh may answer after it, and count the rows of before.
    if (edition !== this.#edition || signal.aborted || !page) return undefined
    this.source.count = page.total
    return page.rows
  }
}
