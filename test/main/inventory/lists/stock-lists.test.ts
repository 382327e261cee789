import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { Position } from '#shared/search/position.ts'
import {
  advertColumns,
  advertStates,
  groupColumns,
  type AdvertColumn,
  type AdvertQuery,
  type GroupColumn,
} from '#shared/inventory/advert.ts'
import { advertsSchema } from '../../../../src/main/inventory/adverts-schema.ts'
import { type CachedAdvert } from '../../../../src/main/inventory/advert-rows.ts'
import { AdvertsTable } from '../../../../src/main/inventory/adverts-table.ts'
import { sortKey } from '../../../../src/main/inventory/sort-key.ts'
import { marketSchema } from '../../search/market-schema.ts'
import { PositionTable } from '../../../../src/main/search/position-table.ts'
import { advert } from '../adverts.ts'
import { listBySql, overSql } from './list-by-sql.ts'
import { TestLinks } from './test-links.ts'
import { folderOfTest } from '../../../folders.ts'
import { databaseOfTest } from '../../../databases.ts'

const now = '2026-11-01 12:00:00'

function stockAt(path = ':memory:') {
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  if (db.prepare('PRAGMA user_version').get()?.user_version === 0) {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 1')
    db.exec(advertsSchema)
    db.exec(marketSchema)
  }
  return { db, table: new AdvertsTable(db, { positions: new PositionTable(db) }) }
}

/** Few values, so that many are equal; letters of every kind, and characters beyond the first 65,536. */
const texts = fc.constantFrom(
  '',
  'BMW',
  'bmw x5',
  'Škoda',
  'Їжак',
  'Ґанок',
  'Київ',
  'київський автобус',
  'e\u0301clair',
  '🚗 авто',
  '\uffee',
  '12',
  'a\u{1e900}b',
)
const numbers = fc.option(fc.constantFrom(0, 1, 2.5, 20_000, 1e9))
const dates = fc.constantFrom('', '2026-01-01 10:00:00', '2026-10-31 23:59:59', now, '2027-01-01 10:00:00')

const adverts: fc.Arbitrary<CachedAdvert> = fc
  .record({
    id: fc.integer({ min: 1, max: 40 }),
    userId: fc.constantFrom(7, 7, 7, 8, null),
    title: texts,
    make: texts,
    model: texts,
    version: texts,
    year: fc.option(fc.constantFrom(2019, 2020, 2021)),
    mileage: numbers,
    usd: numbers,
    eur: numbers,
    uah: numbers,
    city: texts,
    region: texts,
    fuel: texts,
    photos: fc.option(fc.constantFrom(0, 1, 4, 20)),
    description: texts,
    mainCurrency: fc.constantFrom('USD', 'EUR', 'UAH', ''),
    state: fc.constantFrom('live', 'live', 'moderation', 'sold', 'archive'),
    addedAt: dates,
    updatedAt: dates,
    expiresAt: dates,
    readAt: dates,
    photo: fc.constantFrom('', 'https://photos.example/1.jpg', 'https://photos.example/2.jpg'),
  })
  .map(({ id, ...said }) => advert(id, said))

const bounds = fc.constantFrom(null, null, 0, 1, 2.5, 2020, 20_000)
const dayBounds = fc.constantFrom(null, 0, 1, 7, 61, 400)
const emptiness = fc.constantFrom(undefined, undefined, true, false)
const names = fc.uniqueArray(texts, { minLength: 1, maxLength: 3 })

const filters: fc.Arbitrary<AdvertFilter> = fc.oneof(
  fc.record({
    field: fc.constantFrom(
      'usd' as const,
      'eur' as const,
      'uah' as const,
      'year' as const,
      'mileage' as const,
      'photos' as const,
    ),
    from: bounds,
    to: bounds,
    empty: emptiness,
  }),
  fc.record({
    field: fc.constantFrom('age' as const, 'updatedAgo' as const, 'expiresIn' as const),
    from: dayBounds,
    to: dayBounds,
    empty: emptiness,
  }),
  fc.record({
    field: fc.constantFrom(
      'make' as const,
      'model' as const,
      'version' as const,
      'city' as const,
      'region' as const,
      'fuel' as const,
    ),
    values: names,
    not: fc.constantFrom(undefined, true as const),
  }),
  fc.record({
    field: fc.constant('position' as const),
    from: fc.constantFrom(null, 0, 34),
    to: fc.constantFrom(null, 33, 100),
    empty: emptiness,
  }),
  fc.record({
    field: fc.constant('median' as const),
    is: fc.constantFrom('over' as const, 'under' as const),
    by: fc.constantFrom(1, 10, 60),
  }),
  fc.constantFrom({ field: 'noPhoto' as const }, { field: 'uncompared' as const }),
  fc.record({
    field: fc.constant('stockNumber' as const),
    is: fc.constantFrom('any' as const, 'none' as const, 'like' as const),
    text: fc.constantFrom('', '1', 'a', 'A1', '7'),
  }),
)

