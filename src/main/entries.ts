import type { Entries } from './assemble.ts'

/** The scripts beside a built root: `base` is the root's own import.meta.url. */
export const builtEntries = (base: string): Entries => ({
  sandboxThread: new URL('./sandbox-thread.js', base),
  importWorker: new URL('./import-worker.js', base),
  keychainChild: new URL('./keychain-child.js', base),
})
