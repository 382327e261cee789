import type { GridSource } from './columns.ts'
import type { RowMove } from './row-moves.ts'

export interface RowWindowOptions<Row> {
  /**
   * Rows `first` to `end` (without `end`) in their order; undefined stands for a row that is gone. Rejects or
   * resolves to undefined if nothing came; the rows are requested again when they are next on the screen.
   */
  readonly fetch: (
    first: number,
    end: number,
    signal: AbortSignal,
  ) => Promise<readonly (Row | undefined)[] | undefined>
  /** Fetches rows of the list as it is at the call, also if it becomes another one meanwhile; absent, `fetch` does. */
  readonly frozen?: () => RowWindowOptions<Row>['fetch']
  /** Names the row at an index without loading it. */
  readonly key?: (index: number) => string | number
  /** Rows of one request. */
  readonly chunk?: number
  /** Chunks kept in memory. */
  readonly keep?: number
}

/** Rows that came with the news of their list, from a place where a request would begin. */
export interface GivenRows<Row> {
  readonly first: number
  readonly rows: readonly (Row | undefined)[]
}

interface Chunk<Row> {
  readonly rows: readonly (Row | undefined)[]
  /** Rows may have changed since: shown until newer ones come. */
  stale: boolean
}

/** Rows of one request when copying, the most that the bridge takes. */
const copyChunk = 500

/** The rows that are or lately were on the screen, out of many that stay in main. */
export class RowWindow<Row> implements GridSource<Row> {
  count = $state(0)
  moved = $state.raw<RowMove | null>(null)
  /**
   * Number of times that rows here may have become others: rows that were requested before are not given to a later
   * one.
   */
  edition = 0
  #version = $state(0)
  readonly #chunks = new Map<number, Chunk<Row>>()
  readonly #requests = new Map<number, AbortController>()
  readonly #options: RowWindowOptions<Row>
  readonly #chunkSize: number
  readonly #keep: number
  #wanted = { first: 0, end: 0 }

  constructor(options: RowWindowOptions<Row>) {
    this.#options = options
    this.#chunkSize = options.chunk ?? 100
    this.#keep = options.keep ?? 50
  }

  rowKey(index: number): string | number {
    return this.#options.key?.(index) ?? index
  }