const queries: fc.Arbitrary<AdvertQuery> = fc.record({
  text: fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    fc.constantFrom(
      'к',
      'ав',
      'київ авто',
      '12',
      '7',
      'skoda',
      'a1',
      'b',
      '🚗',
      '" OR',
      'a\u{1e900}b',
      '\u{1e900}',
    ),
  ),
  states: fc.subarray([...advertStates]),
  watched: fc.constantFrom(false, false, true),
  filters: fc.array(filters, { maxLength: 2 }),
  sort: fc.uniqueArray(fc.record({ column: fc.constantFrom(...advertColumns), descending: fc.boolean() }), {
    maxLength: 4,
    selector: ({ column }) => column,
  }),
})

const groupings = fc.constantFrom(undefined, ...groupColumns)

/** The list of SQLite sorted by groups first: by their names, or by what they are worth if prices sort the list. */
function groupedBySql(
  db: DatabaseSync,
  [accountId, userId]: readonly [string, number],
  query: AdvertQuery,
  column: GroupColumn,
) {
  const found = z.array(factSchema).parse(
    db
      .prepare(
        `SELECT id, ${column} AS value, state, expires_at, main_currency, usd, eur, uah, ${overSql} AS over
           FROM adverts WHERE account_id = ?`,
      )
      .all(accountId),
  )
  const facts = new Map(found.map((fact) => [fact.id, fact]))
  const groups = new Map<
    string,
    { value: string; ids: number[]; sums: Map<string, number[]>; overs: number[] }
  >()
  const [first] = query.sort
  const named = query.sort.find((key) => key.column === column) ?? { column, descending: false }
  const worth = new Map<unknown, number>()
  for (const id of listBySql(db, [accountId, userId], { ...query, sort: [named, ...query.sort] }, now)) {
    const fact = facts.get(id)
    if (!fact) throw new Error(`no advert ${id}`)
    const isOver = fact.state === 'live' && fact.expires_at !== '' && fact.expires_at < now
    const value = column === 'state' && isOver ? 'expired' : String(fact.value ?? '')
    const key = column === 'year' || column === 'state' ? value : sortKey(value)
    const group = groups.get(key) ?? { value, ids: [], sums: new Map<string, number[]>(), overs: [] }
    groups.set(key, group)
    group.ids.push(id)
    if (fact.over !== null) group.overs.push(fact.over)
    worth.set(group, (worth.get(group) ?? 0) + (fact.usd ?? 0))
    const price = { USD: fact.usd, EUR: fact.eur, UAH: fact.uah }[fact.main_currency]
    if (price !== undefined && price !== null)
      group.sums.set(fact.main_currency, [...(group.sums.get(fact.main_currency) ?? []), price])
  }
  const order = ['USD', 'EUR', 'UAH']
  const isByWorth = first !== undefined && ['price', 'usd', 'eur', 'uah'].includes(first.column)
  const way = !isByWorth ? 0 : first.descending ? -1 : 1
  const ordered = [...groups.values()].toSorted(
    (one, other) => way * ((worth.get(one) ?? 0) - (worth.get(other) ?? 0)),
  )
  return {
    ids: ordered.flatMap(({ ids }) => ids),
    groups: ordered.map(({ value, ids, sums, overs }) => ({
      value,
      count: ids.length,
      totals: order.flatMap((currency) => {
        const prices = sums.get(currency)
        return prices
          ? [{ currency, adverts: prices.length, sum: prices.reduce((sum, each) => sum + each, 0) }]
          : []
      }),
      overMedian:
        overs.length > 0 ? { sum: overs.reduce((sum, each) => sum + each, 0), adverts: overs.length } : null,
      views: null,
    })),
  }
}

