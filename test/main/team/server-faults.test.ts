import { writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cars, Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { Postgres } from '../../team/postgres.ts'
import { spread, wholeTest } from '../../whole.ts'

vi.setConfig({ testTimeout: 240_000 })

let postgres: Postgres
let desks: Desks
let olena: Desk
beforeAll(async () => {
  postgres = await Postgres.start()
}, 180_000)
afterAll(() => postgres.remove())
beforeEach(async () => {
  desks = await Desks.open()
  olena = desks.desk('Olena')
}, 180_000)
afterEach(async () => {
  vi.useRealTimers()
  await desks.close()
  postgres.sql('DROP SCHEMA IF EXISTS forecourt CASCADE')
})

const file = () => desks.file('new.csv', cars([5_500]))

/** Nothing is sent with the trouble, which is said, and everything without it. */
async function waitsUntil(words: string, end: () => void | Promise<void>): Promise<void> {
  const refused = await olena.run('import', file(), '--commit')
  expect(refused.code).toBe(1)
  expect(await desks.created()).toEqual([])
  expect((await olena.run('team', 'status')).err).toContain(words)
  await end()
  expect((await olena.run('resume')).code).toBe(0)
  expect(await desks.created()).toEqual(['5500'])
}

wholeTest('a server whose disk is full says so, and the batch goes on when it has room', async () => {
  await makeTeam(postgres, [olena])
  // What PostgreSQL answers to a write then; it reads on.
  postgres.sql(`CREATE FUNCTION forecourt.full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)
  const tables = ['permits', 'room']
  for (const table of tables)
    postgres.sql(
      `CREATE TRIGGER no_room BEFORE INSERT ON forecourt.${table} FOR EACH ROW EXECUTE FUNCTION forecourt.full()`,
    )
  await waitsUntil('disk of the team’s server is full', () => {
    for (const table of tables) postgres.sql(`DROP TRIGGER no_room ON forecourt.${table}`)
  })
})

wholeTest('a server that takes no more connections says so, and the batch goes on when it does', async () => {
  await makeTeam(postgres, [olena])
  const role = postgres.sql(`SELECT db_role FROM forecourt.members`)
  postgres.sql(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
  await waitsUntil('takes no more connections', () => {
    postgres.sql(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
  })
})

test('a server that became read-only, or that may forget what it confirmed, gets no row', async () => {
  await makeTeam(postgres, [olena])
  await postgres.end()
  await postgres.begin(['default_transaction_read_only=on'])
  await waitsUntil('can only be read', async () => {
    await postgres.end()
    await postgres.begin()
  })
  await postgres.end()
  await postgres.begin(['fsync=off'])
  expect((await olena.run('team', 'status')).err).toContain('fsync = off')
  await postgres.end()
  await postgres.begin()
})

/** A way to the server that stops carrying bytes, while its connections stay open. */
class HalfOpen {
  #isCut = false
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => undefined))
      near.on('data', (bytes) => this.#isCut || far.write(bytes))
      far.on('data', (bytes) => this.#isCut || near.write(bytes))
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  cut(isCut: boolean): void {
    this.#isCut = isCut
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

wholeTest('a connection that carries nothing any more is given up, and a new one is made', async () => {
  const way = new HalfOpen(postgres.port)
  const port = await way.listen()
  await makeTeam(postgres, [olena], () => `localhost:${port}`)
  const window = olena.openWindow()
  try {
    const link = await window.team.link()
    await link.hello()
    way.cut(true)
    await expect(link.reconcile()).rejects.toMatchObject({ code: 'team', details: { reason: 'offline' } })
    way.cut(false)
    expect(await link.reconcile()).toBe(0)
  } finally {
    await window.close()
    way.close()
  }
})

test('a certificate that is not verified makes no team, and a desk that meets one sends nothing', async () => {
  olena.env.FORECOURT_TEAM_PASSWORD = postgres.password
  const other = await Postgres.start()
  other.certify()
  const init = (address: string, ca: string) =>
    olena.run('team', 'init', '--server', address, '--ca', ca, '--name', 'Olena')
  try {
    // Signed by somebody else; and by the right one for another name.
    for (const ran of [
      await init(postgres.address, other.ca),
      await init(postgres.address.replace('localhost', '127.0.0.1'), postgres.ca),
    ]) {
      expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('can’t be verified')])
    }
    // Nobody is there; and somebody who may make nothing.
    const dead = await init(postgres.address.replace(/:\d+/, ':1'), postgres.ca)
    expect([dead.code, dead.err]).toEqual([
      2,
      expect.stringContaining('No PostgreSQL answers at localhost:1'),
    ])
    postgres.sql(`CREATE ROLE clerk LOGIN PASSWORD '${postgres.password}'`)
    const clerk = await init(postgres.address.replace('postgres@', 'clerk@'), postgres.ca)
    expect([clerk.code, clerk.err]).toEqual([2, expect.stringContaining('clerk may not make a team')])
    await makeTeam(postgres, [olena])
    await postgres.end()
    await postgres.begin(['ssl=off'])
    writeFileSync(
      `${postgres.folder}/data/pg_hba.conf`,
      'host all all 127.0.0.1/32 trust\nlocal all postgres trust\n',
    )
    postgres.sql('SELECT pg_reload_conf()')
    await waitsUntil('takes no encrypted connections', async () => {
      writeFileSync(
        `${postgres.folder}/data/pg_hba.conf`,
        'hostssl all all 127.0.0.1/32 scram-sha-256\nlocal all postgres trust\n',
      )
      await postgres.end()
      await postgres.begin()
    })
  } finally {
    await other.remove()
  }
})

wholeTest.each(spread([-1, 1], 1))(
  'a computer whose clock is a day wrong (%d) sends and counts as the others, and is told',
  async (days) => {
    const petro = desks.desk('Petro')
    await makeTeam(postgres, [olena, petro])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    expect((await olena.run('import', file(), '--commit')).code).toBe(0)
    const wrong = await olena.json<{ quota: { used: number } }>('team', 'status')
    expect((await olena.run('team', 'status')).err).toContain('1,440 minutes apart')
    vi.useRealTimers()
    const right = await petro.json<{ quota: { used: number } }>('team', 'status')
    expect(right.quota.used).toBe(wrong.quota.used)
    expect(right.quota.used).toBeGreaterThan(0)
    expect((await petro.run('team', 'status')).err).not.toContain('minutes apart')
    expect((await petro.run('import', file(), '--commit')).err).toContain('sent in batch Olena, ')
  },
)
