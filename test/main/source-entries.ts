import type { Entries } from '../../src/main/assemble.ts'

/** The scripts beside main, run from source. */
export const sourceEntries: Entries = {
  sandboxThread: new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url),
  importWorker: new URL('../../src/main/batch/draft/import-worker.ts', import.meta.url),
  keychainChild: new URL('../../src/main/core/keychain-child.ts', import.meta.url),
}
