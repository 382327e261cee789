import { cpSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cars, Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

const ten = Array.from({ length: 10 }, (_, at) => 10_000 + at)
const statesOf = ({ rows }: { rows: readonly { state: string }[] }): string[] =>
  rows.map(({ state }) => state)

test('two desks that import the same file at once make each advert once', async () => {
  const file = desks.file('new.csv', cars(ten))
  // Both have planned it before either sends: neither can know of the other's batch.
  await postgres.end('immediate')
  for (const desk of [olena, petro]) await desk.run('import', file, '--commit')
  await postgres.begin()
  const ran = await Promise.all([olena, petro].map((desk) => desk.json('resume')))
  const made = await desks.created()
  expect(made.toSorted()).toEqual(ten.map(String))
  const rows = ran.flatMap(({ rows }) => rows)
  expect(rows.filter(({ state }) => state === 'done')).toHaveLength(10)
  const refused = rows.filter(({ state }) => state === 'skipped')
  expect(refused).toHaveLength(10)
  expect(refused[0]?.problems.map(({ code }) => code)).toEqual(['sent-elsewhere'])
  expect(refused[0]?.problems[0]?.message).toMatch(/^Sent elsewhere by (Olena|Petro), .*\d\d:\d\d\. Nothing/)
})

test('what another desk sent is asked about before anything is sent, and one more is one more', async () => {
  const file = desks.file('new.csv', cars([7_000]))
  await olena.json('import', file, '--commit')
  const asked = await petro.run('import', file, '--commit')
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('sent in batch Olena, ')])
  expect(statesOf(await petro.json('import', file, '--commit', '--again'))).toEqual(['done'])
  expect(await desks.created()).toEqual(['7000', '7000'])
})

test('an edit that was planned before another desk wrote the advert asks a person', async () => {
  const made = await olena.json('import', desks.file('new.csv', cars([9_000])), '--commit')
  const id = made.rows[0]?.autoId ?? 0
  const edit = (price: number): string =>
    desks.file(`${price}.csv`, `auto_id,currency_id,price\n${id},USD,${price}\n`)
  await petro.run('sync')
  await olena.run('sync')
  // Both see 9000 and send at the same time: the one that comes second wasn't shown what the first wrote.
  const ran = await Promise.all([
    olena.json('import', edit(9_100), '--commit', '--yes'),
    petro.json('import', edit(9_200), '--commit', '--yes'),
  ])
  expect(ran.flatMap(statesOf).toSorted()).toEqual(['done', 'failed'])
  const puts = async (): Promise<(string | undefined)[]> =>
    (await desks.control.ledger()).filter(({ method }) => method === 'PUT').map(({ params }) => params.price)
  expect(await puts()).toHaveLength(1)
  // What the other wrote is in the saved stock once this desk opens: who sees it there, and writes after it, is asked no more.
  await petro.run('sync')
  await petro.json('import', edit(9_400), '--commit', '--yes')
  for (const price of [9_600, 9_700])
    expect((await olena.json('import', edit(price), '--commit', '--yes')).rows).toMatchObject([
      { state: 'done', problems: [] },
    ])
  expect((await puts()).slice(-3)).toEqual(['9400', '9600', '9700'])
})

test('without the server nothing is sent, and the batch goes on when it is back', async () => {
  const file = desks.file('new.csv', cars([5_000, 5_001]))
  await postgres.end('immediate')
  const status = await petro.run('team', 'status', '--json')
  expect([status.code, JSON.parse(status.out)]).toMatchObject([1, { state: 'offline' }])
  const waits = await petro.run('import', file, '--commit')
  expect([waits.code, waits.err]).toEqual([1, expect.stringContaining('The team’s server can’t be reached')])
  const { batches } = await petro.json<{ batches: { pauseReason: string }[] }>('batches')
  expect(batches[0]?.pauseReason).toBe('team-offline')
  expect(await desks.created()).toEqual([])
  await postgres.begin()
  expect((await petro.run('resume')).code).toBe(0)
  expect(await desks.created()).toEqual(['5000', '5001'])
})

