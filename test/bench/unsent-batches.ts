import type { Journal } from '../../src/main/batch/journal/journal.ts'
import { type Batches, openBatches } from '../../src/main/batch/open-batches.ts'
import { checkInThread } from '../../src/main/storage/database-check.ts'
import { alone } from '../main/batch/alone.ts'

/** The batches of a data folder without a service: they are planned and read, and none is sent. */
export const unsentBatches = (journal: Journal, dataDir: string): Batches =>
  openBatches({
    ...alone,
    backup: { ...alone.backup, check: inThread },
    journal,
    dataDir,
    connect: () => Promise.reject(new Error('nothing is sent here')),
  })

const checkWorker = new URL('../../src/main/storage/check-worker.ts', import.meta.url)

/** A backup is checked beside the main thread, as in the app. */
export const inThread = async (path: string): Promise<boolean> =>
  (await checkInThread(checkWorker, path)) === 'sound'
