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

  constructor(read: ReadRows<Row>) {
    this.#read = read
    this.source = new RowWindow({
      fetch: (first, end, signal) => this.#fetch(first, end - first, signal),
      chunk: pageSize,
    })
  }

  get total(): number {
    return this.source.count
  }

  at(index: number): Row | undefined {
    return this.source.rowAt(index)
  }

  /** Drops every row: the list is another one now. */
  async reset(): Promise<void> {
    this.ready = false
    this.source.reset(0)
    await this.#readFirst()
  }

  /** Reads the rows on the screen again while the old ones stay there, and the row at `also`, wherever it is. */
  async refresh(also?: number): Promise<void> {
    if (this.total === 0) await this.#readFirst()
    else await this.source.refresh(also)
  }

  /** Puts a changed row in the place of the old one. */
  replace(index: number, row: Row): void {
    this.source.replace(index, row)
  }

  async #readFirst(): Promise<void> {
    const edition = ++this.#edition
    const page = await this.#read(0, pageSize)
    if (edition !== this.#edition || !page) return
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
