import { SvelteMap } from 'svelte/reactivity'
import type { GridSource } from '../ui/grid/columns.ts'

/** Reads `limit` rows from `offset` on, or null when the call failed. */
export type ReadRows<Row> = (offset: number, limit: number) => Promise<{ total: number; rows: Row[] } | null>

const pageSize = 100
/** Pages kept: 4,000 rows, far more than a screen, far less than a long file. */
const keptPages = 40

/**
 * Rows of a long list of which only pieces are here: `at(index)` gives a row, or asks for its page and gives
 * undefined until the page came.
 */
export class PagedRows<Row> {
  total = $state(0)
  /** True once the first page has come. */
  ready = $state(false)
  readonly #pages = new SvelteMap<number, Row[]>()
  #asked: number[] = []
  readonly #read: ReadRows<Row>
  /** Answers that were asked for before the last `reset` belong to another list. */
  #edition = 0

  constructor(read: ReadRows<Row>) {
    this.#read = read
  }

  /** The list as the grid takes it; another object whenever the list is another one. */
  get source(): GridSource<Row> {
    return {
      count: this.total,
      rowAt: (index) => this.at(index),
      rowKey: (index) => index,
      rows: async (first, end) => {
        const pieces: Row[] = []
        while (pieces.length < end - first) {
          const offset = first + pieces.length
          const answer = await this.#read(offset, Math.min(500, end - offset))
          if (!answer || answer.rows.length === 0) break
          pieces.push(...answer.rows)
        }
        return pieces
      },
    }
  }

  at(index: number): Row | undefined {
    const page = Math.floor(index / pageSize)
    const rows = this.#pages.get(page)
    if (!rows && !this.#asked.includes(page)) void this.#load(page)
    return rows?.[index % pageSize]
  }

  /** Forgets everything: the list is another one now. */
  async reset(): Promise<void> {
    this.#edition++
    this.#pages.clear()
    this.#asked = []
    this.total = 0
    this.ready = false
    await this.#load(0)
  }

  /** Reads the kept pages anew while the old rows stay on the screen. */
  async refresh(): Promise<void> {
    const kept = [...this.#pages.keys()]
    await Promise.all((kept.length > 0 ? kept : [0]).map((page) => this.#load(page)))
  }

  /** Puts a changed row in the place of the old one. */
  replace(index: number, row: Row): void {
    const page = Math.floor(index / pageSize)
    const rows = this.#pages.get(page)
    if (rows) this.#pages.set(page, rows.with(index % pageSize, row))
  }

  /** Looks among the rows that are here. */
  find(fits: (row: Row) => boolean): Row | undefined {
    for (const rows of this.#pages.values()) {
      const row = rows.find(fits)
      if (row) return row
    }
    return undefined
  }

  async #load(page: number): Promise<void> {
    const edition = this.#edition
    this.#asked.push(page)
    const answer = await this.#read(page * pageSize, pageSize)
    if (edition !== this.#edition) return
    this.#asked = this.#asked.filter((asked) => asked !== page)
    if (!answer) return
    this.total = answer.total
    this.#pages.delete(page)
    this.#pages.set(page, answer.rows)
    this.ready = true
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= keptPages) break
      this.#pages.delete(oldest)
    }
  }
}