const priceSchema = z.number().nullable()
const factSchema = z.object({
  id: z.number(),
  value: z.union([z.string(), z.number(), z.null()]),
  state: z.string(),
  expires_at: z.string(),
  main_currency: z.string(),
  usd: priceSchema,
  eur: priceSchema,
  uah: priceSchema,
  over: priceSchema,
})

type Step =
  | { readonly kind: 'save'; readonly account: string; readonly adverts: CachedAdvert[] }
  | { readonly kind: 'position'; readonly account: string; readonly id: number; readonly position: Position }
  | { readonly kind: 'link'; readonly account: string; readonly id: number; readonly key: string }
  | { readonly kind: 'cut'; readonly account: string; readonly key: string }
  | { readonly kind: 'gone'; readonly account: string; readonly ids: number[] }
  | {
      readonly kind: 'list'
      readonly owner: readonly [string, number]
      readonly query: AdvertQuery
      readonly group: GroupColumn | undefined
    }

/** Also of an advert that nothing is like, and of one that the search doesn't count. */
const positions: fc.Arbitrary<Position> = fc
  .tuple(
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 4 }),
    fc.constantFrom(null, 15_000, 21_000),
    fc.constantFrom(1, 2, 3),
  )
  .map(([of, cheaper, median, currency]) => ({
    price: 1,
    currency,
    of,
    cheaper: Math.min(of, cheaper),
    rank: of === 0 ? null : cheaper + 1,
    median,
    average: null,
    likes: [],
    names: {},
    ids: [],
    caveats: [],
    warnings: [],
    calls: 2,
    readAt: now,
  }))

const accounts = fc.constantFrom('a', 'a', 'b')
const keys = fc.constantFrom('A1', 'A2', 'A10', 'B7', '7', '12', '1')
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('save' as const),
    account: accounts,
    adverts: fc.array(adverts, { maxLength: 12 }),
  }),
  fc.record({
    kind: fc.constant('position' as const),
    account: accounts,
    id: fc.integer({ min: 1, max: 40 }),
    position: positions,
  }),
  fc.record({
    kind: fc.constant('link' as const),
    account: accounts,
    id: fc.integer({ min: 1, max: 40 }),
    key: keys,
  }),
  fc.record({ kind: fc.constant('cut' as const), account: accounts, key: keys }),
  fc.record({
    kind: fc.constant('gone' as const),
    account: accounts,
    ids: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('list' as const),
    owner: fc.tuple(accounts, fc.constantFrom(7, 8)),
    query: queries,
    group: groupings,
  }),
)

const newest: AdvertQuery = { text: '', states: [], sort: [{ column: 'updatedAt', descending: true }] }

const sizeSchema = z.object({ adverts: z.number() })

