import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { isSound } from './database-check.ts'

/** The thread that checks a whole database over a separate connection, which can't write. */
const db = new DatabaseSync(z.string().parse(workerData), { readOnly: true, timeout: 5_000 })
try {
  parentPort?.postMessage(isSound(db))
} finally {
  db.close()
}
