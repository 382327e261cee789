import { parentPort } from 'node:worker_threads'
import { serveImports } from './serve-imports.ts'

/** The thread that reads, checks and stages CSV files, so that neither the main thread nor the window is blocked by it. */
if (!parentPort) throw new Error('import-worker runs in a worker thread')
serveImports(parentPort)
