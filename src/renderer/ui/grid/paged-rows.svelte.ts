import { RowWindow } from './row-window.svelte.ts'

/** Reads `limit` rows from `offset` on, or null when the call failed. */
export type ReadRows<Row> = (offset: number, limit: number) => Promise<{ total: number; rows: Row[] } | null>

const pageSize = 100

/** Rows of a long list that main hands out page by page, each page with how many rows there are. */
export class PagedRows<Row> {
  /** True once the first page has come. */
  ready = $state(false)
  /** The list as the grid takes it. */
  readonly source: RowWindow<Row>
  readonly #read: ReadRows<Row>
  /** Answers that were asked for before the last `reset` belong to another list. */
  #edition = 0

  constructor(read: ReadRows<Row>) {
    this.#read = read
    this.source = new RowWindow({ fetch: (first, end) => this.#fetch(first, end - first), chunk: pageSize })
  }

  get total(): number {
    return this.source.count
  }

  at(index: number): Row | undefined {
    return this.source.rowAt(index)
  }

  /** Forgets everything: the list is another one now. */
  async reset(): Promise<void> {
    this.ready = false
    this.source.reset(0)
    await this.#begin()
  }

  /** Reads what is on the screen anew while the old rows stay there, and the row at `also`, wherever it is. */
  async refresh(also?: number): Promise<void> {
    if (this.total === 0) await this.#begin()
    else await this.source.refresh(also)
  }

  /** Puts a changed row in the place of the old one. */
  replace(index: number, row: Row): void {
    this.source.replace(index, row)
  }

  async #begin(): Promise<void> {
    const edition = ++this.#edition
    const page = await this.#read(0, pageSize)
    if (edition !== this.#edition || !page) return
    this.source.reset(page.total, page.rows)
    this.ready = true
  }

  /** The last page may have grown since the rows were counted: whole pages are asked for. */
  async #fetch(offset: number, limit: number): Promise<Row[] | undefined> {
    const edition = this.#edition
    const page = await this.#read(offset, Math.max(limit, pageSize))
    if (edition !== this.#edition || !page) return undefined
    this.source.count = page.total
    return page.rows
  }
}
