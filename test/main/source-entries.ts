import type { Entries } from '../../src/main/assemble.ts'

/** The scripts beside main, run from source. */
export const sourceEntries: Entries = {
  sandboxThread: new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url),
  importWorker: new URL('../../src/main/import/worker/import-worker.ts', import.meta.url),
  sheetWorker: new URL('../../src/main/import/worker/sheet-worker.ts', import.meta.url),
  checkWorker: new URL('../../src/main/storage/check-worker.ts', import.meta.url),
  keychainChild: new URL('../../src/main/keychain/keychain-child.ts', import.meta.url),
}
