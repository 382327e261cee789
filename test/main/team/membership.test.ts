import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import pg from 'pg'
import { z } from 'zod'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { TeamMembership } from '../../../src/main/team/team-membership.ts'
import { writeTeamFile } from '../../../src/main/team/team-file.ts'
import { eventually } from '../../eventually.ts'
import { calls } from '../../team/calling.ts'
import { Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { Postgres } from '../../team/postgres.ts'
import { assembledIn } from '../assembled.ts'
import { car, planned, source } from '../batch/dealership.ts'
import { wholeTest } from '../../whole.ts'

vi.setConfig({ testTimeout: 240_000 })

let postgres: Postgres
let desks: Desks
let olena: Desk
let petro: Desk
let windows: Forecourt[]
beforeAll(async () => {
  postgres = await Postgres.shared()
}, 180_000)
beforeEach(async () => {
  windows = []
  desks = await Desks.open()
  olena = desks.desk('Olena')
  petro = desks.desk('Petro')
})
afterEach(async () => {
  for (const window of windows) await window.close()
  await desks.close()
  postgres.sql('DROP SCHEMA IF EXISTS forecourt CASCADE')
})

const because = (reason: string) =>
  expect.objectContaining({ code: 'team', details: expect.objectContaining({ reason }) as object }) as unknown
const hasTeam = (desk: Desk): boolean => existsSync(join(desk.dataDir, 'team.json'))
const founding = () => ({
  server: postgres.address,
  password: postgres.password,
  name: 'Olena',
  ca: readFileSync(postgres.ca, 'utf8'),
})

function opened(window: Forecourt): Forecourt {
  windows.push(window)
  return window
}

/** The connection breaks at the commit, after the server did it, or before it heard of it. */
function spyOnCommit(isDone: boolean) {
  const client = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => Promise<unknown> }
  const { query } = client
  return vi.spyOn(client, 'query').mockImplementation(async function (this: pg.Client, ...asked) {
    if (asked[0] !== 'COMMIT') return Reflect.apply(query, this, asked)
    if (isDone) await Reflect.apply(query, this, asked)
    await this.end()
    throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
  })
}

/** The membership of a window that sees its batches otherwise, as another process would. */
const membershipOf = (window: Forecourt, isSending: () => boolean): TeamMembership =>
  new TeamMembership(window.context, window.team, isSending)

/** A batch of creates that is planned and not begun. */
async function plan(window: Forecourt, prices: readonly number[]): Promise<string> {
  const { accountId, userId } = await window.context.accounts.owner()
  const rows = prices.map((price, at) => planned(at + 2, 'create', car({ price })))
  const { id } = await window.batches.planner.plan({ ...source(userId), accountId }, rows)
  window.batches.recovery.ensureLock()
  return id
}

async function invite(): Promise<string> {
  return (await olena.json<{ code: string }>('team', 'invite', '--name', 'Petro')).code
}

wholeTest('a desk with a batch under way joins no team, and leaves none unless by force', async () => {
  await makeTeam(postgres, [olena])
  const code = await invite()
  const window = opened(petro.openWindow())
  const membership = await window.membership()
  const id = await plan(window, [9_000])
  await desks.control.addFault({ kind: 'status', status: 429, retryAfter: 3_600, method: 'POST' })
  await window.batches.control.send(id)
  await eventually(() => expect(window.batches.reader.get(id).state).toBe('waiting'))
  await expect(membership.join(code)).rejects.toEqual(because('sending'))
  await expect(membership.begin(founding())).rejects.toEqual(because('sending'))
  window.batches.control.pause(id)
  await membership.join(code)
  await window.batches.control.send(id)
  await eventually(() => expect(window.batches.reader.get(id).state).toBe('waiting'))
  await expect(membership.leave(false)).rejects.toEqual(because('sending'))
  await membership.leave(true)
  expect(hasTeam(petro)).toBe(false)
})

wholeTest(
  'a batch that began while the server was asked keeps the desk out, and its invitation is as good as before',
  async () => {
    await makeTeam(postgres, [olena])
    const code = await invite()
    const window = opened(petro.openWindow())
    let asked = 0
    const joining = async (isSending: () => boolean) => membershipOf(window, isSending).join(code)
    // Asked before the server is, and again when it has answered.
    await expect(joining(() => (asked += 1) > 1)).rejects.toEqual(because('sending'))
    expect(hasTeam(petro)).toBe(false)
    await joining(() => false)
    expect(hasTeam(petro)).toBe(true)
  },
)

