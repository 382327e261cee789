import type { Fault, Failure } from '#shared/bridge/failure.ts'
import type { SyncState } from '#shared/inventory/inventory-calls.ts'
import type { Unread } from '#shared/bridge/unread.ts'
import type { AdvertsTable } from './adverts-table.ts'

export interface Owner {
  readonly accountId: string
  readonly userId: number
}

export interface SyncStatesPorts {
  readonly table: Pick<AdvertsTable, 'syncedAt' | 'count'>
  /** When the next read may begin, ISO 8601, where reads of the account wait for its quota. */
  readonly waitsUntil: (accountId: string) => string | null
  readonly words: (fault: unknown) => Failure
  /** Told of each advert that could not be read; its id is null where that is what could not be read. */
  readonly onUnread: (id: number | null, fault: Fault) => void
  readonly onSync: (state: SyncState) => void
}

/** How far the reading of each account is, what ended the last one early, and what it went past. */
export class SyncStates {
  readonly #ports: SyncStatesPorts
  readonly #progress = new Map<string, { done: number; total: number }>()
  readonly #failures = new Map<string, Failure>()
  readonly #unread = new Map<string, NonNullable<Unread>>()

  constructor(ports: SyncStatesPorts) {
    this.#ports = ports
  }

  of(owner: Owner): SyncState {
    const progress = this.#progress.get(owner.accountId)
    return {
      syncedAt: this.#ports.table.syncedAt(owner.accountId),
      running: progress ? { ...progress, waitsUntil: this.#ports.waitsUntil(owner.accountId) } : null,
      failure: this.#failures.get(owner.accountId) ?? null,
      unread: this.#unread.get(owner.accountId) ?? null,
      adverts: this.#ports.table.count(owner.accountId, owner.userId),
    }
  }

  /** Tells the window the state as it is now. */
  tell(owner: Owner): void {
    this.#ports.onSync(this.of(owner))
  }

  begin(owner: Owner): void {
    this.#failures.delete(owner.accountId)
    this.#unread.delete(owner.accountId)
    this.#progress.set(owner.accountId, { done: 0, total: 0 })
    this.tell(owner)
  }

  end(owner: Owner): void {
    this.#progress.delete(owner.accountId)
    this.tell(owner)
  }

  /** Counts anew towards this total; what it answers counts one advert more, and tells nobody. */
  counter({ accountId }: Owner, total: number): () => void {
    const progress = { done: 0, total }
    this.#progress.set(accountId, progress)
    return () => {
      progress.done += 1
    }
  }

  noteFailure({ accountId }: Owner, error: unknown): void {
    this.#failures.set(accountId, this.#ports.words(error))
  }

  noteUnread({ accountId }: Owner, id: number | null, fault: Fault): void {
    this.#ports.onUnread(id, fault)
    const { count, first } = this.#unread.get(accountId) ?? { count: 0, first: this.#ports.words(fault) }
    this.#unread.set(accountId, { count: count + 1, first })
  }
}
