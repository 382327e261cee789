import { writtenAdvert } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import type { Stretch } from './stretch.ts'
import type { KnownAdvert } from './service-adverts.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import { keepsPrice, lacksPrice } from '../../writes/edit-price.ts'
import { saysMissing, saysNotShown } from '../../http/service-error.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import { type RowTransition, outcomeOfError, passingTrouble } from '../journal/outcome.ts'
import type { Since } from '../journal/writes.ts'
import type { OwnWrite } from '../journal/writes-view.ts'
import { freshFor, type LiveAdvert } from '../journal/live-advert.ts'
import {
  JournalRefused,
  type Sent,
  differsFromSeen,
  guardRow,
  journalled,
  notSent,
  sentElsewhere,
  stopRow,
  stopped,
} from './guard.ts'
import { keptPrice } from './kept-price.ts'

/** An advert of the account as this app wrote it last, to compare with if no read shows it. */
const asWritten = (autoId: number, userId: number, written: Values): LiveAdvert => ({
  ...writtenAdvert(autoId, written),
  userId,
  addDate: null,
  updateDate: null,
  title: null,
  baseId: null,
  equipId: null,
})

/** The service doesn't show the advert, or not whose it is: nothing is sent before a person agreed. */
const askPerson: Sent = { ...notSent, halt: { reason: 'not-shown', retryAfterMs: null, until: null } }

/** Looks, right before a row is sent, whether its advert is still what the dealer saw. */
export class RowGuard {
  readonly #parts: Stretch

  constructor(parts: Stretch) {
    this.#parts = parts
  }

  /** The write to send if the row may be sent. @throws JournalRefused */
  async look(row: SendableRow, signal: AbortSignal): Promise<Sent | AdvertWrite> {
    if (row.write.operation === 'create') return row.write
    const { operation, payload } = row.write
    if (lacksPrice(operation, payload) && !keepsPrice(operation, payload, row.before))
      return this.#stop(row, stopRow('failed', row, 'price-required'))
    const autoId = payload.auto_id
    const newer = this.#newer(row, autoId)
    if (newer) return newer
    return this.#guardLive(row, autoId, signal)
  }

  /**
   * Stops the row if its person can't have seen a later write: it came after the row was planned, or another desk wrote
   * another value than the row shows. For a while a read may show the values before it, so the live advert is no
   * evidence.
   */
  #newer(row: SendableRow, autoId: number): Sent | null {
    const accountId = this.#accountId
    const newer = this.#writes.newer(accountId, autoId, row.id)
    if (newer?.who === '') return this.#stop(row, stopRow('conflict', row, 'newer-batch', newer.batch))
    const elsewhere = newer ?? (row.overwrite ? undefined : this.#unseenElsewhere(row, autoId))
    if (!elsewhere) return null
    const { who, at, isOpen } = elsewhere
    return sentElsewhere(this.#parts.journal, row, { detail: `${who}, ${at ?? ''}`, isOpen })
  }

  #unseenElsewhere(row: SendableRow, autoId: number) {
    const fresh = this.#writes.elsewhereSince(this.#accountId, autoId, this.#ago(freshFor).from, row.id)
    // The last value of each field is the one that counts.
    const written = Object.fromEntries(fresh.toReversed().flatMap(({ payload }) => Object.entries(payload)))
    return differsFromSeen(row, written) ? fresh[0] : undefined
  }

