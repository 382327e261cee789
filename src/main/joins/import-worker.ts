import { parentPort } from 'node:worker_threads'
import { serveImports } from '../import/worker/serve-imports.ts'
import { withReadAccount } from './read-account.ts'

/** The thread that reads, checks and compares files, so that neither the main thread nor the window is blocked by it. */
if (!parentPort) throw new Error('import-worker runs in a worker thread')
serveImports(parentPort, withReadAccount)
