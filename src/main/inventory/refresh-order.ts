/** Facts that decide which adverts a refresh reads first: a quota may end before the list does. */
export interface RefreshNeeds {
  /** Adverts with edits that are not sent yet. */
  readonly edited: ReadonlySet<number>
  /** Live adverts that expire soon, the soonest first. */
  readonly expiring: Iterable<number>
  /** Every cached advert, the one that was read longest ago first. */
  readonly oldest: Iterable<number>
}

/** The ids in the order in which they are read: edited, soon to expire, never read, then those read longest ago. */
export function refreshOrder(ids: readonly number[], { edited, expiring, oldest }: RefreshNeeds): number[] {
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
