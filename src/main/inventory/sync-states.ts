import type { Owner } from './owner.ts'
import type { Fault, Failure } from '#shared/bridge/failure.ts'
import type { OwnListSource, SyncState } from '#shared/inventory/inventory-calls.ts'
import type { Unread } from '#shared/bridge/unread.ts'
import type { InventorySyncPorts } from './inventory-sync-ports.ts'

/** For each account: how far its reading is, what ended the last one early, and what could not be read. */
export class SyncStates {
  readonly #ports: InventorySyncPorts
  readonly #progress = new Map<string, { done: number; total: number }>()
  readonly #failures = new Map<string, Failure>()
  readonly #sources = new Map<string, OwnListSource>()
  readonly #unread = new Map<string, NonNullable<Unread>>()
  readonly #gone = new Map<string, number>()

  constructor(ports: InventorySyncPorts) {
    this.#ports = ports
  }

  of(owner: Owner): SyncState {
    const progress = this.#progress.get(owner.accountId)
    const list = this.#ports.list.of(owner)
    return {
      syncedAt: this.#ports.table.syncs.last(owner.accountId),
      running: progress ? { ...progress, waitsUntil: this.#ports.waitsUntil(owner.accountId) } : null,
      failure: this.#failures.get(owner.accountId) ?? null,
      unread: this.#unread.get(owner.accountId) ?? null,
      gone: this.#gone.get(owner.accountId) ?? 0,
      adverts: this.#ports.table.known.count(owner.accountId, owner.userId),
      source: this.#sources.get(owner.accountId) ?? null,
      list: list && { listed: list.listed, unread: list.unread },
    }
  }

  /** Records how it was known which adverts are the owner's. */
  recordSource({ accountId }: Owner, source: OwnListSource): void {
    this.#sources.set(accountId, source)
  }

  /** Sends the state as it is now to the window. */
  send(owner: Owner): void {
    this.#ports.onSync(this.of(owner), owner)
  }

  begin(owner: Owner): void {
    this.#failures.delete(owner.accountId)
    this.#unread.delete(owner.accountId)
    this.#gone.delete(owner.accountId)
    this.#progress.set(owner.accountId, { done: 0, total: 0 })
    this.send(owner)
  }

  end(owner: Owner): void {
    this.#progress.delete(owner.accountId)
    this.send(owner)
  }

  /** Starts counting towards this total. @returns a function that counts one advert more, without sending the state */
  counter({ accountId }: Owner, total: number): () => void {
    const progress = { done: 0, total }
    this.#progress.set(accountId, progress)
    return () => {
      progress.done += 1
    }
  }

  recordFailure({ accountId }: Owner, error: unknown): void {
    this.#failures.set(accountId, this.#ports.words(error))
  }

  recordGone({ accountId }: Owner, count: number): void {
    this.#gone.set(accountId, (this.#gone.get(accountId) ?? 0) + count)
  }

  recordUnread({ accountId }: Owner, id: number | null, fault: Fault): void {
    this.#ports.onUnread(id, fault)
    const { count, first } = this.#unread.get(accountId) ?? { count: 0, first: this.#ports.words(fault) }
    this.#unread.set(accountId, { count: count + 1, first })
  }
}
