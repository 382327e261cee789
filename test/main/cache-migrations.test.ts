import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressesMigration } from '../../src/main/inventory/address-memory.ts'
import {
  advertsMigration,
  euroHistoryMigration,
  newestFirstMigration,
  quickStockMigration,
} from '../../src/main/inventory/adverts-migrations.ts'
import { ownListMigration } from '../../src/main/inventory/own-list-migration.ts'
import { sourcesMigration } from '../../src/main/inventory/sources/sources-migration.ts'
import { stockListMigration } from '../../src/main/inventory/stock-list-table.ts'
import { lookupsMigration } from '../../src/main/lookups/lookup-answers-table.ts'
import { vehicleNamesMigration } from '../../src/main/names/names-migrations.ts'
import {
  followedOrdersMigration,
  forgottenBuyersMigration,
  ordersMigration,
  ordersTotalMigration,
} from '../../src/main/orders/orders-migrations.ts'
import { quotaMigration } from '../../src/main/quota/quota-table.ts'
import { realtyMigration } from '../../src/main/realty/realty-migrations.ts'
import { marketMigration } from '../../src/main/search/market-migrations.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { assembledIn } from './assembled.ts'

let dataDir: string
const cachePath = (): string => join(dataDir, 'cache.db')
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-cache-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** The steps as they were released, in their order. */
const released = [
  ...[advertsMigration, ordersMigration, quotaMigration, ownListMigration, forgottenBuyersMigration],
  ...[ordersTotalMigration, stockListMigration, quickStockMigration, addressesMigration],
  ...[vehicleNamesMigration, lookupsMigration, followedOrdersMigration, marketMigration, realtyMigration],
  sourcesMigration,
  euroHistoryMigration,
  newestFirstMigration,
]

/** Rows, each with the step from which on a cache can hold it. */
const content = [
  [
    advertsMigration,
    `INSERT INTO advert_history (account_id, id, at, usd, uah, state) VALUES ('a', 1, '2026-01-01', 9, 360, 'live')`,
  ],
  [ordersMigration, `INSERT INTO order_statuses VALUES ('a', 1, 'New', 0)`],
  [ordersMigration, `INSERT INTO order_reads (account_id, read_at) VALUES ('a', '2026-11-01T00:00:00Z')`],
  [
    ordersMigration,
    `INSERT INTO orders (account_id, order_id, created_at, record)
     VALUES ('a', 7, '2026-11-01 10:00:00', '{"order_id":7,"recipient":{"name":"Olena"}}')`,
  ],
  [marketMigration, `INSERT INTO market_answers VALUES ('a', '?q=1', 2, '[1,2]', 1, '2026-11-01T00:00:00Z')`],
  [
    marketMigration,
    `INSERT INTO market_searches (id, account_id, name, params, saved_at) VALUES ('s', 'a', 'BMW', '[]', '2026')`,
  ],
  [
    realtyMigration,
    `INSERT INTO realty_answers VALUES ('a', '?category=1', 1, '[9]', '2026-11-01T00:00:00Z')`,
  ],
] as const

const tables = (db: DatabaseSync): string[] =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))

/** Opens the cache as the app does, which brings it up to date. */
const openedByApp = () => assembledIn(dataDir)

const firstNew = released.indexOf(followedOrdersMigration)
const versions = released.map((_step, done) => done).filter((done) => done >= firstNew)

test.each([...versions, released.length])(
  'a cache at migration %d is brought up to date with all its content',
  async (done) => {
    const steps = released.slice(0, done)
    const options = { path: cachePath(), synchronous: 'NORMAL', now: () => 0 } as const
    const { db: older } = openDatabase({ ...options, migrations: steps })
    const written = content.filter(([step]) => steps.includes(step)).map(([, sql]) => sql)
    for (const sql of written) older.exec(sql)
    const rowsOf = (db: DatabaseSync) => db.prepare('SELECT order_id, created_at FROM orders').all()
    const countsOf = (db: DatabaseSync, names: readonly string[]) =>
      names.map((name) => [name, db.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.n])
    // The calls of the quota leave for staged.db.
    const names = tables(older).filter((name) => name !== 'quota_calls')
    const before = countsOf(older, names)
    const orders = rowsOf(older)
    older.close()

    await openedByApp().close()

    const db = new DatabaseSync(cachePath())
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: released.length })
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    expect(countsOf(db, names)).toEqual(before)
    expect(orders).toHaveLength(1)
    expect(rowsOf(db)).toEqual(orders)
    expect(tables(db)).toEqual(
      expect.arrayContaining(['order_changes', 'market_found', 'price_positions', 'realty_catalogs']),
    )
    db.close()
  },
)

const searches = async (app: Awaited<ReturnType<typeof openedByApp>>) => {
  const { saved } = await app.search()
  const { service } = await app.realty()
  return { market: await saved.all(), realty: await service.searches() }
}

test('saved searches of an older version are brought over, and outlive the cache', async () => {
  const options = { path: cachePath(), synchronous: 'NORMAL', now: () => 0 } as const
  const first = openedByApp()
  const { accountId } = await first.accounts.connection()
  await first.close()
  const { db } = openDatabase({ ...options, migrations: released })
  db.prepare(
    `INSERT INTO market_searches (id, account_id, name, params, saved_at, checked_at, complete, stock)
     VALUES ('s', ?, 'Theirs', '[["user_id","7"]]', '2026', '2026-11-02', 1, 1)`,
  ).run(accountId)
  db.exec(`INSERT INTO market_found VALUES ('s', 5, '2026-11-02', '2026-11-02')`)
  db.prepare(`INSERT INTO realty_answers VALUES (?, 'category=1', 1, '[9]', '2026-11-01')`).run(accountId)
  db.close()

  const second = openedByApp()
  const search = { id: 's', name: 'Theirs', params: [['user_id', '7']], stock: true }
  expect(await searches(second)).toMatchObject({
    market: [{ ...search, checkedAt: '2026-11-02', found: [5], complete: true }],
    realty: [{ params: [['category', '1']], readAt: '2026-11-01' }],
  })
  await second.close()
  for (const name of readdirSync(dataDir)) if (name.startsWith('cache.db')) rmSync(join(dataDir, name))

  const third = openedByApp()
  expect(await searches(third)).toMatchObject({
    market: [{ ...search, checkedAt: null, found: [] }],
    realty: [{ params: [['category', '1']], readAt: '2026-11-01' }],
  })
  await (await third.search()).saved.remove('s')
  await third.close()

  const fourth = openedByApp()
  expect((await searches(fourth)).market).toEqual([])
  await fourth.close()
})
