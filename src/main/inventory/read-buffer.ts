import { timestamp, type Clock } from '../system/clock.ts'
import type { AdvertsTable, CachedAdvert } from './adverts-table.ts'

/** Records written in one transaction: small enough that main is never busy for long. */
const savedAtOnce = 50
/** A record waits no longer than this for others to be saved with, in ms: it may have cost one of 30 calls an hour. */
const savedAfter = 1_000

export interface ReadBufferPorts {
  readonly table: Pick<AdvertsTable, 'save' | 'markGone'>
  readonly clock: Clock
  readonly accountId: string
  readonly onSaved: () => void
}

/** What was read and isn't saved yet. */
export class ReadBuffer {
  readonly #ports: ReadBufferPorts
  readonly #closed = new AbortController()
  #read: CachedAdvert[] = []
  #gone: number[] = []
  #resting = false

  constructor(ports: ReadBufferPorts) {
    this.#ports = ports
  }

  read(adverts: readonly CachedAdvert[]): void {
    this.#read.push(...adverts)
    this.#saveInTime()
  }

  gone(id: number): void {
    this.#gone.push(id)
    this.#saveInTime()
  }

  /** Saves the rest. */
  close(): void {
    this.#closed.abort()
    this.#save()
  }

  #saveInTime(): void {
    if (this.#read.length + this.#gone.length >= savedAtOnce) this.#save()
    else void this.#saveSoon()
  }

  async #saveSoon(): Promise<void> {
    if (this.#resting) return
    this.#resting = true
    await this.#ports.clock.sleep(savedAfter, this.#closed.signal)
    this.#resting = false
    if (!this.#closed.signal.aborted) this.#save()
  }

  #save(): void {
    const { table, clock, accountId, onSaved } = this.#ports
    const [read, gone] = [this.#read, this.#gone]
    this.#read = []
    this.#gone = []
    if (read.length > 0) table.save(accountId, read)
    if (gone.length > 0) table.markGone(accountId, gone, timestamp(clock))
    onSaved()
  }
}
