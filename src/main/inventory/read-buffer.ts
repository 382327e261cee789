import { type OnCall, countingCalls, currentCounter } from '../http/call.ts'
import { timestamp } from '../system/clock.ts'
import type { Owner } from './owner.ts'
import type { CachedAdvert } from './advert-rows.ts'
import type { InventorySyncPorts } from './inventory-sync-ports.ts'
import { type StockChange, together, unchanged } from './change-notes.ts'

/** Time after a write until the advert is read again, in ms. */
const readSoonAfter = 1_500

/**
 * Reads again, a little later, what was written, unless calls are limited by a quota. Each read counts as a request of
 * the work that wrote the advert.
 */
export class DelayedReads {
  readonly #ports: Pick<InventorySyncPorts, 'clock' | 'mayReadSoon'>
  readonly #read: (owner: Owner, ids: readonly number[], stop: AbortSignal) => Promise<void>
  /** Adverts of each account, with the counter of the work that wrote them. */
  readonly #soon = new Map<string, Map<number, OnCall>>()
  readonly #background = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  constructor(
    ports: Pick<InventorySyncPorts, 'clock' | 'mayReadSoon'>,
    read: (owner: Owner, ids: readonly number[], stop: AbortSignal) => Promise<void>,
  ) {
    this.#ports = ports
    this.#read = read
  }

  add(owner: Owner, autoId: number): void {
    if (!this.#ports.mayReadSoon(owner.accountId)) return
    const waiting = this.#soon.get(owner.accountId) ?? new Map<number, OnCall>()
    this.#soon.set(owner.accountId, waiting.set(autoId, currentCounter()))
    if (waiting.size > 1) return
    this.#later(async () => {
      await this.#ports.clock.sleep(readSoonAfter, this.#stop.signal)
      this.#soon.delete(owner.accountId)
      for (const [onCall, adverts] of Map.groupBy(waiting, ([, counter]) => counter)) {
        const ids = adverts.map(([id]) => id)
        await countingCalls(onCall, () => this.#read(owner, ids, this.#stop.signal))
      }
    })
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled(this.#background)
  }

  /** Work in the background whose failure the next sync shows. */
  #later(work: () => Promise<void>): void {
    const running = work()
      .catch(() => undefined)
      .finally(() => this.#background.delete(running))
    this.#background.add(running)
  }
}

/** Records written in one transaction: few enough not to block main for long. */
const savedAtOnce = 200
/** The first records are saved this soon, in ms, so that a first reading shows rows as they come; each wait doubles. */
const firstSavedAfter = 100
/** A record is saved after this time at the latest, in ms: it may have cost one of 30 calls an hour. */
const savedAfter = 1_000

interface Report {
  readonly onSaved: (change: StockChange) => void
  /** So many adverts were marked as gone. */
  readonly onGone: (count: number) => void
}

/** Adverts that were read, and ids of those that are gone. */
type Taken = readonly [read: readonly CachedAdvert[], gone: readonly number[]]

/** Adverts that were read and are not saved yet. */
export class ReadBuffer {
  readonly #ports: Pick<InventorySyncPorts, 'table' | 'list' | 'clock'>
  readonly #owner: Owner
  readonly #report: Report
  readonly #closed = new AbortController()
  #read: CachedAdvert[] = []
  #gone: number[] = []
  #waiting = false
  #wait = firstSavedAfter

  constructor(ports: Pick<InventorySyncPorts, 'table' | 'list' | 'clock'>, owner: Owner, report: Report) {
    this.#ports = ports
    this.#owner = owner
    this.#report = report
  }

  /** Saves at once if that makes a transaction whole, and throws what its saving throws; else soon. */
  read(adverts: readonly CachedAdvert[]): void {
    this.#read.push(...adverts)
    this.#saveInTime()
  }

  /** As `read`. */
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
    if (this.#read.length + this.#gone.length < savedAtOnce) void this.#saveSoon()
    else this.#save()
  }

  async #saveSoon(): Promise<void> {
    if (this.#waiting) return
    this.#waiting = true
    const wait = this.#wait
    this.#wait = Math.min(2 * wait, savedAfter)
    await this.#ports.clock.sleep(wait, this.#closed.signal)
    this.#waiting = false
    if (!this.#closed.signal.aborted) this.#save()
  }

  #take(): Taken {
    const taken: Taken = [this.#read, this.#gone]
    this.#read = []
    this.#gone = []
    return taken
  }

  #save(): void {
    const [read, gone] = this.#take()
    const { table, list, clock } = this.#ports
    const owner = this.#owner
    const saved = read.length > 0 ? table.save(owner.accountId, read) : unchanged
    const left = gone.length > 0 ? table.markGone(owner.accountId, gone, timestamp(clock)) : unchanged
    list.answered(owner, [...read.map(({ id }) => id), ...gone])
    if (left.ids.length > 0) this.#report.onGone(left.ids.length)
    this.#report.onSaved(together(saved, left))
  }
}
