import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { anotherEpoch, cars, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

/** Nothing was heard of a desk, and nothing granted, for ten minutes. */
function goAway(name = 'Olena'): void {
  postgres.sql(`UPDATE forecourt.members SET seen_at = now() - interval '10 minutes' WHERE name = '${name}'`)
  postgres.sql(`UPDATE forecourt.permits SET granted_at = now() - interval '10 minutes'`)
}

/** A file whose first write the service executes or never sees, without an answer. @returns the batch */
async function doubtAt(desk: Desk, file: string, kind: 'drop-after-commit' | 'drop-before', method = 'POST') {
  await desks.control.addFault({ kind, method, path: '/auto/new/autos', count: 1 })
  const { batch, rows } = await desk.json<{ batch: string; rows: { state: string }[] }>(
    'import',
    file,
    '--commit',
    '--yes',
  )
  expect(rows.map(({ state }) => state)).toEqual(['in-doubt'])
  return batch
}

interface Away {
  readonly doubts: { desk: string; removed: boolean; batch: string; line: number }[]
}
const doubtsAt = async (desk: Desk) => (await desk.json<Away>('team', 'status')).doubts
const settled = (desk: Desk, ...argv: string[]) =>
  desk.json<{ rows: { state: string; autoId: number | null }[] }>('settle', ...argv)

/** Past what the app would ask: the server itself decides whose rows may be settled. */
async function settleItself(desk: Desk): Promise<unknown> {
  const window = desk.openWindow()
  try {
    const { url, user } = JSON.parse(
      postgres.sql(`SELECT json_build_object('url', base_url, 'user', user_id) FROM forecourt.accounts`),
    ) as object & Record<string, unknown>
    const no = Number(postgres.sql('SELECT no FROM forecourt.permits'))
    const question = { url, user, no, state: 'done', autoId: 1 }
    return await (await window.team.link()).command('settle', question, z.object({}))
  } finally {
    await window.close()
  }
}

/** The rows of the batch at its own desk, once it has heard of its team. */
async function statesAt(desk: Desk, batch: string): Promise<string[]> {
  const window = desk.openWindow()
  try {
    window.batches.recovery.ensureLock()
    await window.team.pull(window.batches.reader.list()[0]?.accountId ?? '')
    return [...window.batches.reader.allRows(batch)].map(({ state }) => state)
  } finally {
    await window.close()
  }
}

/** What a desk knows of the rows of others, once it has read the log. */
async function heardBy(desk: Desk): Promise<unknown[]> {
  await desk.run('team', 'status')
  const journal = new DatabaseSync(join(desk.dataDir, 'journal.db'), { readOnly: true })
  try {
    return journal
      .prepare('SELECT state FROM team_writes')
      .all()
      .map(({ state }) => state)
  } finally {
    journal.close()
  }
}

wholeTest(
  'a create of a desk that is away is found by another one, and its own journal follows',
  async () => {
    const batch = await doubtAt(olena, desks.file('new.csv', cars([7_000])), 'drop-after-commit')
    // As long as the desk is heard of, the row is its own.
    expect(await doubtsAt(petro)).toEqual([])
    expect((await petro.run('settle', batch)).code).toBe(2)
    await expect(settleItself(petro)).rejects.toMatchObject({ details: { reason: 'present' } })
    goAway()
    expect(await doubtsAt(petro)).toMatchObject([{ desk: 'Olena', batch, line: 2, removed: false }])
    const { rows } = await settled(petro, batch)
    expect(rows).toMatchObject([{ state: 'done' }])
    expect(rows[0]?.autoId).toBeGreaterThan(0)
    expect(await desks.created()).toEqual(['7000'])
    expect(await doubtsAt(petro)).toEqual([])
    expect(await statesAt(olena, batch)).toEqual(['done'])
    expect(postgres.sql('SELECT state, is_followed FROM forecourt.permits')).toBe('done|t')
  },
)

test('a create that is not found is sent again only after a person said so, and once for the team', async () => {
  const file = desks.file('new.csv', cars([7_100]))
  const batch = await doubtAt(olena, file, 'drop-before')
  postgres.sql(`UPDATE forecourt.members SET seen_at = now() - interval '2 minutes' WHERE name = 'Olena'`)
  const early = await petro.run('settle', batch, '--never-made', '2')
  expect([early.code, early.err]).toEqual([2, expect.stringContaining('two minutes ago')])
  goAway()
  const looked = await petro.run('settle', batch)
  expect([looked.code, looked.err]).toEqual([1, expect.stringContaining('still not confirmed')])
  const again = await petro.run('settle', batch, '--send-again')
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('is another desk’s')])
  // The one that the service never saw.
  expect(await desks.created()).toEqual(['7100'])
  postgres.sql(`UPDATE forecourt.members SET rights = 'viewer' WHERE name = 'Petro'`)
  expect((await petro.run('settle', batch, '--never-made', '2')).err).toContain('no right')
  postgres.sql(`UPDATE forecourt.members SET rights = 'sender' WHERE name = 'Petro'`)
  expect((await petro.run('settle', batch, '--never-made', '2')).code).toBe(0)
  // It is over: nobody answers it twice.
  expect((await petro.run('settle', batch, '--never-made', '2')).code).toBe(2)
  expect((await petro.run('import', file, '--commit', '--yes')).code).toBe(0)
  expect(await statesAt(olena, batch)).toEqual(['skipped'])
  expect(postgres.sql('SELECT bool_and(is_followed) FROM forecourt.permits')).toBe('t')
  expect((await olena.run('resume')).code).toBe(0)
  expect(await desks.created()).toEqual(['7100', '7100'])
})

