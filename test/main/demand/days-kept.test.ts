import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { cacheSchema } from '../../../src/main/context/schemas.ts'
import { DaysTable } from '../../../src/main/demand/days-table.ts'

test('views of days are dropped by their own age, whatever the clock says of today', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(cacheSchema)
  const table = new DaysTable(db)
  const read = (to: string, ...dates: string[]): readonly string[] => {
    const views = dates.map((date) => ({ date, count: 3 }))
    table.save('a', 1, { from: dates[0] ?? to, to }, { views, phones: [] }, `${to}T10:00:00.000Z`)
    return (table.find('a', [1]).get(1)?.views ?? []).map(({ date }) => date)
  }
  read('2026-11-19', '2025-01-10', '2025-11-18', '2026-11-18')
  const kept = ['2025-11-18', '2026-11-18']
  // A clock that is years ahead asks for days up to then, and is told those up to now.
  expect(read('2029-11-19', '2026-11-18')).toEqual(kept)
  expect(read('2029-11-19')).toEqual(kept)
  // A year later the old ones are over.
  expect(read('2028-01-16', '2028-01-15')).toEqual(['2028-01-15'])
})
