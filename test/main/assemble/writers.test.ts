import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { Storage } from '../../../src/main/context/storage.ts'
import { ViewsTable } from '../../../src/main/inventory/views-table.ts'
import { OrdersTable } from '../../../src/main/orders/orders-table.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { RealtyTable } from '../../../src/main/realty/realty-table.ts'
import { SavedSearchesTable } from '../../../src/main/search/saved-searches-table.ts'
import type { StagedEdit } from '../../../src/main/staged/staged-edit.ts'
import { StagedStore } from '../../../src/main/staged/staged-store.ts'
import { forkChild } from '../../../src/main/system/fork-child.ts'
import { startSandboxThread } from '../../../src/sandbox/sandbox-in-thread.ts'
import { testEntries } from '../../scripts.ts'
import { folderOfTest } from '../../folders.ts'

let dataDir: string
beforeEach(() => {
  dataDir = folderOfTest()
})

const opened = (): Storage =>
  new Storage({
    dataDir,
    entries: testEntries,
    overrides: {},
    systemLocale: () => 'en',
    version: '1.0.0',
    program: 'test',
    spawnKeychain: (entry) => forkChild(fileURLToPath(entry)),
    startSandbox: startSandboxThread,
    proxyFor: () => Promise.resolve('DIRECT'),
    publish: () => undefined,
  })

const at = '2026-11-21T10:00:00.000Z'

/** Whoever else writes what is the dealer's own, and how many rows that leaves. */
const writers: Record<string, (storage: Storage) => Promise<void> | void> = {
  'all buyers are deleted': ({ cache, staged }) => {
    cache.exec(
      `INSERT INTO orders (account_id, order_id, created_at, record, digest) VALUES ('a', 1, '2026', '{}', '')`,
    )
    staged.exec(`INSERT INTO order_marks VALUES ('a', 1, '${at}', 'k', x'00', '${at}')`)
    cache.exec('DELETE FROM orders')
    new OrdersTable(cache, staged).removal.erase()
    expect(staged.prepare('SELECT count(*) AS n FROM order_marks WHERE note IS NOT NULL').get()?.n).toBe(0)
  },
  'a search of real estate is kept': ({ cache, staged }) =>
    new RealtyTable(cache, staged).saveAnswer('a', 'q', { count: 1, ids: [1], readAt: at }),
  'a search of the market is saved': ({ cache, staged }) =>
    new SavedSearchesTable(cache, staged).add('a', 'id', 'name', [], at),
  'a view is renamed': ({ staged }) => new ViewsTable(staged).saved.rename('a', 'id', 'other'),
  'a call is counted': async ({ quota, clock }) => {
    const account = new QuotaLedger({ db: quota, clock }).forAccount('a')
    await account.reserve('read', { wait: false })
    expect(account.used().hour).toBe(1)
  },
}

const edit: StagedEdit = {
  advert: 1,
  field: 'version',
  value: 'x',
  currency: null,
  seen: 'old',
  seenCurrency: null,
  stagedAt: at,
  batch: null,
  held: null,
}

/** What is written in each table, by another connection: what is committed. */
function committed(name: string): string {
  const db = new DatabaseSync(join(dataDir, name), { readOnly: true })
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all()
  const rows = tables.map(({ name: table }) => [table, db.prepare(`SELECT * FROM ${String(table)}`).all()])
  db.close()
  return JSON.stringify(rows)
}

describe.each(Object.entries(writers))('while an edit of many adverts is written, %s', (_what, write) => {
  test.each([true, false])('and both are kept or fail by themselves (edit kept: %s)', async (isKept) => {
    const storage = opened()
    const store = new StagedStore(storage.edits)
    const writing = Promise.withResolvers<undefined>()
    const gate = Promise.withResolvers<undefined>()
    const before = committed('edits.db')
    const change = store.step('a', async (put) => {
      put(edit, null, edit)
      writing.resolve(undefined)
      await gate.promise
      if (!isKept) throw new Error('ended')
    })
    await writing.promise
    await write(storage)
    const others = committed('staged.db')
    expect(committed('edits.db')).toBe(before)
    gate.resolve(undefined)
    await change.catch(() => undefined)
    expect(committed('staged.db')).toBe(others)
    expect(committed('edits.db') === before).toBe(!isKept)
    await store.close()
    storage.journal.close()
    storage.closeStorage()
  })
})
