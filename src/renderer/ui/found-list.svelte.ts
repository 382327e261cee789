import type { Failure } from '#shared/bridge/failure.ts'
import { movesOfIds } from './grid/row-moves.ts'
import { RowWindow } from './grid/row-window.svelte.ts'
import { RequestState } from './request.svelte.ts'

/** Rows on the screen are read in so small parts that each part is shown soon. */
const readAtOnce = 25

/** Answer of a search: the ids of the pages that were read, in their order. */
interface FoundIds {
  readonly ids: readonly number[]
  /** Why the service did not answer now. */
  readonly failure: Failure | null
}

/** Some rows of a search; those that could not be read with the reason. */
export interface FoundRows<Row> {
  readonly rows: readonly Row[]
  readonly unread: readonly { readonly id: number; readonly words: string }[]
  /** Requests that it took. */
  readonly calls: number
  /** Why the service could not be asked for the others. */
  readonly failure?: Failure
}

/** A search of the service: the ids of the pages that were read, and the adverts on the screen. */
export abstract class FoundList<Row extends { readonly id: number }, Answer extends FoundIds> {
  answer = $state.raw<Answer | null>(null)
  openId = $state<number | null>(null)
  /** True if adverts are read as they come into sight, a call for each. */
  reading = $state(true)
  /** Adverts that were read since the search began. */
  readCount = $state(0)
  /** Why adverts could not be read. */
  readFailure = $state.raw<Failure | null>(null)
  readonly request = new RequestState()
  readonly rows = new RowWindow<Row>({
    fetch: (first, end, signal) => this.#fetch(first, end, signal),
    key: (index) => this.ids[index] ?? index,
    chunk: readAtOnce,
  })
  /** The ids as the grid has them. */
  #shown: readonly number[] = []
  /** The advert that was looked up, until its details are open. */
  #wanted: number | null = null

  /** The ids in the grid. */
  get ids(): readonly number[] {
    return this.answer?.ids ?? []
  }

  get failure(): Failure | null {
    return this.answer?.failure ?? this.request.failure ?? this.readFailure
  }

  /** Saved rows at once; the others are read if that is asked for. @returns undefined if nothing came */
  protected abstract readRows(
    ids: readonly number[],
    isRead: boolean,
    signal: AbortSignal,
  ): Promise<FoundRows<Row> | undefined>

  /** Stands in the grid for an advert whose record is not there, with the reason if there is one. */
  protected abstract unreadRow(id: number, words: string): Row

  /** Opens the details of an advert. */
  protected abstract open(id: number): unknown

  /** The ids changed: the grid shows these rows now, and keeps the selection by id. */
  show(): void {
    const before = this.#shown
    this.#shown = this.ids
    this.rows.reset(this.ids.length, null, movesOfIds(before, this.ids))
  }

  readOn(): void {
    this.reading = true
    this.readAgain()
  }

  /** Tries again what could not be read. */
  readAgain(): void {
    this.readFailure = null
    void this.rows.refresh()
  }

  /** @param isMore the answer goes on where the one before ended */
  protected put(answer: Answer, isMore: boolean): void {
    this.answer = answer
    if (!isMore) {
      this.show()
      return
    }
    this.#shown = this.ids
    this.rows.count = this.ids.length
  }

  /** Another search begins: nothing of the last one is wanted any more. */
  protected begin(): void {
    this.#wanted = null
    this.readCount = 0
    this.readFailure = null
  }

  /** Shows an answer that is one advert, which is read if it isn't saved, with its details. */
  protected showOne(id: number, answer: Answer): void {
    this.begin()
    this.request.clear()
    this.openId = null
    this.#wanted = id
    this.put(answer, false)
  }

  async #fetch(first: number, end: number, signal: AbortSignal): Promise<Row[] | undefined> {
    const ids = this.ids.slice(first, end)
    const wanted = this.#wanted
    const isRead = (this.reading || wanted !== null) && this.readFailure === null
    const found = await this.readRows(ids, isRead, signal)
    if (!found || signal.aborted) return undefined
    this.readCount += found.calls
    this.readFailure ??= found.failure ?? null
    const byId = new Map(found.rows.map((row) => [row.id, row]))
    if (wanted !== null && wanted === this.#wanted && byId.has(wanted)) void this.open(wanted)
    // What the service could not be asked for is still wanted by who tries again.
    if (!this.readFailure) this.#wanted = null
    for (const { id, words } of found.unread) byId.set(id, this.unreadRow(id, words))
    return ids.map((id) => byId.get(id) ?? this.unreadRow(id, ''))
  }
}

/** Facts of a list that is read page by page. */
interface ReadPages {
  readonly ids: readonly number[]
  /** All that match, as the service counts them; null if it doesn't say. */
  readonly count: number | null
  /** The last page brought nothing new. */
  readonly complete: boolean
}

/** Ids of a page that is full, unless the search asks for another number. */
const usualPage = 100

/** Ids of a page by what a search asks for; what is no such number, as a pasted search may have it, asks for none. */
export function pageSizeOf(asked: string | number | undefined): number {
  const size = Number(asked)
  return Number.isInteger(size) && size >= 1 ? Math.min(size, usualPage) : usualPage
}

/**
 * True if there is a page after those that were read. The service's count and its list disagree at times
 * (docs/service/practice.md, "count"). A list longer than its count goes on as long as its pages are full.
 */
export function hasMorePages({ ids, count, complete }: ReadPages, pageSize = usualPage): boolean {
  if (complete) return false
  if (count === null || ids.length < count) return true
  return ids.length > count && ids.length % pageSize === 0
}
