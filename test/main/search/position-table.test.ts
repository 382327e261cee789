import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { PositionTable, positionsSchema } from '../../../src/main/search/position-table.ts'

test('an account has compared prices once one of its own was kept, not one of another account', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(positionsSchema)
  const table = new PositionTable(db)
  expect(table.any('a')).toBe(false)
  const nothingAlike = {
    price: 20_000,
    currency: 1,
    of: 0,
    cheaper: 0,
    rank: null,
    median: null,
    average: null,
  }
  const readAt = '2026-11-26T08:00:00.000Z'
  table.save('a', 1, {
    ...nothingAlike,
    likes: [],
    names: {},
    ids: [],
    caveats: [],
    warnings: [],
    calls: 2,
    readAt,
  })
  expect([table.any('a'), table.any('b')]).toEqual([true, false])
})
