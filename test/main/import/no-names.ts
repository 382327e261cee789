import type { Freshness } from '../../../src/main/import/freshness.ts'
import type { ImportNames } from '../../../src/main/import/import-names.ts'

/** Every advert is as it was read. */
export const alwaysFresh: Freshness = {
  stale: () => Promise.resolve([]),
  read: () => Promise.resolve(null),
}

/** An account that knows no names, at a service without lookups. */
export const noImportNames: ImportNames = {
  offered: () => Promise.resolve([]),
  needsOf: () => Promise.resolve({ tasks: [], unavailable: false }),
  lookUp: () => Promise.resolve({ calls: 0, bounded: false, failure: null }),
  choose: () => Promise.resolve(),
}
