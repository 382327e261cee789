import { DatabaseSync } from 'node:sqlite'
import { RememberedColumns } from '../../../src/main/import/remembered-columns.ts'
import { savedSchema } from '../../../src/main/storage/saved-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
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
  isUnasked: () => Promise.resolve(false),
  named: () => Promise.resolve({}),
  needsOf: () => Promise.resolve({ tasks: [], unavailable: false, unasked: false }),
  lookUp: () => Promise.resolve({ calls: 0, bounded: false, unavailable: false, failure: null }),
  choose: () => Promise.resolve(),
}

/** For whom no file was mapped before. */
export function noRememberedColumns(): RememberedColumns {
  const db = new DatabaseSync(':memory:')
  db.exec(savedSchema)
  return new RememberedColumns(db, systemClock)
}
