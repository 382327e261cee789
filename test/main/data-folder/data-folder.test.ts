import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formsSchema } from '../../../src/main/advert-form/advert-form-table.ts'
import { cacheSchema, stagedSchema } from '../../../src/main/assemble/schemas.ts'
import { editsSchema } from '../../../src/main/staged/edits-schema.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { assembledIn } from '../assembled.ts'

/** Databases that the version before this one wrote: cached adverts, orders, searches, edits, a form. */
const names = ['cache', 'staged', 'edits', 'forms'] as const
type Name = (typeof names)[number]
const schemas = { cache: cacheSchema, staged: stagedSchema, edits: editsSchema, forms: formsSchema }

let dataDir: string
const pathOf = (name: Name): string => join(dataDir, `${name}.db`)
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'forecourt-folder-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

function put(name: Name, change = ''): void {
  const db = new DatabaseSync(pathOf(name), { defensive: false })
  db.exec('PRAGMA synchronous = OFF; BEGIN')
  db.exec(readFileSync(new URL(`version-before/${name}.sql`, import.meta.url), 'utf8'))
  db.exec(`${change}; COMMIT`)
  db.close()
}

function read<Result>(name: Name, of: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(pathOf(name), { readOnly: true })
  const result = of(db)
  db.close()
  return result
}

type Content = Record<string, Record<string, unknown>[]>

const content = (db: DatabaseSync): Content =>
  Object.fromEntries(
    tablesOf(db)
      .filter((table) => table !== 'advert_text')
      .map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]),
  )

const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all()
    .map(({ name }) => String(name))

/** Opens the folder as the app does, and closes it. */
const openAndClose = () => assembledIn(dataDir).close()

const older = expect.objectContaining({ code: 'storage', details: { reason: 'older-version' } }) as unknown

test('a folder of the version before keeps everything', async () => {
  for (const name of names) put(name)
  const before = Object.fromEntries(names.map((name) => [name, read(name, content)])) as Record<Name, Content>
  await openAndClose()
  expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([])
  const after = Object.fromEntries(names.map((name) => [name, read(name, content)])) as Record<Name, Content>
  const { stock_days: days, stock_spans: spans, advert_totals: totals, ...cache } = after.cache
  const { answered_calls: answered, ...staged } = after.staged
  expect([answered, totals].flat()).toEqual([])
  expect(staged.returned_calls).toHaveLength(1)
  expect(days).toEqual([{ account_id: 'sandbox', day: '2026-11-22', views: 41, phones: 2 }])
  const ofOne = { account_id: 'sandbox', from_day: '2026-11-22', to_day: '2026-11-22', adverts: 1 }
  expect(spans).toEqual([ofOne])
  const edits = { ...before.edits, edits: before.edits.edits?.map((edit) => ({ ...edit, held: null })) }
  // The note leaves with its order's buyer.
  const dates = new Map([[500_060, '2026-11-22 23:34:11']])
  const marks = before.staged.order_marks?.map((mark) => ({
    ...mark,
    created_at: dates.get(Number(mark.order_id)) ?? null,
  }))
  expect({ ...after, cache, staged }).toEqual({
    ...before,
    edits,
    staged: { ...before.staged, order_marks: marks },
  })
  expect(staged.saved).toHaveLength(5)
  expect(cache.advert_records).toHaveLength(8)
  for (const table of ['adverts', 'order_buyers', 'order_changes', 'market_found', 'vehicle_names'])
    expect(cache[table], table).not.toHaveLength(0)
})

test('the app shows what a folder of the version before has', async () => {
  for (const name of names) put(name)
  const app = assembledIn(dataDir)
  const { accountId } = await app.accounts.connection()
  const { saved } = await app.search()
  expect((await saved.all()).map(({ name, found, stock }) => [name, found.length > 0, stock])).toEqual([
    ['BMW', false, true],
    ['Усі', true, false],
  ])
  expect(app.views.table.all(accountId).map(({ name }) => name)).toEqual(['Дорогі', 'All'])
  expect(await (await app.realty()).service.searches()).toMatchObject([{ name: 'flat · sale' }])
  expect((await app.orders.list()).orders).toHaveLength(4)
  expect(await app.staged.summary()).toMatchObject({ edits: 2 })
  // Its steps say nothing of batches.
  await app.staged.move('undo')
  expect(await app.staged.summary()).toMatchObject({ edits: 0, canRedo: true })
  await app.staged.move('redo')
  expect(await app.staged.summary()).toMatchObject({ edits: 2, sending: 0 })
  await app.close()
})