test('whatever is saved in between, lists and counts are those that SQLite makes of the table', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 25 }), (taken) => {
      const db = new DatabaseSync(':memory:')
      db.exec(advertsSchema)
      db.exec(marketSchema)
      const links = new TestLinks(db)
      const apart = { positions: new PositionTable(db), numbers: links.numbers }
      const table = new AdvertsTable(db, apart)
      const kept = new PositionTable(db)
      for (const step of taken) {
        // Of columns that are loaded: a list that loads others begins again.
        const plain: AdvertQuery = { text: '', states: [], sort: [{ column: 'usd', descending: false }] }
        expect([...table.ids('a', 7, plain, now)]).toEqual(listBySql(db, ['a', 7], plain, now))
        // A window that opens now has no columns yet.
        expect([...new AdvertsTable(db, apart).ids('a', 7, newest, now)]).toEqual(
          listBySql(db, ['a', 7], newest, now),
        )
        if (step.kind === 'save') table.save(step.account, step.adverts)
        else if (step.kind === 'position') {
          kept.save(step.account, step.id, step.position)
          table.positionRead(step.account, step.id)
        } else if (step.kind === 'link') links.link(step.account, step.id, step.key)
        else if (step.kind === 'cut') links.cut(step.account, step.key)
        else if (step.kind === 'gone') table.markGone(step.account, step.ids, now)
        else {
          const [accountId, userId] = step.owner
          expect([...table.ids(accountId, userId, step.query, now)]).toEqual(
            listBySql(db, step.owner, step.query, now),
          )
          if (step.group) {
            const whose = step.query.watched === true ? 'others' : 'own'
            const asked = { ...step.query, group: step.group }
            const { ids, groups } = table.grouped({ accountId, userId, whose }, asked, now, null)
            expect({ ids: [...ids], groups }).toEqual(groupedBySql(db, step.owner, step.query, step.group))
          }
          if (step.query.watched !== true) {
            const owner = { accountId, userId, whose: 'own' } as const
            const { filters: asked = [] } = step.query
            const alone = asked.map((filter) => ({ text: '', states: [], sort: [], filters: [filter] }))
            const counts = table.lists.counts(owner, asked, now)
            expect(counts.filters).toEqual(alone.map((query) => listBySql(db, step.owner, query, now).length))
            const inState = advertStates.map((state) => ({ text: '', states: [state], sort: [] }))
            expect(advertStates.map((state) => counts.states[state])).toEqual(
              inState.map((query) => listBySql(db, step.owner, query, now).length),
            )
          }
          const counted = db
            .prepare(
              `SELECT count(*) AS adverts FROM adverts WHERE account_id = ? AND user_id = ? AND state <> 'gone'`,
            )
            .get(accountId, userId)
          expect(table.known.count(accountId, userId)).toBe(sizeSchema.parse(counted).adverts)
        }
      }
      links.close()
      db.close()
    }),
  )
})

const list = (table: AdvertsTable, column: AdvertColumn = 'id', text = ''): number[] => [
  ...table.ids('a', 7, { text, states: [], sort: [{ column, descending: false }] }, now),
]

test('the head of a group sums up the views that are known of its adverts', () => {
  const db = databaseOfTest(advertsSchema, marketSchema)
  const none = { readAt: now, phones: null, rate: null, trend: null, spark: [], none: false, fell: false }
  const viewed = new Map([
    [1, { ...none, views: 30 }],
    [2, { ...none, views: 12 }],
  ])
  const views = { of: () => viewed, today: () => '' }
  const table = new AdvertsTable(db, { views })
  table.save(
    'a',
    [1, 2, 3].map((id) => advert(id, { make: id === 3 ? 'Kia' : 'BMW' })),
  )
  const query: AdvertQuery = { text: '', states: [], sort: [], group: 'make' }
  const { groups } = table.grouped({ accountId: 'a', userId: 7, whose: 'own' }, query, now, null)
  expect(groups.map(({ value, views: sum }) => [value, sum])).toEqual([
    ['BMW', { sum: 42, adverts: 2 }],
    ['Kia', null],
  ])
})

test('prices with the same number of likes are sorted and kept by the share of likes that is cheaper', () => {
  const { db, table } = stockAt()
  const kept = new PositionTable(db)
  const read = (id: number, of: number, cheaper: number): void => {
    const position = { price: 1, currency: 1, of, cheaper, rank: of === 0 ? null : cheaper + 1 }
    const rest = {
      median: null,
      average: null,
      likes: [],
      names: {},
      ids: [],
      caveats: [],
      warnings: [],
      calls: 2,
      readAt: now,
    }
    kept.save('a', id, { ...position, ...rest })
    table.positionRead('a', id)
  }
  table.save(
    'a',
    [1, 2, 3, 4, 5].map((id) => advert(id)),
  )
  expect(list(table, 'position')).toEqual([5, 4, 3, 2, 1])
  read(1, 41, 40)
  read(2, 41, 2)
  // So few similar cars say nothing of a price; it was compared all the same.
  read(3, 4, 0)
  read(4, 0, 0)
  expect(list(table, 'position')).toEqual([2, 1, 5, 4, 3])
  const unread: AdvertQuery = { text: '', states: [], sort: [], filters: [{ field: 'uncompared' }] }
  expect([...table.ids('a', 7, unread, now)]).toEqual([5])
  const dear: AdvertFilter = { field: 'position', from: 67, to: null }
  expect([...table.ids('a', 7, { text: '', states: [], sort: [], filters: [dear] }, now)]).toEqual([1])
  table.save('a', [advert(1, { usd: 7 })])
  expect([...table.ids('a', 7, { text: '', states: [], sort: [], filters: [dear] }, now)]).toEqual([1])
})

