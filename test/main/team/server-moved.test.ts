import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cars, Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { freePort, Postgres } from '../../team/postgres.ts'
import { wholeTest } from '../../whole.ts'

vi.setConfig({ testTimeout: 240_000 })

/** Of this computer as well, but none of the names that may do without a certificate. */
const elsewhere = '127.0.0.2'

let postgres: Postgres
let desks: Desks
let olena: Desk
let petro: Desk
beforeAll(async () => {
  postgres = await Postgres.start()
}, 180_000)
afterAll(() => postgres.remove())
beforeEach(async () => {
  desks = await Desks.open()
  olena = desks.desk('Olena')
  petro = desks.desk('Petro')
}, 180_000)
afterEach(async () => {
  await desks.close()
  postgres.sql('DROP SCHEMA IF EXISTS forecourt CASCADE')
})

const fileOf = (desk: Desk): { server: { host: string; port: number; ca: string } } =>
  JSON.parse(readFileSync(join(desk.dataDir, 'team.json'), 'utf8')) as never

/** Who may connect, and how, from when the server has read it. */
function allow(lines: string): void {
  writeFileSync(join(postgres.folder, 'data', 'pg_hba.conf'), `${lines}\nlocal all postgres trust\n`)
  postgres.sql('SELECT pg_reload_conf()')
}

wholeTest(
  'a desk goes by another address or authority of its team’s server once that lets it in, and sends there',
  async () => {
    await makeTeam(postgres, [olena, petro])
    const before = fileOf(petro)
    const { port } = postgres
    const window = petro.openWindow()
    try {
      await (await window.team.link()).hello()
      // Nobody is there, or nobody who can be verified: nothing is changed.
      for (const [address, words] of [
        ['localhost:1', 'No PostgreSQL answers at localhost:1'],
        [`127.0.0.1:${port}`, 'team server HOST:PORT --ca FILE'],
        ['localhost:0', 'This is no address of a server'],
      ] as const) {
        const refused = await petro.run('team', 'server', address)
        expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(words)])
      }
      expect(fileOf(petro)).toEqual(before)

      // Its certificate is signed by another authority from now on, and it is at another port.
      await postgres.end()
      const moved = await freePort()
      postgres.certify()
      await postgres.begin([`port=${moved}`])
      expect((await petro.run('team', 'status')).code).toBe(1)
      const unsigned = await petro.run('team', 'server', `localhost:${moved}`)
      expect([unsigned.code, unsigned.err]).toEqual([2, expect.stringContaining('can’t be verified')])
      const said = await petro.run('team', 'server', `localhost:${moved}`, '--ca', postgres.ca)
      expect([said.code, said.err]).toEqual([0, expect.stringContaining('Do the same at each desk')])
      expect(fileOf(petro).server).toMatchObject({ port: moved, ca: readFileSync(postgres.ca, 'utf8') })
      expect((await petro.run('team', 'status')).code).toBe(0)
      // A window that is open goes by it too.
      expect(await (await window.team.link()).hello()).toMatchObject({ name: 'Petro' })
      expect((await petro.run('import', desks.file('new.csv', cars([7_000])), '--commit')).code).toBe(0)
      expect(await desks.created()).toEqual(['7000'])
    } finally {
      await window.close()
      await postgres.end()
      await postgres.begin()
    }
  },
)

wholeTest(
  'a code of a team that was begun on the server’s own computer says that it leads there, and another that is asked for leads elsewhere',
  async () => {
    allow(`host all all 127.0.0.1/32 scram-sha-256\nhostssl all all ${elsewhere}/32 scram-sha-256`)
    await postgres.end()
    await postgres.begin([`listen_addresses=127.0.0.1,${elsewhere}`])
    try {
      olena.env.FORECOURT_TEAM_PASSWORD = postgres.password
      const begun = await olena.run('team', 'init', '--server', postgres.address, '--name', 'Olena')
      expect(begun.code).toBe(0)
      const here = await olena.run('team', 'invite', '--name', 'Here')
      expect([here.code, here.err]).toEqual([0, expect.stringContaining('leads to localhost')])
      const there = await olena.run(
        'team',
        'invite',
        '--name',
        'Petro',
        '--server',
        `${elsewhere}:${postgres.port}`,
        '--ca',
        postgres.ca,
      )
      expect(there.err).not.toContain('leads to')
      // The authority is the right one; the name in the certificate is not that of this address.
      const joined = await petro.run('team', 'join', there.out.trim())
      expect([joined.code, joined.err]).toEqual([2, expect.stringContaining('altnames')])
      expect(existsSync(join(petro.dataDir, 'team.json'))).toBe(false)
    } finally {
      allow('hostssl all all 127.0.0.1/32 scram-sha-256')
      await postgres.end()
      await postgres.begin()
    }
  },
)

wholeTest(
  'a desk that may only look changes no link, which the others would not hear of, and stays in its team',
  async () => {
    await makeTeam(postgres, [olena])
    const made = await olena.json('import', desks.file('new.csv', cars([7_000])), '--commit')
    const { code } = await olena.json<{ code: string }>(
      ...(['team', 'invite', '--name', 'Petro', '--rights', 'viewer'] as const),
    )
    expect((await petro.run('team', 'join', code)).code).toBe(0)
    expect((await petro.run('sync')).code).toBe(0)
    const refused = await petro.run('links', 'set', 'K1', String(made.rows[0]?.autoId))
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no right')])
    expect((await petro.json<{ links: object[] }>('links')).links).toEqual([])
    expect((await petro.run('team', 'status')).code).toBe(0)
  },
)
