import type { BuyerKey, BuyerKeys } from './order-seal.ts'
import type { BuyerRemoval } from './buyer-removal.ts'
import { type Failure, Fault } from '#shared/bridge/failure.ts'
import type { Unread } from '#shared/bridge/unread.ts'
import type { OrdersReading } from '#shared/orders/orders-calls.ts'
import { contractStatuses } from '../service/order-status.ts'
import type { Priority } from '../http/call.ts'
import { timestamp } from '../system/clock.ts'
import type { OrdersPorts } from './orders-ports.ts'
import type { OwnStatusChanges } from './own-status-changes.ts'
import { statusWords } from './status-words.ts'

/** Gives the key of the buyers' data; what was sealed by keys that are gone is removed first. */
export class OrderVault {
  readonly #keys: BuyerKeys
  readonly #removal: BuyerRemoval
  #taken: string | null = null

  constructor(keys: BuyerKeys, removal: BuyerRemoval) {
    this.#keys = keys
    this.#removal = removal
  }

  async key(): Promise<BuyerKey> {
    const key = await this.#keys.current()
    if (this.#taken !== key.seal.keyId) this.#removal.takeKey(key.seal, key.session === null)
    this.#taken = key.seal.keyId
    return key
  }
}

/** `orders`: names of statuses that are known are not asked for again, which saves a call. */
type ReadingScope = 'all' | 'orders-only'

interface ReadingOptions {
  readonly scope?: ReadingScope
  /** `interactive` fails at once if the quota is used up. */
  readonly priority?: Priority
}

/** Result of a reading. */
export interface Reading {
  /** As the service counts them. */
  readonly total: number
  /** Number of different orders that came and could be read. */
  readonly received: number
  readonly unread: Unread
  /** Number of changes since the reading before. */
  readonly changes: number
  /** The numbers of the orders that came. */
  readonly came: ReadonlySet<number>
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The orders, of which these are the readings. */
interface Orders {
  /** Orders older than this lose their buyers, in the service's own form of time; null = none do. */
  forgetBefore(): string | null
  /** Something was found. */
  announce(accountId: string): void
}

/** Reads the orders of the accounts, one reading of an account after the other, and knows what the last one came to. */
export class OrderReadings {
  readonly #ports: OrdersPorts
  readonly #vault: OrderVault
  readonly #own: OwnStatusChanges
  readonly #orders: Orders
  readonly #failures = new Map<string, Failure>()
  readonly #unread = new Map<string, Unread>()
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(ports: OrdersPorts, vault: OrderVault, own: OwnStatusChanges, orders: Orders) {
    this.#ports = ports
    this.#vault = vault
    this.#own = own
    this.#orders = orders
  }

  /**
   * Reads and saves orders and statuses; readings of one account follow each other.
   * @throws Fault `cancelled`, or one of the service's family
   */
  read(accountId: string, signal?: AbortSignal, options: ReadingOptions = {}): Promise<Reading> {
    const before = this.#running.get(accountId)
    const reading = this.#readAfter(before, accountId, signal, options)
    const settled = Promise.allSettled([before, reading]).then(() => {
      if (this.#running.get(accountId) === settled) this.#running.delete(accountId)
    })
    this.#running.set(accountId, settled)
    return reading
  }

  isRunning(accountId: string): boolean {
    return this.#running.has(accountId)
  }

  hasFailed(accountId: string): boolean {
    return this.#failures.has(accountId)
  }

  /** The same as `read`, but a failure is noted and not thrown. @throws Fault `cancelled` */
  async attempt(accountId: string, signal?: AbortSignal, scope: ReadingScope = 'all'): Promise<void> {
    try {
      await this.read(accountId, signal, { scope })
      this.#failures.delete(accountId)
    } catch (error) {
      if (signal?.aborted) throw error
      this.#failures.set(accountId, this.#ports.words(error))
    }
  }

  /** Result of the last reading, as the window shows it. */
  async last(accountId: string): Promise<OrdersReading> {
    const { table } = this.#ports
    const statuses = table.statuses(accountId)
    const reading = table.reading(accountId)
    return {
      statuses: (statuses.length > 0 ? statuses : contractStatuses).map(({ id, name }) => ({
        id,
        name,
        words: statusWords(name),
      })),
      total: reading?.total ?? 0,
      received: reading?.received ?? 0,
      readAt: reading?.readAt ?? null,
      failure: this.#failures.get(accountId) ?? null,
      unread: this.#unread.get(accountId) ?? null,
      session: (await this.#vault.key()).session,
    }
  }

  async #readAfter(
    before: Promise<unknown> | undefined,
    accountId: string,
    signal: AbortSignal | undefined,
    { scope = 'all', priority = 'background' }: ReadingOptions,
  ): Promise<Reading> {
    await Promise.race([before, signal && aborted(signal)])
    if (signal?.aborted) throw new Fault('cancelled')
    const { table, clock } = this.#ports
    const source = await this.#ports.source(accountId)
    const { seal } = await this.#vault.key()
    const askedAt = timestamp(clock)
    const known = scope === 'orders-only' ? table.statuses(accountId) : []
    const [{ total, orders, unreadable }, statuses] = await Promise.all([
      source.orders(signal, priority),
      known.length > 0 ? known : source.statuses(signal, priority),
    ])
    const isOwn = (orderId: number, status: number | null) => this.#own.takes(accountId, orderId, status)
    const reading = { orders, statuses, total, askedAt, readAt: timestamp(clock), isOwn }
    const compared = table.save(accountId, { ...reading, forgetBefore: this.#orders.forgetBefore() }, seal)
    if (compared.changes > 0) this.#orders.announce(accountId)
    const unread = this.#recordUnread(accountId, unreadable)
    return { ...compared, total, unread, came: new Set(orders.map(({ order_id }) => order_id)) }
  }

  #recordUnread(accountId: string, faults: readonly Fault[]): Unread {
    for (const fault of faults) this.#ports.onUnread(fault)
    const [first] = faults
    const unread = first ? { count: faults.length, first: this.#ports.words(first) } : null
    this.#unread.set(accountId, unread)
    return unread
  }
}
