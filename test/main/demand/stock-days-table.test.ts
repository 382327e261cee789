import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { advertDaysSchema, DaysTable } from '../../../src/main/demand/days-table.ts'
import { StockDaysTable, stockDaysSchema } from '../../../src/main/demand/stock-days-table.ts'

const at = '2026-11-26T08:00:00.000Z'
let db: DatabaseSync
let adverts: DaysTable

beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec(advertDaysSchema + stockDaysSchema)
  adverts = new DaysTable(db)
})

const read = (id: number, from: string, to: string, views = 0): void =>
  adverts.save('a', id, { from, to }, { views: [{ date: to, count: views }], phones: [] }, at)
const spans = () => db.prepare('SELECT from_day, to_day, adverts FROM stock_spans').all()

it('an advert that is read again has one span, and a span that no advert has is gone', () => {
  read(1, '2026-11-01', '2026-11-05', 3)
  read(2, '2026-11-01', '2026-11-05', 4)
  read(1, '2026-11-05', '2026-11-06', 5)
  expect(spans()).toEqual([
    { from_day: '2026-11-01', to_day: '2026-11-05', adverts: 1 },
    { from_day: '2026-11-01', to_day: '2026-11-06', adverts: 1 },
  ])
  read(2, '2026-11-05', '2026-11-06', 6)
  expect(spans()).toEqual([{ from_day: '2026-11-01', to_day: '2026-11-06', adverts: 2 }])
})

it('the days go up to today, also those that were not read yet', () => {
  read(1, '2026-11-01', '2026-11-05', 3)
  const stock = new StockDaysTable(db).between('a', '2026-11-04', '2026-11-07')
  expect(stock).toEqual({
    days: [
      { date: '2026-11-04', views: 0, phones: 0, adverts: 1 },
      { date: '2026-11-05', views: 3, phones: 0, adverts: 1 },
      { date: '2026-11-06', views: 0, phones: 0, adverts: 0 },
      { date: '2026-11-07', views: 0, phones: 0, adverts: 0 },
    ],
    adverts: 1,
  })
  expect(new StockDaysTable(db).between('a', '2026-11-06', '2026-11-07')).toBeNull()
})
