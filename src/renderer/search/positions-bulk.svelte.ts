import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { PositionParts } from '#shared/search/position-calls.ts'
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

/** Progress of a reading. */
export interface BulkProgress {
  readonly done: number
  readonly total: number
  /** By the pace so far; null before the first advert is done. */
  readonly secondsLeft: number | null
}

/** Failures of one advert alone: the others are read all the same. */
const ofOneAdvert = new Set(['usage', 'not-found', 'rejected', 'unreadable'])

/**
 * Reads positions of many adverts, one after another, while the person works on; ends at the first failure that every other
 * advert would meet.
 */
export class PositionsBulk {
  /** Null if no reading is under way. */
  progress = $state.raw<BulkProgress | null>(null)
  readonly #client: Client<Calls>
  readonly #onread: (id: number, position: Position) => void
  #abort = new AbortController()

  constructor(client: Client<Calls>, onread: (id: number, position: Position) => void) {
    this.#client = client
    this.#onread = onread
  }

  /** Reads them. @returns what it came to once it has ended; null if it was forgotten, or another reading took its place */
  async read(ids: readonly number[], likes: Likes, parts: PositionParts): Promise<BulkResult | null> {
    this.#abort.abort()
    const abort = new AbortController()
    this.#abort = abort
    this.progress = { done: 0, total: ids.length, secondsLeft: null }
    const result = await this.#readEach(ids, { likes, ...parts }, abort.signal)
    if (this.#abort !== abort) return null
    this.progress = null
    return result
  }

  /** Ends the reading; what was read stays. */
  stop(): void {
    this.#abort.abort()
  }

  /** Ends the reading without a report. */
  forget(): void {
    this.stop()
    this.#abort = new AbortController()
    this.progress = null
  }

  async #readEach(
    ids: readonly number[],
    asked: PositionParts & { readonly likes: Likes },
    signal: AbortSignal,
  ): Promise<BulkResult> {
    const unread: { id: number; words: string }[] = []
    const began = Date.now()
    let read = 0
    let failure: Failure | null = null
    for (const id of ids) {
      const reply = await this.#client('search:position', { id, ...asked, planned: null }, { signal })
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
      const done = read + unread.length
      const total = ids.length
      const secondsLeft = (((Date.now() - began) / done) * (total - done)) / 1_000
      this.progress = { done, total, secondsLeft }
    }
    return { read, total: ids.length, unread, failure }
  }
}
