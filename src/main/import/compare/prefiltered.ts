import type { FingerprintFilter } from '../../writes/fingerprint-filter.ts'
import type { Compare } from './compare.ts'

/** A file with fewer rows to look up needs no filter, which takes main a moment for each row of a large journal. */
const rowsWithoutFilter = 1_000

/**
 * What tells the rows of a large file apart, for one check of it: asked for once, when the thousandth row is looked up. Rows
 * that come into the journal later are met when the file is planned, which asks once more.
 * @returns what was asked for, by how many more rows are looked up; null before the thousandth
 */
export function onceAfterRows<Filter>(
  filter: () => Promise<Filter | null>,
): (rows: number) => Promise<Filter | null> {
  let seen = 0
  let known: Promise<Filter | null> | null = null
  return (rows) => {
    seen += rows
    if (seen > rowsWithoutFilter) known ??= filter()
    return known ?? Promise.resolve(null)
  }
}

/**
 * `sentBefore` for one check of a file. Of many fingerprints it asks only about those that the filter lets pass.
 * @param filter null if there is none
 */
export function prefiltered(
  sentBefore: Compare['sentBefore'],
  filter: () => Promise<FingerprintFilter | null>,
): Compare['sentBefore'] {
  const filterFor = onceAfterRows(filter)
  return async (fingerprints) => {
    const journalled = await filterFor(fingerprints.length)
    const some = journalled ? fingerprints.filter((print) => journalled.mayHave(print)) : fingerprints
    return some.length === 0 ? new Map() : sentBefore(some)
  }
}
