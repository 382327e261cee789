import { expect } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { cars } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks(5)

wholeTest(
  'a number that got an advert at another desk gets none, though this desk has not heard of it',
  async () => {
    const made = await olena.json('import', desks.file('cars.csv', cars([9_100, 9_200])), '--commit')
    const [first = 0, second = 0] = made.rows.map(({ autoId }) => autoId ?? 0)
    const stock = desks.file(
      'stock.csv',
      `No;marka_id;model_id;base_id;equip_id;currency;price\n${['K0', 'K1']
        .map((key, at) => `${key};${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}\n`)
        .join('')}`,
    )
    expect((await petro.run('import', stock, '--operation', 'stock', '--key', 'No')).code).toBe(0)
    postgres.sql(`UPDATE forecourt.turns SET holder = (SELECT id FROM forecourt.members WHERE name = 'Olena'),
    since = clock_timestamp(), until = clock_timestamp() + interval '1 hour'`)
    await petro.run('import', stock, '--operation', 'stock', '--commit', '--yes', '--wait', '0')
    postgres.sql(`UPDATE forecourt.turns SET until = '-infinity'; DELETE FROM forecourt.turn_waits`)

    const window = petro.openWindow()
    try {
      const [batch] = window.batches.reader.list()
      const row = window.batches.recovery.ensureLock().tables.picks.row(1)
      const permits = batch && (await window.team.permits(batch.accountId, batch.id))
      if (!batch || !row || !permits) throw new Error('nothing was planned')
      // All that it hears of the others it hears now.
      await window.team.pull(batch.accountId)
      expect(await permits.begin()).toBeNull()
      expect((await olena.run('links', 'set', 'K0', String(first))).code).toBe(0)
      expect(await permits.ask(row, row.write, permits.seen())).toEqual({ kind: 'moved' })
      expect(await permits.ask(row, row.write, permits.seen())).toMatchObject({ kind: 'refused' })

      expect((await olena.run('links', 'set', 'K1', String(second))).code).toBe(0)
      await window.batches.control.send(batch.id)
      await window.batches.control.idle()
      // It read the log when the permit was refused: why the row ends is its own journal's to say.
      const { rows } = window.batches.reader.rows(batch.id, 'failed', 0, 10)
      expect(rows.map(({ errorCode }) => errorCode)).toEqual(['key-linked', 'key-linked'])
    } finally {
      await window.close()
    }
    expect(await desks.created()).toEqual(['9100', '9200'])
  },
  240_000,
)
