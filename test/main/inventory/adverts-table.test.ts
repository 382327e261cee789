import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdvertQuery } from '#shared/inventory/advert.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { advert } from './adverts.ts'
import { databaseOfTest } from '../../databases.ts'

const now = '2026-11-01 12:00:00'
const all: AdvertQuery = { text: '', states: [], sort: [] }

let db: DatabaseSync
let table: AdvertsTable
beforeEach(() => {
  db = databaseOfTest(advertsSchema)
  table = new AdvertsTable(db)
})

const ids = (query: Partial<AdvertQuery>): number[] => [...table.ids('a', 7, { ...all, ...query }, now)]

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
})

it('history gains a point when a price or the state changes, not when an advert is merely read again', () => {
  table.save('a', [advert(1, { usd: 100, readAt: '2026-01-01T00:00:00.000Z' })])
  table.save('a', [advert(1, { usd: 100, readAt: '2026-01-02T00:00:00.000Z' })])
  table.save('a', [advert(1, { usd: 90, eur: 80, uah: 3_700, readAt: '2026-01-03T00:00:00.000Z' })])
  table.markGone('a', [1], '2026-01-04T00:00:00.000Z')
  expect(table.priceHistory.of('a', 1)).toMatchObject([
    { at: '2026-01-01T00:00:00.000Z', usd: 100, state: 'live' },
    { at: '2026-01-03T00:00:00.000Z', usd: 90, eur: 80, uah: 3_700 },
    { at: '2026-01-04T00:00:00.000Z', eur: 80, state: 'gone' },
  ])
})
