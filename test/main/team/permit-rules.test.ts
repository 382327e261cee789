import pg from 'pg'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cars } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()
beforeEach(async () => {
  for (const desk of [olena, petro]) await desk.run('sync')
}, 180_000)
afterEach(() => {
  vi.restoreAllMocks()
})

/** Tells the log of a car in a transaction of Olena's that is not committed yet. */
async function begin(autoId: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: 'localhost',
    port: postgres.port,
    user: 'postgres',
    password: postgres.password,
    database: 'postgres',
    ssl: { ca: readFileSync(postgres.ca, 'utf8') },
  })
  await client.connect()
  const [role = '', session = '', url = '', user = '', epoch = ''] = postgres
    .sql(
      `SELECT db_role, session, base_url, user_id, team.epoch FROM forecourt.members, forecourt.accounts, forecourt.team WHERE name = 'Olena'`,
    )
    .split('|')
  const row = {
    key: `2026-01-01-abcde/${autoId}`,
    attempt: 1,
    operation: 'create',
    fingerprint: `of ${autoId}`,
    state: 'done',
    autoId,
    payload: {},
    before: {},
  }
  await client.query(`SET SESSION AUTHORIZATION ${role}`)
  await client.query('BEGIN')
  await client.query('SELECT forecourt.bring($1::jsonb)', [
    JSON.stringify({ session: Number(session), epoch, url, user: Number(user), head: 0, rows: [row] }),
  ])
  return client
}

async function commit(client: pg.Client): Promise<void> {
  await client.query('COMMIT')
  await client.end()
}

wholeTest('an entry of the log that is committed after the next one is heard all the same', async () => {
  const window = petro.openWindow()
  try {
    const { accountId } = await window.context.accounts.owner()
    await window.team.pull(accountId)
    const first = await begin(7)
    // By a sequence it would be there at once, and the log would have been read past the first.
    const second = begin(8).then(commit)
    await pause(1_000)
    const read = window.team.pull(accountId)
    await pause(1_000)
    await commit(first)
    await Promise.all([second, read])
    await window.team.pull(accountId)
    const { writes } = window.batches.recovery.ensureLock().tables
    expect([7, 8].map((autoId) => writes.isCreatedElsewhere(accountId, autoId))).toEqual([true, true])
  } finally {
    await window.close()
  }
})

test('a permit is late when ten seconds have passed by either clock', async () => {
  await postgres.end('immediate')
  await olena.run('import', desks.file('new.csv', cars([5_000])), '--commit')
  await postgres.begin()
  const window = olena.openWindow()
  try {
    const [batch] = window.batches.reader.list()
    const row = window.batches.recovery.ensureLock().tables.picks.row(1)
    const permits = batch && (await window.team.permits(batch.accountId, batch.id))
    if (!row || !permits) throw new Error('nothing was planned')
    await permits.begin()
    const answer = await permits.ask(row, row.write, permits.seen())
    if (answer.kind !== 'granted') throw new Error(answer.kind)
    expect(answer.isLate()).toBe(false)
    const wall = Date.now()
    const steady = performance.now()
    for (const moved of [11_000, -11_000]) {
      vi.spyOn(Date, 'now').mockReturnValue(wall + moved)
      expect(answer.isLate()).toBe(true)
    }
    vi.restoreAllMocks()
    vi.spyOn(performance, 'now').mockReturnValue(steady + 11_000)
    expect(answer.isLate()).toBe(true)
  } finally {
    vi.restoreAllMocks()
    await window.close()
  }
})
