import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { DraftAccount } from '../../../src/main/import/draft-account.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { testEntries } from '../../scripts.ts'
import { CsvFolder } from './csv-files.ts'

/** Drafts of one test file, read in the test's own thread, whose accounts are those that it makes up; and a folder for the files that they are made of. */
export function openDrafts() {
  const folder = new CsvFolder()
  const dataDir = join(folder.path, 'data')
  const service = new DraftService({
    dataDir,
    workerEntry: testEntries.importWorker,
    bytesHere: Infinity,
    sheetEntry: testEntries.sheetWorker,
  })
  afterAll(async () => {
    await service.close()
    folder.remove()
  })
  return { folder, dataDir, service }
}

/** An account of which no advert is cached and no row was sent. */
export const emptyAccount: DraftAccount = {
  userId: 7,
  baseUrlLength: 40,
  stock: 10,
  currentValues: () => new Map(),
  sentBefore: () => new Map(),
}
