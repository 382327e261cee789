import { readable } from '../storage/readable.ts'
import { tablesOf } from '../batch/journal/journal-tables.ts'
import { journalSchema } from '../batch/journal/journal-schema.ts'
import type { AccountPlace, DraftAccount } from '../import/draft-account.ts'
import type { WithAccount } from '../import/worker/serve-imports.ts'
import { AdvertsTable } from '../inventory/adverts-table.ts'
import { InventoryService } from '../inventory/inventory-service.ts'
import { LookupAnswersTable } from '../lookups/lookup-answers-table.ts'
import { LookupReader } from '../lookups/lookup-reader.ts'
import { VehicleLookups } from '../lookups/vehicle-lookups.ts'
import { NamesTable } from '../names/names-table.ts'
import { makeTables } from '../storage/database.ts'
import { FileDatabase } from '../storage/file-database.ts'
import { reportUnreadable } from '../storage/row-query.ts'
import { systemClock } from '../system/clock.ts'
import { planningAccount } from './planning-account.ts'
import { unsentEditsOf } from './unsent-edits.ts'

/**
 * Reads an account over connections of its own, which write nothing, see earlier commits, and close after the work: the
 * journal may be replaced by a backup at any time.
 */
export const withReadAccount: WithAccount = async ({ place }, onUnreadable, work) => {
  if (!place) throw new Error('rows of an account without a place are compared in the caller’s thread')
  const opened: FileDatabase[] = []
  const open = (path: string | null): FileDatabase => {
    const db = path === null ? emptyJournal() : new FileDatabase(path, { readOnly: true, timeout: 5_000 })
    opened.push(db)
    reportUnreadable(db, onUnreadable)
    return db
  }
  try {
    return await work(
      accountOf(
        place,
        open(place.cache),
        open(place.journal),
        place.edits === null ? null : readable(() => open(place.edits), null),
      ),
    )
  } finally {
    for (const db of opened) db.close()
  }
}

function emptyJournal(): FileDatabase {
  const db = new FileDatabase(':memory:')
  makeTables(db, journalSchema)
  return db
}

function accountOf(
  place: AccountPlace,
  cache: FileDatabase,
  journalDb: FileDatabase,
  edits: FileDatabase | null,
): DraftAccount {
  const clock = { ...systemClock, now: () => place.now }
  const journal = tablesOf(journalDb, '')
  const names = new NamesTable(cache)
  const lookups = new VehicleLookups(new LookupReader(new LookupAnswersTable(cache, clock)), names)
  const inventory = new InventoryService({
    table: new AdvertsTable(cache),
    clock,
    owner: () => Promise.resolve(place),
    written: () => ({}),
  })
  return planningAccount(place, {
    inventory,
    names,
    journal: () => journal,
    unsent: edits ? unsentEditsOf(edits) : () => new Map(),
    readsAfter: true,
    place: () => place,
    isUnasked: (within) => lookups.tasks.needsInside(place, within).unasked,
  })
}
