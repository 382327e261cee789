/** Live adverts of the account, and which of them matter first. */
export interface LiveAdverts {
  /** The dearest first. */
  readonly byPrice: Float64Array
  readonly fresh: ReadonlySet<number>
  readonly expiring: ReadonlySet<number>
  readonly edited: ReadonlySet<number>
}

const hour = 3_600_000

/** An advert is not read again before its day grew by as much, in ms: each is read twice a day at most. */
export const readAgainAfter = 12 * hour

/** Adverts that were never read count as read so long ago, in ms. */
const neverRead = 30 * 24 * hour

/** Share of the stock that counts as expensive. */
const dearShare = 0.2

/**
 * The adverts whose views are read next, at most `most` of them: how long ago each was read, times how much it matters. New ones
 * matter most, then those that expire soon or were edited lately, then the dearest fifth; every advert has its turn in the end.
 * @param readAt when an advert was read, ms since 1970; undefined if it never was
 */
export function readingOrder(
  live: LiveAdverts,
  readAt: (id: number) => number | undefined,
  now: number,
  most: number,
): number[] {
  const { byPrice } = live
  const due: { readonly id: number; readonly urgency: number }[] = []
  for (const [place, id] of byPrice.entries()) {
    const at = readAt(id)
    // A clock that was set back must not stop the readings: a time in the future is no evidence.
    const age = at === undefined || at > now ? neverRead : Math.min(now - at, neverRead)
    if (age >= readAgainAfter) due.push({ id, urgency: age * weightOf(live, id, place) })
  }
  return due
    .toSorted((one, other) => other.urgency - one.urgency)
    .slice(0, most)
    .map(({ id }) => id)
}

function weightOf(live: LiveAdverts, id: number, place: number): number {
  if (live.fresh.has(id)) return 4
  if (live.expiring.has(id) || live.edited.has(id)) return 3
  return place < live.byPrice.length * dearShare ? 2 : 1
}