wholeTest(
  'the rows of a batch that was begun alone are asked about from when another process joined',
  async () => {
    await makeTeam(postgres, [olena])
    const code = await invite()
    const window = opened(petro.openWindow())
    const id = await plan(window, [8_000, 8_001])
    const { accountId } = window.batches.reader.get(id)
    const isShared = (): boolean[] =>
      [accountId, 'sandbox'].map((account) => window.team.sharing(account, id).isShared())
    expect(isShared()).toEqual([false, false])
    // Another desk makes the second car meanwhile.
    const other = opened(olena.openWindow())
    const theirs = await plan(other, [8_001])
    await other.batches.control.send(theirs)
    await eventually(() => expect(other.batches.reader.get(theirs).counts.done).toBe(1))
    await desks.control.addFault({ kind: 'delay', ms: 3_000, method: 'POST', count: 1 })
    await window.batches.control.send(id)
    await eventually(() => expect(window.batches.reader.get(id).counts.sending).toBe(1))
    await membershipOf(window, () => false).join(code)
    expect(isShared()).toEqual([true, false])
    await window.batches.control.idle()
    expect(window.batches.reader.get(id).counts).toMatchObject({ done: 1, skipped: 1 })
    expect((await desks.created()).toSorted()).toEqual(['8000', '8001'])
    // How the row ended that was in flight is told as well.
    await eventually(() =>
      expect(postgres.sql('SELECT state FROM forecourt.permits ORDER BY no')).toBe('done\ndone'),
    )
  },
)

wholeTest(
  'a team begins with the limits of its first desk, and nothing of it is left where the desk can’t keep its part',
  async () => {
    const window = opened(olena.openWindow())
    window.context.settings.change({ quota: { perHour: 500, perMonth: null } })
    const membership = await window.membership()
    await membership.begin(founding())
    expect(postgres.sql('SELECT per_hour, per_month FROM forecourt.team')).toBe('500|')
    expect(window.context.settings.get().quota).toEqual({ perHour: 500, perMonth: null })
    await expect(membership.begin(founding())).rejects.toEqual(because('already'))
  },
)

test('a disk that refuses the desk’s part, or a server whose answer is lost, leaves no half of a team', async () => {
  const window = opened(olena.openWindow())
  const membership = await window.membership()
  const schema = (): string => postgres.sql(`SELECT to_regnamespace('forecourt') IS NULL`)
  // The disk refuses after the file has its place already.
  const full = vi.spyOn(window.team, 'keepFile').mockImplementation((file) => {
    writeTeamFile(olena.dataDir, file)
    throw Object.assign(new Error('no space'), { code: 'ENOSPC', path: olena.dataDir, syscall: 'write' })
  })
  await expect(membership.begin(founding())).rejects.toMatchObject({ code: 'storage' })
  expect([hasTeam(olena), schema()]).toEqual([false, 't'])
  full.mockRestore()
  // The commit was done, and the connection broke before its answer: the desk is in the team.
  const commit = spyOnCommit(true)
  await expect(membership.begin(founding())).rejects.toEqual(because('offline'))
  commit.mockRestore()
  expect([hasTeam(olena), schema()]).toEqual([true, 'f'])
  expect(await membership.show()).toMatchObject({ name: 'Olena', failure: null })
  const code = await invite()
  // It was not done: the desk leaves by force, and the invitation is as good as before.
  const other = await opened(petro.openWindow()).membership()
  const broken = spyOnCommit(false)
  await expect(other.join(code)).rejects.toEqual(because('offline'))
  broken.mockRestore()
  expect(await other.show()).toMatchObject({ status: null, failure: { details: { reason: 'login' } } })
  await other.leave(true)
  await other.join(code)
  expect(await other.show()).toMatchObject({ failure: null })
})

wholeTest('a desk leaves by force though its own journal fails', async () => {
  await makeTeam(postgres, [olena, petro])
  const window = opened(petro.openWindow())
  const membership = await window.membership()
  vi.spyOn(await window.team.link(), 'reconcile').mockRejectedValue(new Error('disk I/O error'))
  await expect(membership.leave(false)).rejects.toThrow('disk I/O error')
  await membership.leave(true)
  expect(hasTeam(petro)).toBe(false)
})

wholeTest(
  'of two processes of one folder that join at once one does, and the desk has the secret that its server knows',
  async () => {
    await makeTeam(postgres, [olena])
    const code = await invite()
    const {
      FORECOURT_BASE_URL: baseUrl = '',
      FORECOURT_API_KEY: key = '',
      FORECOURT_USER_ID: user,
    } = petro.env
    const overrides = { baseUrl, key, userId: Number(user) }
    const process = () => opened(assembledIn(petro.dataDir, { overrides }))
    const memberships = await Promise.all([process(), process()].map((each) => each.membership()))
    const joined = await Promise.allSettled(memberships.map((each) => each.join(code)))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { name, failure } = (await (await process().membership()).show()) ?? {}
    expect([name, failure]).toEqual(['Petro', null])
  },
)

