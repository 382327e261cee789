import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SendableRow } from '../../../src/main/batch/journal/journal-row.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { TeamPermits } from '../../../src/main/team/team-permits.ts'
import { TeamTurn } from '../../../src/main/team/team-turns.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'
import { car } from '../batch/dealership.ts'
import { folderOfTest } from '../../folders.ts'

function permitsOn(journal: Journal, asked: string[]): TeamPermits {
  const account = { accountId: 'a', url: 'https://service.example', user: 7 }
  return new TeamPermits({
    accountId: 'a',
    batchId: 'b',
    journal,
    turn: new TeamTurn(
      'send',
      () => Promise.resolve({ refused: 'turn', who: 'Olena' }),
      () => Promise.resolve(account),
    ),
    later: () => undefined,
    seen: () => 0,
    self: () => 1,
    ready: () => Promise.resolve(account),
    pull: () => Promise.resolve(),
    reportStock: () => Promise.resolve(),
    ask: (name) => {
      asked.push(`${name} ${journal.tables.team.asked}`)
      return Promise.resolve({ refused: 'rights' })
    },
    report: () => undefined,
  })
}

test('no permit is asked for that could not be counted, and the journal is what is told', async () => {
  const dataDir = folderOfTest()
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  onTestFinished(() => journal.close())
  const asked: string[] = []
  const permits = permitsOn(journal, asked)
  const payload = car({ price: 2 })
  const write = { operation: 'create', payload } as const
  const row = {
    id: 1,
    line: 2,
    attempts: 0,
    autoId: null,
    doubt: false,
    overwrite: false,
    before: {},
    state: 'planned',
    write,
    fingerprint: fingerprintOf('create', payload),
  } as unknown as SendableRow
  expect(await permits.begin()).toMatchObject({ reason: 'team-turn', who: 'Olena' })
  journal.db.exec('PRAGMA query_only = 1')
  await expect(permits.ask(row, write, 0)).rejects.toMatchObject({ errcode: 8 })
  expect([asked, journal.tables.team.asked]).toEqual([[], 0])
  journal.db.exec('PRAGMA query_only = 0')
  expect(await permits.ask(row, write, 0)).toMatchObject({ kind: 'halt', halt: { reason: 'team' } })
  expect([asked, journal.tables.team.asked]).toEqual([['permit 1'], 1])
})
