import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Likes, Position } from '#shared/search/position.ts'

/** Result of reading many positions. */
export interface BulkResult {
  readonly read: number
  readonly total: number
  /** Adverts without a position, and why. */
  readonly unread: readonly { readonly id: number; readonly words: string }[]
  /** Failure that ended it early. */
  readonly failure: Failure | null
}

/** Failures of one advert alone: the others are read all the same. */
const ofOneAdvert = new Set(['usage', 'not-found', 'rejected', 'unreadable'])

/** Reads positions of many adverts, one after another; ends at the first failure that every other advert would meet. */
export class PositionsBulk {
  median = $state(false)
  average = $state(false)
  /** Adverts that are done, of how many; null if no reading is under way. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null)
  /** Result of the last reading; null before it. */
  result = $state.raw<BulkResult | null>(null)
  readonly #client: Client<Calls>
  readonly #onread: (id: number, position: Position) => void
  #abort = new AbortController()

  constructor(client: Client<Calls>, onread: (id: number, position: Position) => void) {
    this.#client = client
    this.#onread = onread
  }

  get parts(): { readonly median: boolean; readonly average: boolean } {
    return { median: this.median, average: this.average }
  }

  async read(ids: readonly number[], likes: Likes): Promise<void> {
    this.#abort.abort()
    const abort = new AbortController()
    this.#abort = abort
    this.result = null
    this.progress = { done: 0, total: ids.length }
    const result = await this.#readEach(ids, likes, abort.signal)
    if (this.#abort !== abort) return
    this.progress = null
    this.result = result
  }

  /** Ends the reading; what was read stays. */
  stop(): void {
    this.#abort.abort()
  }

  /** Ends the reading, and forgets what it came to. */
  forget(): void {
    this.stop()
    this.#abort = new AbortController()
    this.progress = null
    this.result = null
  }

  async #readEach(ids: readonly number[], likes: Likes, signal: AbortSignal): Promise<BulkResult> {
    const unread: { id: number; words: string }[] = []
    let read = 0
    let failure: Failure | null = null
    for (const id of ids) {
      const asked = { id, likes, ...this.parts, planned: null }
      const reply = await this.#client('search:position', asked, { signal })
      if (reply.ok) {
        read += 1
        this.#onread(id, reply.value)
      } else if (signal.aborted) break
      else if (ofOneAdvert.has(reply.failure.code))
        unread.push({ id, words: `${reply.failure.words} ${reply.failure.next}` })
      else {
        failure = reply.failure
        break
      }
      if (signal.aborted) break
      this.progress = { done: read + unread.length, total: ids.length }
    }
    return { read, total: ids.length, unread, failure }
  }
}