wholeTest(
  'the last desk leaves though it invited one that never came, whose code is worth nothing then',
  async () => {
    await makeTeam(postgres, [olena])
    const code = await invite()
    expect((await olena.run('team', 'leave')).code).toBe(0)
    expect((await petro.run('team', 'join', code)).code).toBe(2)
    expect(postgres.sql('SELECT count(*) FROM forecourt.members WHERE removed_at IS NULL')).toBe('0')
  },
)

wholeTest(
  'a row that is sent while the desk leaves keeps it in the team, and calls of that time stay counted',
  async () => {
    await makeTeam(postgres, [olena, petro])
    const window = opened(petro.openWindow())
    const { accountId } = await window.context.accounts.owner()
    await calls(window, 3)
    const link = await window.team.link()
    const asked = link.callsHome.bind(link)
    vi.spyOn(link, 'callsHome').mockImplementation(async () => {
      const home = await asked()
      await calls(window, 4)
      postgres.sql(`INSERT INTO forecourt.permits (account, key, attempt, member, operation, fingerprint, copy, payload, before, state, no)
      SELECT a.id, 'b/9', 1, m.id, 'create', 'f', 1, '{}', '{}', 'sending', 999
      FROM forecourt.accounts a, forecourt.members m WHERE m.name = 'Petro'`)
      return home
    })
    const membership = await window.membership()
    await expect(membership.leave(false)).rejects.toEqual(because('sending'))
    expect(hasTeam(petro)).toBe(true)
    postgres.sql('DELETE FROM forecourt.permits')
    await membership.leave(true)
    expect((await window.context.budget()).used().hour).toBeGreaterThanOrEqual(11)
    expect(accountId).not.toBe('')
  },
)

test('a keychain that refuses makes no team and uses no invitation up', async () => {
  await makeTeam(postgres, [olena])
  const code = await invite()
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  const { FORECOURT_BASE_URL: baseUrl = '', FORECOURT_API_KEY: key = '', FORECOURT_USER_ID: user } = petro.env
  const overrides = { baseUrl, key, userId: Number(user) }
  const window = opened(assembledIn(petro.dataDir, { overrides }))
  const membership = await window.membership()
  await expect(membership.join(code)).rejects.toMatchObject({ code: 'keychain-unavailable' })
  expect(hasTeam(petro)).toBe(false)
  vi.unstubAllEnvs()
  expect((await petro.run('team', 'join', code)).code).toBe(0)
  expect((await petro.run('team', 'leave')).code).toBe(0)
  expect((await olena.run('team', 'leave')).code).toBe(0)
  postgres.sql('DROP SCHEMA forecourt CASCADE')
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  await expect(membership.begin(founding())).rejects.toMatchObject({ code: 'keychain-unavailable' })
  vi.unstubAllEnvs()
  expect(postgres.sql(`SELECT to_regnamespace('forecourt') IS NULL`)).toBe('t')
})

wholeTest('a leave that the team refuses changes nothing at the desk', async () => {
  await makeTeam(postgres, [olena, petro])
  const first = opened(olena.openWindow())
  const second = opened(petro.openWindow())
  await calls(first, 3)
  await calls(second, 4)
  const own = new DatabaseSync(join(olena.dataDir, 'staged.db'), { readOnly: true })
  const counted = (): number =>
    z.object({ count: z.number() }).parse(own.prepare('SELECT sum(others) AS count FROM quota_calls').get())
      .count
  const before = counted()
  const membership = await first.membership()
  await expect(membership.leave(true)).rejects.toEqual(because('last-owner'))
  expect(counted()).toBe(before)
  await (await second.membership()).leave(false)
  await membership.leave(false)
  // Alone again, it counts what the others called too.
  expect(counted()).toBeGreaterThanOrEqual(before + 4)
  own.close()
})

wholeTest('a file of a team that can’t be read is set aside by force, and the desk joins again', async () => {
  await makeTeam(postgres, [olena, petro])
  petro.write('team.json', '{"version":1,')
  const refused = await petro.run('team', 'leave')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('team leave --force')])
  expect((await petro.run('team', 'leave', '--force')).code).toBe(0)
  expect(hasTeam(petro)).toBe(false)
  expect(readFileSync(join(petro.dataDir, 'team.json.damaged'), 'utf8')).toBe('{"version":1,')
  const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Petro again')
  expect((await petro.run('team', 'join', code)).code).toBe(0)
})

test('an address of a server with a password in it is refused, and the password is shown nowhere', async () => {
  const membership = await opened(olena.openWindow()).membership()
  for (const secret of ['s3cret', 'with/slash', 'with:colon', 'with@at'])
    for (const user of ['postgres', '']) {
      const server = `postgresql://${user}:${secret}@localhost/postgres`
      const refused = await membership.begin({ ...founding(), server }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'team',
        details: { reason: expect.stringContaining('address') as string },
      })
      expect(JSON.stringify(refused)).not.toContain(secret.slice(-5))
    }
})
