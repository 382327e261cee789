import { beforeEach, expect, test, vi } from 'vitest'
import { cars } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { eventually } from '../../eventually.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()
beforeEach(async () => {
  await olena.json('import', desks.file('first.csv', cars([9_100])), '--commit')
}, 180_000)

interface Status {
  readonly turns: readonly {
    readonly kind: string
    readonly holder: string
    readonly waiting: readonly string[]
  }[]
}

/** As if a desk had taken the turn so long ago, and had it for so long yet. */
const hold = (name: string, since: string, left: string): string =>
  postgres.sql(`UPDATE forecourt.turns SET holder = (SELECT id FROM forecourt.members WHERE name = '${name}'),
    fence = fence + 1, since = clock_timestamp() - interval '${since}', until = clock_timestamp() + interval '${left}'`)

const wait = (name: string, since: string): string =>
  postgres.sql(`INSERT INTO forecourt.turn_waits SELECT 1, 'send', id, clock_timestamp() - interval '${since}',
    clock_timestamp() + interval '1 hour' FROM forecourt.members WHERE name = '${name}'`)

test('a desk that waits sends nothing, says who has the turn, and goes on when it is over', async () => {
  // A turn is over with its batch, and not 15 seconds later.
  expect((await olena.json<Status>('team', 'status')).turns).toEqual([])
  hold('Olena', '1 second', '1 hour')
  const waits = await petro.run('import', desks.file('new.csv', cars([5_000])), '--commit', '--wait', '0')
  expect([waits.code, waits.err]).toEqual([1, expect.stringContaining('Olena is sending')])
  expect(waits.err).not.toContain('Sending continues automatically')
  const { batches } = await petro.json<{ batches: object[] }>('batches')
  expect(batches[0]).toMatchObject({ state: 'waiting', pauseReason: 'team-turn', turnOf: 'Olena' })
  // Who left keeps nobody waiting.
  expect((await olena.json<Status>('team', 'status')).turns).toMatchObject([{ waiting: [] }])
  expect(await desks.created()).toEqual(['9100'])
  const still = await petro.run('resume', '--wait', '0')
  expect([still.code, still.err]).toEqual([1, expect.stringContaining('Olena is sending')])
  expect(still.err).not.toContain('Sending continues automatically')
  const resumed = petro.run('resume', '--wait', '3600')
  await eventually(async () =>
    expect((await olena.json<Status>('team', 'status')).turns).toMatchObject([
      { kind: 'send', holder: 'Olena', waiting: ['Petro'] },
    ]),
  )
  hold('Olena', '1 second', '0 seconds')
  expect((await resumed).code).toBe(0)
  expect(await desks.created()).toEqual(['9100', '5000'])
})

wholeTest(
  'who has the turn gives way after 10 seconds if another desk waits, and has its own again',
  async () => {
    wait('Petro', '2 seconds')
    hold('Olena', '11 seconds', '1 hour')
    const gave = await olena.run('import', desks.file('new.csv', cars([6_000])), '--commit', '--wait', '0')
    expect([gave.code, gave.err]).toEqual([1, expect.stringContaining('Petro is sending')])
    expect(await desks.created()).toEqual(['9100'])
    postgres.sql('DELETE FROM forecourt.turn_waits')
    expect((await olena.run('resume')).code).toBe(0)
    expect(await desks.created()).toEqual(['9100', '6000'])
  },
)

wholeTest(
  'a window ends its turn with the batch, and a turn that another desk has by now is refused with the row',
  async () => {
    hold('Petro', '1 second', '1 hour')
    await olena.run('import', desks.file('new.csv', cars([7_000])), '--commit', '--wait', '0')
    hold('Olena', '1 second', '0 seconds')
    const window = olena.openWindow()
    try {
      const [batch] = window.batches.reader.list()
      const row = window.batches.recovery.ensureLock().tables.picks.row(2)
      const permits = batch && (await window.team.permits(batch.accountId, batch.id))
      if (!permits || !row) throw new Error('nothing was planned')
      const isTurnOf = (who: string) => ({ kind: 'halt', halt: { reason: 'team-turn', who } })

      expect(await permits.begin()).toBeNull()
      hold('Petro', '1 second', '1 hour')
      // It still thinks that it has the turn; the server tells, and it is not asked once more for the next row.
      expect(await permits.ask(row, row.write, permits.seen())).toMatchObject(isTurnOf('Petro'))
      expect(await permits.begin()).toMatchObject({ reason: 'team-turn', who: 'Petro' })

      // Another desk has had it since: what this one knows may be old.
      hold('Olena', '1 second', '0 seconds')
      expect(await permits.begin()).toBeNull()
      hold('Petro', '1 second', '0 seconds')
      expect(await permits.ask(row, row.write, permits.seen())).toMatchObject(isTurnOf('Petro'))

      // Rows in flight go on while it is asked for again, and a row that began in it is sent in it.
      expect(await permits.begin()).toBeNull()
      postgres.sql(`UPDATE forecourt.turns SET since = since - interval '11 seconds'`)
      const later = performance.now() + 6_000
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
      const asked = permits.begin()
      expect(await permits.ask(row, row.write, permits.seen())).toMatchObject({ kind: 'granted' })
      expect(await asked).toBeNull()

      // It gives way to who waits, and ends its turn for that.
      wait('Petro', '1 second')
      clock.mockImplementation(() => later + 6_000)
      expect(await permits.begin()).toMatchObject({ reason: 'team-turn', who: 'Petro' })
      expect(await permits.ask(row, row.write, permits.seen())).toMatchObject({ kind: 'granted' })
      permits.rest()
      clock.mockRestore()
      const other = await petro.run('import', desks.file('other.csv', cars([8_000])), '--commit')
      expect(other.code).toBe(0)
      expect(other.err).not.toContain('Sending continues automatically')
      expect(await desks.created()).toEqual(['9100', '8000'])

      await window.batches.control.send(batch.id)
      await window.batches.control.idle()
      const endedBy = `SELECT until < granted_at + interval '14 seconds' FROM forecourt.turns, forecourt.permits ORDER BY no DESC LIMIT 1`
      await eventually(() => expect(postgres.sql(endedBy)).toBe('t'))
      expect(await desks.created()).toEqual(['9100', '8000', '7000'])
    } finally {
      await window.close()
    }
  },
)

wholeTest(
  'a turn and a waiting desk of an hour that is still to come, as after the server’s clock was set back, hold nobody',
  async () => {
    await olena.run('sync')
    postgres.sql(
      `INSERT INTO forecourt.turns (account, kind, holder, since, until)
       SELECT id, 'send', 1, clock_timestamp() + interval '1 hour', clock_timestamp() + interval '61 minutes' FROM forecourt.accounts
       ON CONFLICT (account, kind) DO UPDATE SET holder = 1, since = excluded.since, until = excluded.until;
     INSERT INTO forecourt.turn_waits (account, kind, member, since, asked_at)
       SELECT id, 'send', 1, clock_timestamp() + interval '1 hour', clock_timestamp() + interval '1 hour' FROM forecourt.accounts`,
    )
    expect((await petro.json<{ turns: unknown[] }>('team', 'status')).turns).toEqual([])
    expect((await petro.run('import', desks.file('new.csv', cars([4_300])), '--commit')).code).toBe(0)
    expect(await desks.created()).toEqual(['9100', '4300'])
  },
)
