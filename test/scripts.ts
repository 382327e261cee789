import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Entries } from '../src/main/assemble.ts'

/** The variable that says where `prepared-run.ts` put the scripts; without it they run from source. */
export const bundledFolder = 'FORECOURT_TEST_SCRIPTS'

/** The scripts that tests start as processes and threads. */
export const scriptPaths = {
  cli: 'src/main/cli.ts',
  'sandbox-thread': 'src/sandbox/sandbox-thread.ts',
  'import-worker': 'src/main/joins/import-worker.ts',
  'sheet-worker': 'src/main/import/worker/sheet-worker.ts',
  'check-worker': 'src/main/storage/check-worker.ts',
  'keychain-child': 'src/main/keychain/keychain-child.ts',
  'command-child': 'test/main/cli/command-child.ts',
  'engine-child': 'test/crash/engine-child.ts',
  'priced-child': 'test/crash/priced-child.ts',
  'stock-child': 'test/crash/stock-child.ts',
  'watch-child': 'test/crash/watch-child.ts',
  'following-child': 'test/main/orders/following-child.ts',
} as const

/** Where a script lies, to be started by Node. */
export function scriptPath(name: keyof typeof scriptPaths): string {
  const folder = process.env.FORECOURT_TEST_SCRIPTS
  return folder === undefined
    ? join(import.meta.dirname, '..', scriptPaths[name])
    : join(folder, `${name}.mjs`)
}

const url = (name: keyof typeof scriptPaths): URL => pathToFileURL(scriptPath(name))

/** The scripts beside main. */
export const testEntries: Entries = {
  sandboxThread: url('sandbox-thread'),
  importWorker: url('import-worker'),
  sheetWorker: url('sheet-worker'),
  checkWorker: url('check-worker'),
  keychainChild: url('keychain-child'),
}