test('adverts that still lack their photos, region and fuel get them from their saved records', async () => {
  for (const name of names) put(name)
  const app = assembledIn(dataDir)
  await app.filling.run(systemClock)
  const ids = [39_086_072, 39_086_258, 39_099_996]
  const shown = (await app.inventory.rows(ids)).map(({ photos, region, fuel }) => [photos, region, fuel])
  expect(shown).toEqual([
    [4, 'Київська', 'Бензин'],
    [10, 'Київська', 'Газ / Бензин'],
    [11, 'Київська', 'Дизель'],
  ])
  await app.close()
})

test('a search that can’t be read is as unreadable after it as it was, and the others are there', async () => {
  for (const name of names)
    put(name, name === 'staged' ? `UPDATE saved SET json = '{"cut' WHERE name = 'BMW'` : '')
  const app = assembledIn(dataDir)
  const { saved } = await app.search()
  expect((await saved.all()).map(({ name }) => name)).toEqual(['Усі'])
  expect(app.unreadable.places).toEqual([{ place: 'staged.db, saved', leftOut: true, count: 1 }])
  await app.close()
})

/** How a table is made, however that was written. */
const shapeOf = (db: DatabaseSync) =>
  tablesOf(db).map((table) => ({
    table,
    columns: db.prepare(`PRAGMA table_xinfo(${table})`).all(),
    indexes: db
      .prepare(`SELECT name, "unique", origin, partial FROM pragma_index_list('${table}') ORDER BY 1`)
      .all(),
    references: db.prepare(`PRAGMA foreign_key_list(${table})`).all(),
    triggers: db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? ORDER BY 1`)
      .all(table),
  }))

test.each(names)('the tables of %s.db are those of a new folder', async (name) => {
  for (const each of names) put(each)
  await openAndClose()
  const brought = read(name, shapeOf)
  expect(read(name, (db) => db.prepare('PRAGMA user_version').get())).toEqual({
    user_version: schemas[name].version,
  })
  expect(read(name, (db) => db.prepare('PRAGMA foreign_key_check').all())).toEqual([])
  for (const file of readdirSync(dataDir)) rmSync(join(dataDir, file), { recursive: true })
  await openAndClose()
  expect(brought).toEqual(read(name, shapeOf))
})

test('what the dealer saved outlives the cache', async () => {
  for (const name of names) put(name)
  await openAndClose()
  for (const file of readdirSync(dataDir)) if (file.startsWith('cache.db')) rmSync(join(dataDir, file))
  const app = assembledIn(dataDir)
  const { saved } = await app.search()
  expect((await saved.all()).map(({ name, found }) => [name, found])).toEqual([
    ['BMW', []],
    ['Усі', []],
  ])
  expect(await (await app.realty()).service.searches()).toMatchObject([{ name: 'flat · sale' }])
  await app.close()
})

test('adverts of the version before are found by words, and counted', async () => {
  for (const name of names) put(name)
  await openAndClose()
  const found = (db: DatabaseSync) =>
    db
      .prepare('SELECT rowid, make FROM adverts')
      .all()
      .map(({ rowid, make }) => {
        const rows = db.prepare('SELECT rowid FROM advert_text(?)').all(make ?? null)
        return rows.some((row) => row.rowid === rowid)
      })
  expect(read('cache', found)).toEqual(Array<boolean>(8).fill(true))
  const counts = (db: DatabaseSync) => db.prepare('SELECT sum(adverts) AS n FROM advert_counts').get()?.n
  expect(read('cache', counts)).toBe(8)
})

test.each([
  ['cache', 21],
  ['staged', 10],
  ['edits', 1],
] as const)(
  'a folder whose %s.db is of version %d is refused, and none of it is changed',
  (name, version) => {
    for (const each of names) put(each, each === name ? `PRAGMA user_version = ${version}` : '')
    const before = names.map((each) => read(each, content))
    expect(() => assembledIn(dataDir)).toThrow(older)
    expect(names.map((each) => read(each, content))).toEqual(before)
    expect(readdirSync(dataDir)).not.toContain('journal.db')
  },
)
