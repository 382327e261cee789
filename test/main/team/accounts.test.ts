import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cars, Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { Postgres } from '../../team/postgres.ts'

let postgres: Postgres
let desks: Desks
let elsewhere: Desks
let olena: Desk
let petro: Desk
beforeAll(async () => {
  postgres = await Postgres.start()
}, 180_000)
afterAll(() => postgres.remove())
beforeEach(async () => {
  ;[desks, elsewhere] = await Promise.all([Desks.open(), Desks.open()])
  olena = desks.desk('Olena')
  petro = desks.desk('Petro')
  await makeTeam(postgres, [olena, petro])
}, 180_000)
afterEach(async () => {
  await Promise.all([desks.close(), elsewhere.close()])
  postgres.sql('DROP SCHEMA forecourt CASCADE')
})

/** The desk works for another account from now on, on the same data folder. */
function turnTo(desk: Desk, { env }: Desk, url = env.FORECOURT_BASE_URL): void {
  const { FORECOURT_USER_ID, FORECOURT_API_KEY } = env
  Object.assign(desk.env, { FORECOURT_BASE_URL: url, FORECOURT_USER_ID, FORECOURT_API_KEY })
}

interface Joined {
  readonly perHour: number | null
  readonly account: { readonly baseUrl: string; readonly userId: number; readonly creates: number }
}
interface Status {
  readonly accounts: { readonly baseUrl: string; readonly creates: number }[]
}

test('an account that a desk uses first in a team is the team’s: nothing of it is sent without a permit, and each advert once', async () => {
  const file = elsewhere.file('new.csv', cars([8_000, 8_001, 8_002]))
  const second = elsewhere.desk('Second')
  // Written otherwise it is the same account.
  turnTo(olena, second)
  turnTo(petro, second, `${second.env.FORECOURT_BASE_URL?.replace('http', 'HTTP') ?? ''}/`)
  await postgres.end('immediate')
  for (const desk of [olena, petro]) await desk.run('import', file, '--commit')
  expect(await elsewhere.created()).toEqual([])
  await postgres.begin()
  const ran = await Promise.all([olena, petro].map((desk) => desk.json('resume')))
  expect((await elsewhere.created()).toSorted()).toEqual(['8000', '8001', '8002'])
  expect(ran.flatMap(({ rows }) => rows).filter(({ state }) => state === 'done')).toHaveLength(3)
  expect(await desks.created()).toEqual([])
  const { accounts } = await olena.json<Status>('team', 'status')
  expect(accounts.filter(({ creates }) => creates > 0)).toMatchObject([
    { baseUrl: second.env.FORECOURT_BASE_URL, creates: 3 },
  ])
}, 240_000)

test('an account joins the team from the command line, with all that a desk sent there before, and once however it is written', async () => {
  const file = elsewhere.file('new.csv', cars([8_100, 8_101]))
  const second = elsewhere.desk('Second')
  const url = second.env.FORECOURT_BASE_URL ?? ''
  const user = second.env.FORECOURT_USER_ID ?? ''
  // Sent before there was a team.
  const ihor = elsewhere.desk('Ihor')
  expect((await ihor.run('import', file, '--commit')).code).toBe(0)
  const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Ihor')
  turnTo(ihor, olena)
  expect((await ihor.run('team', 'join', code)).code).toBe(0)
  const joinedAt = async (desk: Desk) =>
    (await desk.json<Joined>('team', 'settings', '--account', user)).account

  turnTo(ihor, second)
  const unknown = await ihor.run('team', 'settings', '--account', 'Nobody')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('“Nobody”')])
  // Without its server nothing joins, and it is said.
  await postgres.end('immediate')
  const away = await ihor.run('team', 'settings', '--account', user)
  expect([away.code, away.err]).toEqual([2, expect.stringContaining('can’t be reached')])
  await postgres.begin()
  expect(await joinedAt(ihor)).toEqual({ name: url, baseUrl: url, userId: Number(user), creates: 2 })

  for (const written of [
    `${url.replace('http', 'HTTP')}/`,
    url.replace('127.0.0.1', '[::1]'),
    `${url.replace('127.0.0.1', 'LocalHost')}/`,
  ]) {
    turnTo(petro, second, written)
    expect(await joinedAt(petro)).toMatchObject({ baseUrl: url, creates: 2 })
  }
  expect((await petro.run('import', file, '--commit', '--yes')).code).not.toBe(0)
  expect((await elsewhere.created()).toSorted()).toEqual(['8100', '8101'])

  // One that nobody has used yet.
  const unused = await petro.json<Joined>('team', 'settings', '--account', '4242', '--user-id', '4242')
  expect(unused.account).toEqual({ name: url, baseUrl: url, userId: 4242, creates: 0 })
  expect(postgres.sql('SELECT count(*) FROM forecourt.accounts WHERE user_id = 4242')).toBe('1')
}, 240_000)
