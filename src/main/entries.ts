/** Place of the scripts of main's threads and child processes: built ones, or sources in tests. */
export interface Entries {
  readonly sandboxThread: URL
  readonly importWorker: URL
  readonly sheetWorker: URL
  readonly keychainChild: URL
  readonly checkWorker: URL
}

/** Scripts next to a built root: `base` is the root's own import.meta.url. */
export const builtEntries = (base: string): Entries => ({
  sandboxThread: new URL('./sandbox-thread.cjs', base),
  importWorker: new URL('./import-worker.cjs', base),
  sheetWorker: new URL('./sheet-worker.cjs', base),
  keychainChild: new URL('./keychain-child.cjs', base),
  checkWorker: new URL('./check-worker.cjs', base),
})