wholeTest(
  'a command beside a window that is about to send frees no permit of it, and the window goes on',
  async () => {
    const file = desks.file('new.csv', cars([11_000]))
    await postgres.end('immediate')
    await olena.run('import', file, '--commit')
    await postgres.begin()
    const window = olena.openWindow()
    try {
      const [batch] = window.batches.reader.list()
      // Before it sends it is one of several that only read; from then on the session is its own.
      await window.team.pull(batch?.accountId ?? '')
      expect((await olena.run('team', 'status')).code).toBe(0)
      const journal = window.batches.recovery.ensureLock()
      const row = journal.tables.picks.row(1)
      if (!batch || !row) throw new Error('nothing was planned')
      const permits = await window.team.permits(batch.accountId, batch.id)
      const ask = async () => (await permits?.begin()) ?? permits?.ask(row, row.write, permits.seen())
      expect(await ask()).toMatchObject({ kind: 'granted' })
      // Another desk may send meanwhile, but not this row.
      permits?.rest()
      expect((await olena.run('team', 'status')).code).toBe(0)
      const elsewhere = await petro.run('import', file, '--commit')
      expect([elsewhere.code, elsewhere.out + elsewhere.err]).toEqual([1, expect.stringContaining('Olena')])
      expect(await desks.created()).toEqual([])
      // Nor has the command ended its session.
      expect(await ask()).toMatchObject({ kind: 'granted' })
      // A copy of its folder that sends, though, has: both would get the same answers.
      cpSync(olena.dataDir, join(desks.folder, 'Copy'), { recursive: true })
      rmSync(join(desks.folder, 'Copy/engine.lock'), { force: true })
      const copy = new Desk('Copy', join(desks.folder, 'Copy'), olena.env)
      copy.env.FORECOURT_TEAM_SECRET = olena.env.FORECOURT_TEAM_SECRET
      expect((await copy.run('team', 'status')).code).toBe(0)
      expect(await permits?.ask(row, row.write, permits.seen())).toMatchObject({ kind: 'halt' })
    } finally {
      await window.close()
    }
  },
)

test('a desk that was removed sends nothing, and says why', async () => {
  expect((await petro.run('team', 'remove', 'Olena')).err).toContain('no right')
  expect((await olena.run('team', 'remove', 'Petro')).err).toContain('change the key at the service')
  const refused = await petro.run('import', desks.file('new.csv', cars([6_000])), '--commit')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('doesn’t let this desk in')])
  expect((await petro.json<{ batches: object[] }>('batches')).batches).toEqual([])
  expect(await desks.created()).toEqual([])
})

test('after a restore nobody sends until every desk said what it sent', async () => {
  const file = desks.file('new.csv', cars([4_000, 4_001]))
  const dump = postgres.dump()
  await olena.json('import', file, '--commit')
  // The server has forgotten what Olena sent.
  postgres.restore(dump)
  expect((await petro.run('team', 'restored')).err).toContain('no right')
  expect((await olena.run('team', 'restored')).code).toBe(0)
  const found = await olena.json<{ state: string; members: { name: string; checkedIn: boolean }[] }>(
    'team',
    'status',
  )
  expect(found.state).toBe('waiting')
  expect(found.members).toMatchObject([{ checkedIn: true }, { name: 'Petro', checkedIn: false }])
  const again = await petro.run('import', file, '--commit')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('sent in batch Olena, ')])
  expect(await desks.created()).toEqual(['4000', '4001'])
})

wholeTest('a desk that leaves takes with it what the team sent, and needs no server any more', async () => {
  const file = desks.file('new.csv', cars([2_000]))
  await olena.json('import', file, '--commit')
  expect((await petro.run('team', 'status')).code).toBe(0)
  await petro.run('import', file)
  expect((await petro.run('team', 'leave')).code).toBe(0)
  expect((await petro.json<{ state: string }>('team', 'status')).state).toBe('none')
  const again = await petro.run('import', file, '--commit')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('sent in batch Olena, ')])
})

test('team.json has no secret and belongs to its owner; a damaged one sends nothing past the team', async () => {
  const path = join(petro.dataDir, 'team.json')
  const text = readFileSync(path, 'utf8')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(text).not.toContain(petro.env.FORECOURT_TEAM_SECRET)
  petro.write('team.json', text.slice(0, 40))
  const refused = await petro.run('import', desks.file('new.csv', cars([9_000])), '--commit')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('team.json')])
  expect(await desks.created()).toEqual([])
})

wholeTest('a desk that the server no longer lets in leaves by force, and can be invited again', async () => {
  await olena.json('team', 'remove', 'Petro')
  expect((await petro.run('team', 'leave')).code).toBe(2)
  expect((await petro.run('team', 'leave', '--force')).code).toBe(0)
  const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Petro again')
  expect((await petro.run('team', 'join', code)).code).toBe(0)
})