wholeTest(
  'an edit that a desk was sending when it ended stops nobody: it is looked at, and compared again at its own desk',
  async () => {
    const price = (value: number): string =>
      desks.file(`${value}.csv`, `auto_id,currency_id,price\n${id},USD,${value}\n`)
    await olena.json('import', desks.file('new.csv', cars([7_200])), '--commit')
    const id = Number(postgres.sql('SELECT auto_id FROM forecourt.permits'))
    for (const desk of [olena, petro]) await desk.run('sync')
    const batch = await doubtAt(olena, price(7_300), 'drop-before', 'PUT')
    postgres.sql(`UPDATE forecourt.permits SET state = 'sending' WHERE operation = 'edit'`)
    goAway()
    postgres.sql('UPDATE forecourt.members SET seen_at = now()')
    expect(await doubtsAt(petro)).toEqual([])
    const state = () => postgres.sql(`SELECT state FROM forecourt.permits WHERE operation = 'edit'`)
    expect(state()).toBe('sending')
    goAway()
    expect(await doubtsAt(petro)).toHaveLength(1)
    const refused = await petro.json('import', price(7_400), '--commit', '--yes')
    expect(refused.rows.map(({ state }) => state)).toEqual(['skipped'])
    expect((await settled(petro, batch)).rows).toMatchObject([{ state: 'unsent' }])
    const sent = await petro.json('import', price(7_500), '--commit', '--yes')
    expect(sent.rows.map(({ state }) => state)).toEqual(['done'])
    expect(await statesAt(olena, batch)).toEqual(['planned'])
    // What was written since wins until a person says otherwise.
    expect((await olena.run('resume')).code).toBe(1)
    expect(await statesAt(olena, batch)).toEqual(['conflict'])
    expect((await desks.control.advert(id))?.price).toBe(7_500)
  },
)

