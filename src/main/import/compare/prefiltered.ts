import type { FingerprintFilter } from '../../writes/fingerprint-filter.ts'
import type { Compare } from './compare.ts'

/** A file with fewer rows to look up needs no filter, which takes main a moment for each row of a large journal. */
const rowsWithoutFilter = 1_000

/**
 * `sentBefore` for one check of a file. From the thousandth fingerprint on it asks only about those that the filter lets
 * pass. Rows that come into the journal later are met when the file is planned, which asks once more.
 * @param filter asked for once; null if there is none
 */
export function prefiltered(
  sentBefore: Compare['sentBefore'],
  filter: () => Promise<FingerprintFilter | null>,
): Compare['sentBefore'] {
  let seen = 0
  let known: Promise<FingerprintFilter | null> | null = null
  return async (fingerprints) => {
    seen += fingerprints.length
    if (seen > rowsWithoutFilter) known ??= filter()
    const journalled = await known
    const some = journalled ? fingerprints.filter((print) => journalled.mayHave(print)) : fingerprints
    return some.length === 0 ? new Map() : sentBefore(some)
  }
}
