import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { StagingSums } from '../../../../src/main/import/staging/staging-sums.ts'
import { findingsIndex, stagingTables } from '../../../../src/main/import/staging/staging-tables.ts'

test('after a change only the changed rows are counted, and a first line is found by an index', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(stagingTables)
  db.exec(findingsIndex)
  const prepared = vi.spyOn(db, 'prepare')
  expect(new StagingSums(db).problems).toEqual([])
  const statements = prepared.mock.calls.map(([sql]) => sql)
  const first = statements.filter((sql) => sql.includes(':lines') || sql.includes('code = ? AND column = ?'))
  expect(first).toHaveLength(7)
  const steps = first.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  )
  const tables = steps.filter((step) => /(SEARCH|SCAN) (record_places|findings|adverts)/.test(step))
  for (const step of tables)
    expect(step).toMatch(/PRIMARY KEY \((line|rowid)=\?\)|findings_by_problem \(code=\? AND column=\?\)/)
  expect(tables.length).toBeGreaterThanOrEqual(5)
  db.close()
})
