import type { ListedColumn } from '#shared/inventory/advert.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { timestamp } from '../system/clock.ts'
import type { Owner } from './owner.ts'
import type { InventorySyncPorts } from './inventory-sync-ports.ts'

/**
 * The ids in the order in which they are read: edited, soon to expire, never read, then those read longest ago. A quota may
 * end before the list does.
 * @param expiring live adverts that expire soon, the soonest first
 * @param oldest every cached advert, the one that was read longest ago first
 */
function refreshOrder(
  ids: readonly number[],
  edited: ReadonlySet<number>,
  expiring: Iterable<number>,
  oldest: Iterable<number>,
): number[] {
  const left = new Set(ids)
  const cached = new Set(oldest)
  const order: number[] = []
  const take = (some: Iterable<number>): void => {
    for (const id of some) if (left.delete(id)) order.push(id)
  }
  take(ids.filter((id) => edited.has(id)))
  take(expiring)
  take(ids.filter((id) => !cached.has(id)))
  take(cached)
  return order
}

/** An advert that expires within so many days is read before the others. */
const soonDays = 7

/** Columns that a refresh is ordered by. */
const orderedBy: readonly ListedColumn[] = ['id', 'state', 'readAt', 'expiresAt']

/** Cost of a refresh. Its calls are one for each advert and, if the service has a list, one for that. */
export interface RefreshCost {
  readonly adverts: number
  /** It is the rest of a refresh that ended early. */
  readonly isRest: boolean
}

/** Order in which a refresh reads adverts: it may be cancelled, or wait for the quota, and goes on where it ended. */
export class RefreshPlan {
  readonly #ports: InventorySyncPorts

  constructor(ports: InventorySyncPorts) {
    this.#ports = ports
  }

  /** To be called before the first question about order. */
  async load({ accountId, userId }: Owner): Promise<void> {
    await this.#ports.table.load({ accountId, userId, whose: 'own' }, orderedBy)
  }

  /** Begins a refresh of these adverts, or goes on with the one that ended early. @returns what is to be read, in order */
  begin(owner: Owner, ids: readonly number[]): readonly number[] {
    const { refreshes, clock } = this.#ports
    const ordered = this.#inOrder(owner, ids)
    const began = refreshes?.unfinished(owner.accountId, clock.now()) ?? null
    if (began === null) refreshes?.begin(owner.accountId, timestamp(clock))
    const read = began === null ? null : refreshes?.readSince(owner.accountId, began)
    return read ? ordered.filter((id) => !read.has(id)) : ordered
  }

  /** Everything that it had to read was read. */
  end({ accountId }: Owner): void {
    const { refreshes, table, clock } = this.#ports
    refreshes?.end(accountId)
    table.syncs.record(accountId, timestamp(clock))
  }

  cost(owner: Owner): RefreshCost {
    const { table, list, sources, refreshes, clock } = this.#ports
    const others = table.known.missing(owner, [...list.unread(owner), ...(sources?.joined(owner) ?? [])])
    const began = refreshes?.unfinished(owner.accountId, clock.now()) ?? null
    if (began === null)
      return { adverts: table.known.count(owner.accountId, owner.userId) + others.length, isRest: false }
    const read = table.known.readSince(owner.accountId, others, began)
    return { adverts: table.known.countReadBefore(owner, began) + others.length - read.length, isRest: true }
  }

  /** Order with the most important first. */
  #inOrder({ accountId, userId }: Owner, ids: readonly number[]): number[] {
    const { table, clock, editedIn } = this.#ports
    const query = {
      text: '',
      states: [],
      sort: [{ column: 'expiresAt' as const, descending: false }],
      filters: [{ field: 'expiresIn' as const, from: null, to: soonDays }],
    }
    return refreshOrder(
      ids,
      editedIn?.(accountId) ?? new Set(),
      table.ids(accountId, userId, query, serviceTime(clock.now())),
      table.knownIds(accountId, userId),
    )
  }
}
