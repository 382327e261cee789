/** Where the scripts lie that run beside main, in threads and child processes: built ones, or sources in tests. */
export interface Entries {
  readonly sandboxThread: URL
  readonly importWorker: URL
  readonly sheetWorker: URL
  readonly keychainChild: URL
  readonly checkWorker: URL
}

/** The scripts beside a built root: `base` is the root's own import.meta.url. */
export const builtEntries = (base: string): Entries => ({
  sandboxThread: new URL('./sandbox-thread.js', base),
  importWorker: new URL('./import-worker.js', base),
  sheetWorker: new URL('./sheet-worker.js', base),
  keychainChild: new URL('./keychain-child.js', base),
  checkWorker: new URL('./check-worker.js', base),
})