test('what another process saved is in the next list', () => {
  const folder = folderOfTest()
  const path = join(folder, 'cache.db')
  const ours = stockAt(path)
  const theirs = stockAt(path)
  ours.table.save('a', [advert(1, { usd: 5 }), advert(2, { usd: 6 })])
  expect(list(ours.table, 'usd')).toEqual([1, 2])
  theirs.table.save('a', [advert(1, { usd: 9 }), advert(3, { usd: 7 })])
  expect(list(ours.table, 'usd')).toEqual([2, 3, 1])
})

test('a stock of many rows is loaded in steps, and follows what is saved between them', async () => {
  const { table } = stockAt()
  table.save(
    'a',
    Array.from({ length: 4_500 }, (_, at) => advert(at + 1, { usd: at % 7 })),
  )
  const loading = table.load({ accountId: 'a', userId: 7, whose: 'own' }, ['id', 'state', 'usd'])
  const loaded = vi.fn()
  void loading.then(loaded)
  await setImmediate()
  table.save('a', [advert(1, { usd: 100 }), advert(4_400, { usd: 100 }), advert(5_000, { usd: 100 })])
  let steps = 1
  for (; loaded.mock.calls.length === 0; steps++) await setImmediate()
  await loading
  expect(steps).toBeGreaterThan(2)
  expect(list(table, 'usd').slice(-3)).toEqual([5_000, 4_400, 1])
})

test('the live adverts are summed up in the currency of their own prices', () => {
  const { table } = stockAt()
  const owner = { accountId: 'a', userId: 7, whose: 'own' } as const
  table.save('a', [
    advert(1, { mainCurrency: 'USD', usd: 10_000, uah: 400_000 }),
    advert(2, { mainCurrency: 'USD', usd: 20_000 }),
    advert(3, { mainCurrency: 'UAH', usd: 5_000, uah: 200_000 }),
    advert(4, { mainCurrency: 'USD', usd: 1, state: 'sold' }),
    advert(5, { mainCurrency: 'USD', usd: 2, expiresAt: '2020-01-01 00:00:00' }),
    advert(6, { mainCurrency: 'USD', usd: null }),
    advert(7, { mainCurrency: 'EUR', eur: 3, userId: 8 }),
    advert(8, { mainCurrency: 'USD', usd: 40_000 }),
  ])
  expect(table.lists.totals(owner, now, (id) => id === 8)).toEqual([
    { currency: 'USD', adverts: 2, sum: 30_000 },
    { currency: 'UAH', adverts: 1, sum: 200_000 },
  ])
  table.save('a', [advert(2, { mainCurrency: 'EUR', eur: 15_000 })])
  expect(table.lists.totals(owner, now)).toEqual([
    { currency: 'USD', adverts: 2, sum: 50_000 },
    { currency: 'EUR', adverts: 1, sum: 15_000 },
    { currency: 'UAH', adverts: 1, sum: 200_000 },
  ])
})

test('given adverts are summed up in any state, each once, and no other seller is among the own', () => {
  const { table } = stockAt()
  const owner = { accountId: 'a', userId: 7, whose: 'own' } as const
  table.save('a', [
    advert(1, { mainCurrency: 'USD', usd: 10_000 }),
    advert(2, { mainCurrency: 'USD', usd: 20_000, state: 'sold' }),
    advert(3, { mainCurrency: 'UAH', uah: 200_000 }),
    advert(4, { mainCurrency: 'USD', usd: null }),
    advert(5, { mainCurrency: 'EUR', eur: 3, userId: 8 }),
    advert(6, { mainCurrency: 'USD', usd: 1 }),
  ])
  expect(table.lists.sumsOf(owner, Float64Array.of(1, 2, 2, 3, 4, 5, 999)).totals).toEqual([
    { currency: 'USD', adverts: 2, sum: 30_000 },
    { currency: 'UAH', adverts: 1, sum: 200_000 },
  ])
  expect(table.lists.sumsOf({ ...owner, whose: 'others' }, Float64Array.of(1, 5)).totals).toEqual([
    { currency: 'EUR', adverts: 1, sum: 3 },
  ])
})
