import { timestamp, type Clock } from '../system/clock.ts'
import type { CachedAdvert } from './advert-rows.ts'
import type { AdvertsTable, PackedRecords } from './adverts-table.ts'
import type { RecordPacker } from './record-packer.ts'
import type { StockListTable } from './stock-list-table.ts'
import type { Owner } from './owner.ts'
import { together, unchanged, type StockChange } from './stock-change.ts'

/** Records written in one transaction: few enough not to block main for long. */
const savedAtOnce = 200
/** The first records are saved this soon, in ms, so that a first reading shows rows as they come; each wait doubles. */
const firstSavedAfter = 100
/** A record is saved after this time at the latest, in ms: it may have cost one of 30 calls an hour. */
const savedAfter = 1_000

export interface ReadBufferPorts {
  readonly table: AdvertsTable
  readonly list: StockListTable
  readonly clock: Clock
  readonly owner: Owner
  /** Packs the records of a whole transaction beside main; absent, they are packed where they are saved. */
  readonly packer?: RecordPacker
  readonly onSaved: (change: StockChange) => void
  /** So many adverts were marked as gone. */
  readonly onGone: (count: number) => void
}

/** Adverts that were read, and ids of those that are gone. */
type Taken = readonly [read: readonly CachedAdvert[], gone: readonly number[]]

/** Adverts that were read and are not saved yet. */
export class ReadBuffer {
  readonly #ports: ReadBufferPorts
  readonly #closed = new AbortController()
  #read: CachedAdvert[] = []
  #gone: number[] = []
  readonly #saving = new Set<Promise<void>>()
  #waiting = false
  #wait = firstSavedAfter

  constructor(ports: ReadBufferPorts) {
    this.#ports = ports
  }

  /** Resolves at once, or, if that makes a transaction whole, when it is saved; rejects with what its saving throws. */
  read(adverts: readonly CachedAdvert[]): Promise<void> {
    this.#read.push(...adverts)
    return this.#saveInTime()
  }

  /** As `read`. */
  gone(id: number): Promise<void> {
    this.#gone.push(id)
    return this.#saveInTime()
  }

  /** Saves the rest, when what is being saved is saved. */
  async close(): Promise<void> {
    this.#closed.abort()
    await Promise.allSettled(this.#saving)
    await this.#ports.packer?.close()
    this.#save()
  }

  async #saveInTime(): Promise<void> {
    if (this.#read.length + this.#gone.length < savedAtOnce) void this.#saveSoon()
    else if (this.#ports.packer) await this.#savePacked(this.#ports.packer)
    else this.#save()
  }

  async #savePacked(packer: RecordPacker): Promise<void> {
    const [read, gone] = this.#take()
    const saved = packer
      .pack(read.map(({ record }) => record))
      .then((packed) => this.#save([read, gone], packedRecords(read, packed)))
    this.#saving.add(saved)
    try {
      await saved
    } finally {
      this.#saving.delete(saved)
    }
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

  #save([read, gone]: Taken = this.#take(), packed?: PackedRecords): void {
    const { table, list, clock, owner, onSaved, onGone } = this.#ports
    const saved = read.length > 0 ? table.save(owner.accountId, read, packed) : unchanged
    const left = gone.length > 0 ? table.markGone(owner.accountId, gone, timestamp(clock)) : unchanged
    list.answered(owner, [...read.map(({ id }) => id), ...gone])
    if (left.ids.length > 0) onGone(left.ids.length)
    onSaved(together(saved, left))
  }
}

const packedRecords = (adverts: readonly CachedAdvert[], packed: readonly Uint8Array[]): PackedRecords =>
  new Map(
    adverts.flatMap((advert, at) => {
      const bytes = packed[at]
      return bytes ? [[advert, bytes] as const] : []
    }),
  )