wholeTest(
  'what was found out of an attempt ends no later one, also after the server was restored',
  async () => {
    await olena.json('import', desks.file('new.csv', cars([7_250])), '--commit')
    const id = Number(postgres.sql('SELECT auto_id FROM forecourt.permits'))
    await olena.run('sync')
    const file = desks.file('edit.csv', `auto_id,currency_id,price\n${id},USD,7350\n`)
    const batch = await doubtAt(olena, file, 'drop-before', 'PUT')
    goAway()
    expect((await settled(petro, batch)).rows).toMatchObject([{ state: 'unsent' }])
    const dump = postgres.dump()
    expect(await statesAt(olena, batch)).toEqual(['planned'])
    await desks.control.addFault({ kind: 'drop-before', method: 'PUT', path: '/auto/new/autos', count: 1 })
    await olena.run('resume')
    expect(await statesAt(olena, batch)).toEqual(['in-doubt'])
    // The server knows of the first attempt, and of what Petro found of it.
    postgres.restore(dump)
    postgres.sql(anotherEpoch)
    expect(await statesAt(olena, batch)).toEqual(['in-doubt'])
    const edit = `FROM forecourt.permits WHERE operation = 'edit'`
    expect(postgres.sql(`SELECT attempt, state, settled_by IS NULL, is_followed ${edit}`)).toBe('2|doubt|t|t')
    // The same without a desk that told it of the second.
    postgres.sql(
      `UPDATE forecourt.permits SET attempt = 1, state = 'unsent', settled_by = (SELECT id FROM forecourt.members WHERE name = 'Petro'), is_followed = false WHERE operation = 'edit'`,
    )
    expect(await statesAt(olena, batch)).toEqual(['in-doubt'])
  },
)

wholeTest('what a removed desk left in doubt stays to be seen, and can be settled', async () => {
  const batch = await doubtAt(petro, desks.file('new.csv', cars([7_600])), 'drop-after-commit')
  postgres.sql(`UPDATE forecourt.permits SET state = 'sending'`)
  expect(await heardBy(olena)).toEqual(['sending'])
  expect((await olena.run('team', 'remove', 'Petro')).code).toBe(0)
  expect(await heardBy(olena)).toEqual(['doubt'])
  expect(await doubtsAt(olena)).toMatchObject([{ desk: 'Petro', removed: true, batch }])
  expect((await settled(olena, batch)).rows).toMatchObject([{ state: 'done' }])
  expect(await doubtsAt(olena)).toEqual([])
})

wholeTest('what a removed desk finds out of its own rows counts once it has joined again', async () => {
  const batch = await doubtAt(petro, desks.file('new.csv', cars([7_650])), 'drop-after-commit')
  expect((await olena.run('team', 'remove', 'Petro')).code).toBe(0)
  expect((await petro.run('team', 'leave', '--force')).code).toBe(0)
  expect((await petro.run('settle', batch)).code).toBe(0)
  const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Petro')
  expect((await petro.run('team', 'join', code)).code).toBe(0)
  expect(await doubtsAt(olena)).toEqual([])
  expect(await heardBy(olena)).toEqual(['done'])
})

wholeTest('a car of a stock file that is found keeps its number, also at its own desk', async () => {
  const file = desks.file(
    'stock.csv',
    `No;marka_id;model_id;base_id;equip_id;currency;price;version\nK0;${fourCells(60, ';')};USD;20000;For K0\n`,
  )
  const stock = ['import', file, '--operation', 'stock', '--key', 'No']
  expect((await olena.run(...stock)).code).toBe(0)
  await desks.control.addFault({
    kind: 'drop-after-commit',
    method: 'POST',
    path: '/auto/new/autos',
    count: 1,
  })
  const { batch } = await olena.json<{ batch: string }>(...stock, '--commit', '--yes')
  goAway()
  const { rows } = await settled(petro, batch)
  expect(rows).toMatchObject([{ state: 'done' }])
  const links = async (desk: Desk) =>
    (await desk.json<{ links: { key: string; autoId: number; state: string }[] }>('links')).links
  const linked = { key: 'K0', autoId: rows[0]?.autoId, state: 'live' }
  expect(await links(petro)).toMatchObject([linked])
  expect(await statesAt(olena, batch)).toEqual(['done'])
  for (const desk of [olena, petro]) expect(await links(desk)).toMatchObject([linked])
  // The same file creates nothing, at either.
  for (const desk of [olena, petro]) {
    await desk.run('sync')
    await desk.run(...stock)
    await desk.run(...stock, '--commit', '--yes')
  }
  expect(await desks.created()).toEqual(['20000'])
})
