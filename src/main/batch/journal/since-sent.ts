import type { AttemptStart } from './attempts-table.ts'
import type { JournalTables } from './journal-tables.ts'

/**
 * Time for which a read may still show another value than this app wrote, or not yet an advert that it created, in ms.
 * Source: docs/service/practice.md, "freshness".
 */
export const freshFor = 15 * 60_000

/** The time now by this computer's clock, and by the service's if that is known; ms since 1970. */
export interface TwoClocks {
  readonly now: number
  readonly serviceNow: number | null
}

/**
 * Milliseconds since an attempt began, by the service's clock if both moments are known by it: this computer's may have
 * been set in between. Never negative.
 */
export function sinceSent({ at, serviceAt }: AttemptStart, { now, serviceNow }: TwoClocks): number {
  const passed =
    serviceAt !== null && serviceNow !== null ? serviceNow - Date.parse(serviceAt) : now - Date.parse(at)
  return Math.max(0, passed)
}

/**
 * @param createdBy the row whose create made the advert; null if no row of ours did
 * @param within ms
 */
export function isJustCreated(
  { attempts }: Pick<JournalTables, 'attempts'>,
  createdBy: number | null,
  clocks: TwoClocks,
  within = freshFor,
): boolean {
  const start = createdBy === null ? null : attempts.lastSent(createdBy)
  return start !== null && sinceSent(start, clocks) < within
}
