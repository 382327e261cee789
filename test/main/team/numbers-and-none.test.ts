import { expect } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import type { Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks(5)

const columns = 'marka_id;model_id;base_id;equip_id;currency;price'
const car = (at: number): string => `${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}`
const file = (name: string, header: string, rows: readonly string[]): string =>
  desks.file(name, `${header}\n${rows.join('\n')}\n`)
/** The same cars at both desks: with the dealer's own numbers, and without. */
const numbered = (name: string): string =>
  file(
    name,
    `No;${columns}`,
    [0, 1].map((at) => `K${at};${car(at)}`),
  )
const plain = (): string => file('plain.csv', columns, [0, 1].map(car))
const stock = ['--operation', 'stock', '--key', 'No']
const sendStock = ['--operation', 'stock', '--key', 'No', '--commit', '--yes']

/** Has a desk plan what another desk's turn keeps it from sending. */
async function planOnly(desk: Desk, other: string, ...argv: string[]): Promise<void> {
  postgres.sql(
    `INSERT INTO forecourt.turns (account, kind) SELECT id, 'send' FROM forecourt.accounts ON CONFLICT DO NOTHING;
     UPDATE forecourt.turns SET holder = (SELECT id FROM forecourt.members WHERE name = '${other}'),
       since = clock_timestamp(), until = clock_timestamp() + interval '1 hour'`,
  )
  const waits = await desk.run('import', ...argv, '--wait', '0')
  expect([waits.code, waits.err]).toEqual([1, expect.stringContaining(`${other} is sending`)])
  postgres.sql(`UPDATE forecourt.turns SET until = '-infinity'; DELETE FROM forecourt.turn_waits`)
}

const ended = async (desk: Desk): Promise<(readonly [string, string | undefined])[]> =>
  (await desk.json('resume')).rows.map(({ state, problems }) => [state, problems[0]?.code] as const)
const refused = ['skipped', 'sent-elsewhere'] as const
const created = async (): Promise<(string | undefined)[]> => (await desks.created()).toSorted()

wholeTest(
  'cars that another desk created without numbers are asked about in a stock file, also one that was planned before',
  async () => {
    expect((await olena.run('import', numbered('1.csv'), ...stock)).code).toBe(0)
    await planOnly(olena, 'Petro', numbered('1.csv'), ...sendStock)
    const made = await petro.json('import', plain(), '--commit', '--yes')
    expect(made.rows.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(await ended(olena)).toEqual([refused, refused])
    expect(await created()).toEqual(['20000', '20001'])

    const again = await olena.run('import', numbered('2.csv'), ...stock)
    expect(again.err).toContain('Asked: K0')
    // One is the advert, the other one is another car of the same content.
    expect((await olena.run('links', 'set', 'K0', String(made.rows[0]?.autoId))).code).toBe(0)
    expect((await olena.run('links', 'outside', String(made.rows[1]?.autoId))).code).toBe(0)
    expect((await olena.run('import', numbered('2.csv'), ...stock)).code).toBe(0)
    expect((await olena.run('import', numbered('2.csv'), ...sendStock)).code).toBe(0)
    expect(await created()).toEqual(['20000', '20001', '20001'])
  },
)

wholeTest(
  'cars that another desk created with numbers are asked about in a file without them, also one that was planned before',
  async () => {
    expect((await olena.run('import', numbered('1.csv'), ...stock)).code).toBe(0)
    await planOnly(petro, 'Olena', plain(), '--commit', '--yes')
    expect((await olena.run('import', numbered('1.csv'), ...sendStock)).code).toBe(0)
    expect(await ended(petro)).toEqual([refused, refused])
    expect(await created()).toEqual(['20000', '20001'])

    const asked = await petro.run('import', plain(), '--commit', '--yes')
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('sent in batch Olena, ')])
    const { rows } = await petro.json('import', plain(), '--commit', '--yes', '--again')
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(await created()).toEqual(['20000', '20000', '20001', '20001'])
  },
)

wholeTest(
  'equal cars with different numbers are twins, and a car in doubt holds its equal without a number',
  async () => {
    const mixed = file('mixed.csv', `stock_no;${columns}`, [`;${car(0)}`, `P1;${car(1)}`])
    expect((await olena.run('import', numbered('1.csv'), ...stock)).code).toBe(0)
    await planOnly(petro, 'Olena', mixed, '--commit', '--yes')
    await desks.control.addFault({ method: 'POST', kind: 'drop-after-commit', count: 1 })
    expect((await olena.run('import', numbered('1.csv'), ...sendStock)).code).toBe(1)
    expect(await ended(petro)).toEqual([
      ['failed', 'under-way-elsewhere'],
      ['done', undefined],
    ])
    expect(await created()).toEqual(['20000', '20001', '20001'])
  },
)
