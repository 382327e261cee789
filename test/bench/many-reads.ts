import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/main/storage/database.ts'
import { HttpClient } from '../../src/main/http/http-client.ts'
import { Log } from '../../src/main/log/log.ts'
import { QuotaLedger } from '../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../src/main/quota/quota-table.ts'
import { Redactor } from '../../src/main/log/redact.ts'
import { InventoryApi } from '../../src/main/inventory/inventory-api.ts'
import { startSandboxThread } from '../../src/sandbox/sandbox-in-thread.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import type { Figure } from './figure.ts'

const thread = new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url)
const [reads, delayMs, atOnce] = [10_000, 50, 16]

/**
 * 10,000 adverts read from the sandbox, which takes 50 ms more for each, 16 at once, by the client as the app has it:
 * with ledger, log and the whole schema. 31.25 s if nothing else took time.
 */
export async function manyReads(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const sandbox = await startSandboxThread(thread, { databasePath: ':memory:', adverts: 2_000 })
  const { db } = openDatabase({
    path: join(folder, 'cache.db'),
    schema: quotaSchema,
    synchronous: 'NORMAL',
    now: () => Date.now(),
  })
  const redactor = new Redactor()
  const log = new Log({ directory: folder, redactor })
  const client = new HttpClient({
    connection: { ...sandbox, accountId: 'bench', readAuth: 'query' },
    redactor,
    log,
    budget: new QuotaLedger({ db }).forAccount('bench'),
    concurrency: atOnce,
  })
  try {
    const api = new InventoryApi(client)
    const active = (await api.ownAdverts())?.active ?? []
    const control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    await control.addFault({ kind: 'delay', ms: delayMs, path: '/auto/info' })
    const ids = Array.from({ length: reads }, (_, turn) => active[turn % active.length] ?? 0)
    const start = performance.now()
    await Promise.all(ids.map((id) => api.advertInfo(id)))
    return figuresOf(performance.now() - start)
  } finally {
    await client.close()
    await sandbox.close()
    log.close()
    db.close()
    rmSync(folder, { recursive: true })
  }
}

const figuresOf = (taken: number): Figure[] => [
  { name: '10,000 reads of 50 ms, 16 at once', value: taken / 1000, unit: 's' },
  {
    name: 'the same against the ideal 31.3 s',
    value: taken / ((reads * delayMs) / atOnce),
    unit: '×',
    goal: 1.15,
  },
]