  rowAt(index: number): Row | undefined {
    // Reading the version is what makes a cell show its row once the row came.
    if (this.#version < 0) return undefined
    return this.#chunks.get(this.#chunkOf(index))?.rows[index % this.#chunkSize]
  }

  want(first: number, end: number): void {
    this.#wanted = { first, end: Math.min(end, this.count) }
    const wanted = this.#wantedChunks()
    // Most frames of a scroll show only rows that are here.
    if (this.#requests.size === 0 && wanted.every((number) => this.#isFresh(number))) return
    // After the end of the list the running request goes on, since it may bring the new length.
    if (wanted.length === 0) return
    for (const [number, request] of this.#requests) {
      if (!wanted.includes(number)) this.#cancel(number, request)
    }
    for (const number of wanted) void this.#need(number)
  }

  /**
   * Other rows, or the same in another order: nothing that is loaded counts any more but the rows given here.
   * @param moved where the rows of before are now; not given if none of them is here
   */
  reset(count: number, given: GivenRows<Row> | null = null, moved: RowMove | null = null): void {
    this.edition++
    this.#cancelAll()
    this.#chunks.clear()
    this.count = count
    this.moved = moved
    if (given) this.#put(given)
    this.#version++
    this.want(this.#wanted.first, this.#wanted.end)
  }

  /** Part of a list on the screen, of whatever length, as whole requests: a page of it if nothing was shown yet. */
  get shown(): { readonly first: number; readonly end: number } {
    const { first, end } = this.#wanted
    const size = this.#chunkSize
    return { first: this.#chunkOf(first) * size, end: (this.#chunkOf(Math.max(first, end - 1)) + 1) * size }
  }

  /**
   * The same rows with perhaps other values: what is on the screen stays there until the new values came. Resolves when
   * they have; `also` names a row in addition to those on the screen.
   */
  async refresh(also?: number, given: GivenRows<Row> | null = null): Promise<void> {
    this.edition++
    this.#cancelAll()
    for (const chunk of this.#chunks.values()) chunk.stale = true
    if (given) {
      this.#put(given)
      this.#version++
    }
    const wanted = this.#wantedChunks()
    // Whatever is on the screen, something is read: the list may have another length.
    const beside = also === undefined ? (wanted.length > 0 ? [] : [0]) : [this.#chunkOf(also)]
    await Promise.all([...new Set([...wanted, ...beside])].map((number) => this.#need(number)))
  }

  /** Some rows have other values: what is on the screen of them is requested again, the others when they are shown. */
  async refreshThose(isChanged: (row: Row) => boolean): Promise<void> {
    this.edition++
    const changed = [...this.#chunks].filter(([, { rows }]) =>
      rows.some((row) => row !== undefined && isChanged(row)),
    )
    const wanted = this.#wantedChunks()
    // A request under way may have read its rows before they changed.
    const underWay = [...this.#requests].map(([number, request]) => {
      this.#cancel(number, request)
      return number
    })
    for (const [, chunk] of changed) chunk.stale = true
    const numbers = new Set([...underWay, ...changed.map(([number]) => number)])
    await Promise.all([...numbers].filter((each) => wanted.includes(each)).map((each) => this.#need(each)))
  }

  /** Puts a changed row in the place of the old one. */
  replace(index: number, row: Row): void {
    const number = this.#chunkOf(index)
    const chunk = this.#chunks.get(number)
    if (!chunk) return
    this.#chunks.set(number, { ...chunk, rows: chunk.rows.with(index % this.#chunkSize, row) })
    this.#version++
  }

  /**
   * Rows for copying: loaded in order, without pushing out what is on the screen. Fewer if some are gone or could not be
   * read.
   */
  async rows(first: number, end: number): Promise<readonly Row[]> {
    const signal = new AbortController().signal
    const fetch = this.#options.frozen?.() ?? this.#options.fetch
    const rows: Row[] = []
    for (let from = first; from < end; from += copyChunk) {
      const to = Math.min(end, from + copyChunk)
      const loaded = await fetch(from, to, signal)
      // A source that reads whole pages answers more than was asked for.
      rows.push(...(loaded ?? []).slice(0, to - from).filter((row) => row !== undefined))
    }
    return rows
  }

  #chunkOf(index: number): number {
    return Math.floor(index / this.#chunkSize)
  }

  #wantedChunks(): number[] {
    const { first, end } = this.#wanted
    if (first >= end) return []
    const from = this.#chunkOf(first)
    return Array.from({ length: this.#chunkOf(end - 1) - from + 1 }, (_, step) => from + step)
  }

  /** True if the chunk is here and needs no reading; it counts as used then. */
  #isFresh(number: number): boolean {
    const chunk = this.#chunks.get(number)
    if (!chunk || chunk.stale) return false
    this.#touch(number, chunk)
    return true
  }

  /** Requests a chunk that isn't loaded, or may have changed. */
  async #need(number: number): Promise<void> {
    const chunk = this.#chunks.get(number)
    if (chunk) this.#touch(number, chunk)
    if ((!chunk || chunk.stale) && !this.#requests.has(number)) await this.#request(number)
  }

  async #request(number: number): Promise<void> {
    const request = new AbortController()
    this.#requests.set(number, request)
    const first = number * this.#chunkSize
    const end = Math.min(this.count, first + this.#chunkSize)
    const rows = await this.#options.fetch(first, end, request.signal).catch(() => undefined)
    if (request.signal.aborted) return
    this.#requests.delete(number)
    if (!rows) return
    this.#touch(number, { rows, stale: false })
    this.#dropOldest()
    this.#version++
  }

  #put({ first, rows }: GivenRows<Row>): void {
    for (let at = 0; at < rows.length; at += this.#chunkSize)
      this.#touch(this.#chunkOf(first + at), { rows: rows.slice(at, at + this.#chunkSize), stale: false })
  }

  /** Makes a chunk the newest of the map, whose order is that of insertion. */
  #touch(number: number, chunk: Chunk<Row>): void {
    this.#chunks.delete(number)
    this.#chunks.set(number, chunk)
  }

  #dropOldest(): void {
    for (const number of this.#chunks.keys()) {
      if (this.#chunks.size <= this.#keep) return
      this.#chunks.delete(number)
    }
  }

  #cancel(number: number, request: AbortController): void {
    request.abort()
    this.#requests.delete(number)
  }

  #cancelAll(): void {
    for (const [number, request] of this.#requests) this.#cancel(number, request)
  }
}
