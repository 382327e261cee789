import { DoneWrites } from '../../../src/main/batch/journal/done-writes.ts'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { BatchParts } from '../../../src/main/batch/sending/batch-parts.ts'
import { Recovery } from '../../../src/main/batch/sending/recovery.ts'
import { isSound } from '../../../src/main/storage/database-check.ts'
import { FileDatabase } from '../../../src/main/storage/file-database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'

/** Batches of a desk without a team, a cache, limits or a window. */
export const alone = {
  program: 'test',
  freeFor: () => null,
  cached: () => null,
  namesOther: () => null,
  noteWritten: () => true,
  readsAfter: () => true,
  clock: systemClock,
  sharing: () => ({
    permits: () => Promise.resolve(null),
    isShared: () => false,
    report: () => undefined,
  }),
  checkMaySend: () => Promise.resolve(),
  pullTeam: () => Promise.resolve(),
  onProgress: () => undefined,
  onReplaced: () => undefined,
  backup: {
    check: (path) => {
      using db = new FileDatabase(path, { readOnly: true })
      return Promise.resolve(isSound(db))
    },
    onOutcome: () => undefined,
  },
} as const satisfies Partial<BatchParts>

/** The engine of a data folder, of which nothing is sent. */
export const recoveryOf = (journal: Journal, dataDir: string): Recovery =>
  new Recovery({ ...alone, journal, dataDir }, new DoneWrites(journal, () => true), {
    begun: () => undefined,
  })