  get #writes() {
    return this.#parts.journal.tables.writes
  }

  get #accountId(): string {
    return this.#parts.batch.source.accountId
  }

  /**
   * True if a person agreed to treat adverts shown without an owner as the account's. Those that the service doesn't
   * show are then compared with the last write.
   */
  get #sendsUnshown(): boolean {
    return this.#parts.journal.tables.batches.sendsUnshown(this.#parts.batch.seq)
  }

  /** The write with its price: an edit that names none keeps the one that the advert has. */
  #priced(row: SendableRow, live: LiveAdvert, fresh: readonly OwnWrite[]): Sent | AdvertWrite {
    const { write, before } = row
    if (write.operation !== 'edit' || !keepsPrice('edit', write.payload, before)) return write
    const last = this.#writes.values(this.#accountId, write.payload.auto_id)
    const price = keptPrice(live, write.payload.currency_id, { last, fresh }) ?? Number(before.price)
    if (price <= 0) return this.#stop(row, stopRow('failed', row, 'price-required'))
    return { operation: 'edit', payload: { ...write.payload, price } }
  }

  /** The record of a new vehicle names no owner: what the cache and a person say counts then. */
  async #guardLive(row: SendableRow, autoId: number, signal: AbortSignal): Promise<Sent | AdvertWrite> {
    const { port } = this.#parts
    const accountId = this.#accountId
    const cached = this.#parts.cached(accountId, autoId)
    try {
      const live = await port.readAdvert(autoId, signal)
      const userId = live.userId ?? cached?.userId ?? null
      if (userId === null && !this.#sendsUnshown) return askPerson
      const fresh = this.#writes.fresh(accountId, autoId, this.#ago(freshFor), row.id)
      const owned = { ...live, userId: userId ?? port.userId }
      const transition = guardRow(row, owned, { userId: port.userId, cached, fresh })
      if (transition) return this.#stop(row, transition)
      const other = this.#namedOther(row, live)
      if (other) return this.#stop(row, other)
      if (userId === null) this.#recordLook(row, 'owner-not-shown')
      return this.#priced(row, live, fresh)
    } catch (error) {
      if (saysNotShown(error)) return this.#guardUnshown(row, autoId, cached)
      return this.#unguarded(row, error)
    }
  }

  /** Names of an advert that was not known when the file was checked are compared now; who overwrites values means no other car. */
  #namedOther(row: SendableRow, live: LiveAdvert): RowTransition | null {
    const wasKnown = !row.problems.some(({ code }) => code === 'advert-not-cached')
    if (wasKnown || row.cells === null) return null
    const other = this.#parts.namesOther(this.#accountId, this.#parts.batch.source, row.cells, live)
    if (!other) return null
    return stopRow('failed', row, 'guard-names', `${other.named} → ${other.title}`)
  }

  /**
   * The service shows the advert at no address and does not say that it is gone. Once a person agreed, it is compared
   * with this app's last write.
   */
  #guardUnshown(row: SendableRow, autoId: number, cached: KnownAdvert | null): Sent | AdvertWrite {
    const { port } = this.#parts
    if (!this.#sendsUnshown) return askPerson
    const written = this.#writes.values(this.#accountId, autoId)
    const known = Object.keys(written).length > 0
    if (!known && !row.overwrite) return this.#stop(row, stopRow('conflict', row, 'not-shown'))
    const live = asWritten(autoId, port.userId, written)
    const transition = guardRow(row, live, { userId: port.userId, cached, fresh: [] })
    if (transition) return this.#stop(row, transition)
    this.#recordLook(row, 'not-shown')
    return this.#priced(row, live, [])
  }

  /** Keeps with the row what a person agreed to. */
  #recordLook(row: SendableRow, code: 'not-shown' | 'owner-not-shown'): void {
    const { journal } = this.#parts
    journalled(() => journal.tables.attempts.recordLook(row.id, code, '{}', journal.now()), null)
  }

  /**
   * A failed read proves nothing about the advert: the row waits, unless the service's answer is about the advert. If the
   * service itself says that it has no such advert, the row ends at once: a row that waits would hold others.
   */
  #unguarded(row: SendableRow, error: unknown): Sent {
    if (error instanceof JournalRefused) throw error
    const outcome = outcomeOfError(error)
    const halt = 'halt' in outcome ? outcome.halt : null
    if (halt) return { ...notSent, halt }
    const code = error instanceof Fault ? error.code : 'internal'
    if (code === 'cancelled') return notSent
    const passing = passingTrouble(error)
    if (passing)
      return {
        ...notSent,
        halt: passing,
        alone: stopRow('failed', row, code === 'not-found' ? 'server' : code),
      }
    return this.#stop(row, stopRow('failed', row, saysMissing(error) ? 'advert-gone' : code))
  }

  #ago(ms: number): Since {
    const { clock, port } = this.#parts
    const now = clock.now()
    const serviceNow = port.serviceNow()
    return {
      from: new Date(now - ms).toISOString(),
      serviceFrom: serviceNow === null ? null : new Date(serviceNow - ms).toISOString(),
    }
  }

  #stop(row: SendableRow, transition: RowTransition): Sent {
    return stopped(this.#parts.journal, row, transition)
  }
}
