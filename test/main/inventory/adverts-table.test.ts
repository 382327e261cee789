import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AdvertQuery } from '#shared/inventory/advert.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { advert } from './adverts.ts'

const now = '2026-11-01 12:00:00'
const all: AdvertQuery = { text: '', states: [], sort: [] }

let db: DatabaseSync
let table: AdvertsTable
beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec(advertsSchema)
  table = new AdvertsTable(db)
})
afterEach(() => db.close())

const ids = (query: Partial<AdvertQuery>): number[] => [...table.ids('a', 7, { ...all, ...query }, now)]

it('knows the ids of the own adverts that are not gone, the lowest first', () => {
  const adverts = [advert(9), advert(100), advert(3, { state: 'gone' }), advert(5, { userId: 8 }), advert(20)]
  table.save('a', adverts)
  table.save('b', [advert(1)])
  expect([...table.known.ids({ accountId: 'a', userId: 7 })]).toEqual([9, 20, 100])
})

describe('ids', () => {
  it('sorts texts as a Ukrainian dictionary does, whatever their case', () => {
    const cities = ['яготин', 'Ірпінь', 'Євпаторія', 'Еней', 'Жашків', 'їжакове', 'Ґанок', 'Гадяч']
    table.save(
      'a',
      cities.map((city, index) => advert(index + 1, { city })),
    )
    const order = ids({ sort: [{ column: 'city', descending: false }] }).map((id) => cities[id - 1])
    expect(order).toEqual(['Гадяч', 'Ґанок', 'Еней', 'Євпаторія', 'Жашків', 'Ірпінь', 'їжакове', 'яготин'])
  })

  it('sorts by several columns, puts empty values last both ways, and breaks ties by id', () => {
    table.save('a', [
      advert(1, { year: 2020, usd: 5 }),
      advert(2, { year: 2022, usd: null }),
      advert(3, { year: 2022, usd: 9 }),
      advert(4, { year: 2022, usd: 9 }),
    ])
    const year = { column: 'year', descending: true } as const
    expect(ids({ sort: [year, { column: 'usd', descending: false }] })).toEqual([4, 3, 2, 1])
    expect(ids({ sort: [year, { column: 'usd', descending: true }] })).toEqual([4, 3, 2, 1])
  })

  it('finds adverts by the beginnings of words in title, text, make, model, version and city, and by id', () => {
    table.save('a', [
      advert(11, { description: 'Повний привід, шкіряний салон' }),
      advert(12, { city: 'Львів', version: 'Lounge' }),
      advert(13, { title: 'Škoda Octavia' }),
    ])
    expect(ids({ text: 'ПРИВ сал' })).toEqual([11])
    expect(ids({ text: 'льв loun' })).toEqual([12])
    expect(ids({ text: 'skoda' })).toEqual([13])
    expect(ids({ text: '12' })).toEqual([12])
    expect(ids({ text: '" OR NEAR(' })).toEqual([])
    expect(ids({ text: '  ' })).toEqual([13, 12, 11])
  })

  it('writes the words of a whole save together, not each advert by itself', () => {
    const changes = (): number => Number(db.prepare('SELECT total_changes() AS n').get()?.n)
    const many = Array.from({ length: 200 }, (_, at) =>
      advert(at + 1, { description: `word${at} слово${at}` }),
    )
    const before = changes()
    table.save('a', many)
    // An advert, its record, its first price, its count and its place in the text index, and some pages of that index.
    expect((changes() - before) / many.length).toBeLessThan(8)
    expect(ids({ text: 'word199' })).toEqual([200])
  })

  it('keeps the last words of an advert that comes twice in one save', () => {
    table.save('a', [advert(1, { city: 'Львів' }), advert(1, { city: 'Одеса' })])
    expect([ids({ text: 'львів' }), ids({ text: 'одеса' })]).toEqual([[], [1]])
  })

  it('forgets the old words of an advert that changed', () => {
    table.save('a', [advert(1, { title: 'Octavia' })])
    table.save('a', [advert(1, { title: 'Fabia' })])
    expect(ids({ text: 'octavia' })).toEqual([])
    expect(ids({ text: 'fabia' })).toEqual([1])
  })

  it('tells a live advert whose time has passed as expired, and hides gone ones unless they are asked for', () => {
    table.save('a', [
      advert(1),
      advert(2, { expiresAt: '2026-10-31 23:59:59' }),
      advert(3, { state: 'sold' }),
      advert(4),
    ])
    table.markGone('a', [4], '2026-11-01T00:00:00.000Z')
    expect(ids({})).toEqual([3, 2, 1])
    expect(ids({ states: ['live'] })).toEqual([1])
    expect(ids({ states: ['expired'] })).toEqual([2])
    expect(ids({ states: ['sold', 'expired'] })).toEqual([3, 2])
    expect(ids({ states: ['gone'] })).toEqual([4])
    expect(table.rows('a', [2, 4], now).map(({ state }) => state)).toEqual(['expired', 'gone'])
  })

  it('keeps accounts and other sellers apart', () => {
    table.save('a', [advert(1), advert(2, { userId: 8 })])
    table.save('b', [advert(3)])
    expect(ids({})).toEqual([1])
    expect([...table.knownIds('a', 7)]).toEqual([1])
    expect(table.known.count('b', 7)).toBe(1)
  })

  it('says without a list what of other ids is not the owner’s, and how many were read before', () => {
    const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`
    table.save('a', [
      advert(1, { readAt: at(1) }),
      advert(2, { readAt: at(3) }),
      advert(3, { userId: 8, readAt: at(1) }),
      advert(4, { readAt: at(1) }),
    ])
    table.save('b', [advert(5, { readAt: at(1) })])
    table.markGone('a', [4], at(2))
    const owner = { accountId: 'a', userId: 7 }
    expect(table.known.missing(owner, [1, 3, 4, 5, 99, 99])).toEqual([3, 4, 5, 99])
    expect(table.known.missing(owner, [])).toEqual([])
    expect([1, 2, 3, 4].map((day) => table.known.countReadBefore(owner, at(day)))).toEqual([0, 1, 1, 2])
  })
})

describe('rows', () => {
  it('come in the order asked, without those that are not cached', () => {
    table.save('a', [advert(1), advert(2), advert(3)])
    expect(table.rows('a', [3, 99, 1], now).map(({ id }) => id)).toEqual([3, 1])
  })
})

describe('history', () => {
  it('gains a point when a price or the state changes, not when an advert is merely read again', () => {
    table.save('a', [advert(1, { usd: 100, readAt: '2026-01-01T00:00:00.000Z' })])
    table.save('a', [advert(1, { usd: 100, readAt: '2026-01-02T00:00:00.000Z' })])
    table.save('a', [advert(1, { usd: 90, eur: 80, uah: 3_700, readAt: '2026-01-03T00:00:00.000Z' })])
    table.markGone('a', [1], '2026-01-04T00:00:00.000Z')
    expect(table.history('a', 1)).toMatchObject([
      { at: '2026-01-01T00:00:00.000Z', usd: 100, state: 'live' },
      { at: '2026-01-03T00:00:00.000Z', usd: 90, eur: 80, uah: 3_700 },
      { at: '2026-01-04T00:00:00.000Z', eur: 80, state: 'gone' },
    ])
  })
})
