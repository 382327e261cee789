import { expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../../src/main/system/clock.ts'

test('of two writes of other desks that come to be known at once the later one counts, whatever their batches are called', () => {
  const dir = mkdtempSync(join(tmpdir(), 'team-writes-'))
  const journal = new Journal(join(dir, 'journal.db'), systemClock)
  const place = {
    accountId: 'a',
    url: 'https://service.example',
    user: 7,
    team: 't',
    cursor: 2,
    head: 2,
  }
  const write = (batch: string, price: number, at: string) => ({
    member: 2,
    name: 'Olena',
    key: `${batch}/2`,
    operation: 'edit' as const,
    fingerprint: batch,
    stockKey: null,
    autoId: 5,
    payload: { auto_id: 5, currency_id: 1, price },
    before: {},
    state: 'done' as const,
    at,
  })
  for (const [first, second] of [
    ['x', 'b'],
    ['c', 'y'],
  ] as const) {
    const writes = [
      write(first, 100, '2026-11-20T10:00:00.000Z'),
      write(second, 200, '2026-11-20T10:00:01.000Z'),
    ]
    journal.tables.team.fold(
      { ...place, accountId: first },
      { writes, links: [], files: [], orders: [] },
      'Petro',
    )
    expect(journal.tables.writes.values(first, 5)).toMatchObject({ price: 200 })
    expect(journal.tables.writes.valuesOfMany(first, [5]).get(5)).toMatchObject({ price: 200 })
  }
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})
