import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cars } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { spread, wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

const over = expect.stringContaining('This invitation is over') as unknown

async function invite(name: string): Promise<string> {
  return (await olena.json<{ code: string }>('team', 'invite', '--name', name)).code
}

async function joins(code: string, name: string): Promise<[number, string]> {
  const { code: exit, err } = await desks.desk(name).run('team', 'join', code)
  return [exit, err]
}

/** Who may connect, from when the server has read it. */
function allow(lines: string): void {
  writeFileSync(join(postgres.folder, 'data', 'pg_hba.conf'), `${lines}\nlocal all postgres trust\n`)
  postgres.sql('SELECT pg_reload_conf()')
}

wholeTest(
  'an invitation that was used, is too old or was withdrawn says that it is over, and its name is free once its desk is removed',
  async () => {
    const used = await invite('Marta')
    expect((await joins(used, 'Marta'))[0]).toBe(0)
    expect(await joins(used, 'Ihor')).toEqual([2, over])

    const old = await invite('Ihor')
    const role = postgres.sql(`SELECT db_role FROM forecourt.members WHERE name = 'Ihor'`)
    postgres.sql(`ALTER ROLE ${role} VALID UNTIL '2020-01-01'`)
    expect(await joins(old, 'Old')).toEqual([2, over])
    const again = await olena.run('team', 'invite', '--name', 'Ihor')
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('forecourt team remove NAME')])
    await olena.run('team', 'remove', 'Ihor')
    const withdrawn = await invite('Ihor')
    await olena.run('team', 'remove', 'Ihor')
    expect(await joins(withdrawn, 'Withdrawn')).toEqual([2, over])
    expect((await joins(await invite('Ihor'), 'New'))[0]).toBe(0)
  },
)

wholeTest('a server that takes no connection from a computer does not make its invitation over', async () => {
  const code = await invite('Marta')
  allow('hostssl all postgres 127.0.0.1/32 scram-sha-256')
  try {
    const [exit, err] = await joins(code, 'Marta')
    expect([exit, err]).toEqual([2, expect.stringContaining('doesn’t let this desk in')])
    expect(err).not.toContain('is over')
  } finally {
    allow('hostssl all all 127.0.0.1/32 scram-sha-256')
  }
  expect((await joins(code, 'Marta again'))[0]).toBe(0)
})

wholeTest(
  'a database without the team says so, not that nobody answers or that the password is wrong',
  async () => {
    postgres.sql('ALTER SCHEMA forecourt RENAME TO elsewhere')
    const gone = await olena.run('team', 'status')
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('The team’s database isn’t there')])
    expect(gone.err).not.toContain('can’t be reached')
    expect(gone.err).not.toContain('password')
    postgres.sql('ALTER SCHEMA elsewhere RENAME TO forecourt')
    expect((await olena.run('team', 'status')).code).toBe(0)

    const nowhere = postgres.address.replace(/postgres$/, 'nowhere')
    const alone = desks.desk('Alone')
    alone.env.FORECOURT_TEAM_PASSWORD = postgres.password
    const init = await alone.run('team', 'init', '--server', nowhere, '--ca', postgres.ca, '--name', 'Alone')
    expect([init.code, init.err]).toEqual([2, expect.stringContaining('database "nowhere"')])
    expect(init.err).toContain('Check the name of the database')
  },
)

test('only a server that does not answer is said to be out of reach', async () => {
  petro.env.FORECOURT_TEAM_SECRET = 'x'.repeat(43)
  const refused = await petro.run('team', 'status')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('can’t send for it now')])
  expect(refused.err).not.toContain('can’t be reached')
})

wholeTest.each(spread(['postgresql://post%gres@db/shop', 'postgresql://postgres@db/100%'], 1))(
  'an address with a sign that stands for nothing is no address: %s',
  async (address) => {
    const alone = desks.desk('Alone')
    const { code, err } = await alone.run('team', 'init', '--server', address, '--name', 'Alone')
    expect([code, err]).toEqual([2, expect.stringContaining('This is no address of a server')])
  },
)

wholeTest.each(spread(['0', '65536', '99999'], 1))(
  'an invitation names no port that there is none of: %s',
  async (port) => {
    const { code, out, err } = await olena.run(
      'team',
      'invite',
      '--name',
      'Marta',
      '--server',
      `localhost:${port}`,
    )
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('This is no address of a server')])
    // The name is still free.
    expect(await invite('Marta')).not.toBe('')
  },
)

test('a version with another protocol says which side to update, and sends nothing', async () => {
  const file = desks.file('new.csv', cars([6_300]))
  postgres.sql('UPDATE forecourt.team SET protocol = protocol + 1')
  expect((await petro.run('team', 'status')).err).toContain('Update this computer first')
  expect((await petro.run('import', file, '--commit')).err).toContain('Update this computer first')
  postgres.sql('UPDATE forecourt.team SET protocol = protocol - 2')
  expect((await petro.run('team', 'status')).err).toContain('Go back to the version of the other desks')
  expect((await petro.run('import', file, '--commit')).code).toBe(2)
  expect(await desks.created()).toEqual([])
  postgres.sql('UPDATE forecourt.team SET protocol = protocol + 1')
  expect((await petro.run('import', file, '--commit')).code).toBe(0)
})
