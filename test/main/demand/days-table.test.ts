import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { advertDaysSchema, daysBefore, DaysTable } from '../../../src/main/demand/days-table.ts'

const account = 'c0ffee00-0000-4000-8000-000000000001'
const at = '2026-11-26T08:00:00.000Z'
const none = { views: [], phones: [] }
let table: DaysTable

beforeEach(() => {
  const db = new DatabaseSync(':memory:')
  db.exec(advertDaysSchema)
  table = new DaysTable(db)
})

it('keeps the days before a newer reading, and puts the newer ones in the place of those that were known', () => {
  const first = {
    views: [
      { date: '2026-11-01', count: 3 },
      { date: '2026-11-05', count: 4 },
    ],
    phones: [{ date: '2026-11-05', count: 1 }],
  }
  table.save(account, 7, { from: '2026-11-01', to: '2026-11-05' }, first, at)
  table.save(
    account,
    7,
    { from: '2026-11-05', to: '2026-11-08' },
    { views: [{ date: '2026-11-05', count: 9 }], phones: [] },
    at,
  )
  expect(table.find(account, [7, 8])).toEqual(
    new Map([
      [
        7,
        {
          from: '2026-11-01',
          to: '2026-11-08',
          readAt: at,
          views: [
            { date: '2026-11-01', count: 3 },
            { date: '2026-11-05', count: 9 },
          ],
          phones: [],
        },
      ],
    ]),
  )
  expect(table.find(account, [7], '2026-11-04').get(7)).toMatchObject({
    from: '2026-11-04',
    views: [{ count: 9 }],
  })
  expect(table.hasAny(account)).toBe(true)
  expect(table.hasAny('another')).toBe(false)
})

it('knows nothing of days after the last one that was read', () => {
  table.save(account, 7, { from: '2026-10-01', to: '2026-10-05' }, none, at)
  expect(table.find(account, [7], '2026-10-05').get(7)).toMatchObject({
    from: '2026-10-05',
    to: '2026-10-05',
  })
  expect(table.find(account, [7], '2026-10-06')).toEqual(new Map())
})

it('drops days that are older than four hundred', () => {
  const old = '2025-01-01'
  table.save(
    account,
    7,
    { from: old, to: '2025-01-02' },
    { views: [{ date: old, count: 1 }], phones: [] },
    at,
  )
  table.save(account, 7, { from: '2025-01-02', to: '2026-11-26' }, none, at)
  expect(table.find(account, [7]).get(7)).toMatchObject({ from: daysBefore('2026-11-26', 400), views: [] })
})
