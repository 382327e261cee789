import { afterEach, beforeEach, expect, test } from 'vitest'
import { cars, Desks, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, desks, olena, petro, postgres } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()
let elsewhere: Desks
beforeEach(async () => {
  elsewhere = await Desks.open()
})
afterEach(() => elsewhere.close())

/** The desk works for another account from now on, on the same data folder. */
function turnTo(desk: Desk, { env }: Desk, url = env.FORECOURT_BASE_URL): void {
  const { FORECOURT_USER_ID, FORECOURT_API_KEY } = env
  Object.assign(desk.env, { FORECOURT_BASE_URL: url, FORECOURT_USER_ID, FORECOURT_API_KEY })
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

wholeTest(
  'what a desk sent for another account before it joined is told when it uses that, once however its address is written',
  async () => {
    const file = elsewhere.file('new.csv', cars([8_100, 8_101]))
    const second = elsewhere.desk('Second')
    const url = second.env.FORECOURT_BASE_URL ?? ''
    // Sent before there was a team.
    const ihor = elsewhere.desk('Ihor')
    expect((await ihor.run('import', file, '--commit')).code).toBe(0)
    const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Ihor')
    turnTo(ihor, olena)
    expect((await ihor.run('team', 'join', code)).code).toBe(0)
    turnTo(ihor, second)
    expect((await ihor.run('sync')).code).toBe(0)
    for (const written of [
      `${url.replace('http', 'HTTP')}/`,
      url.replace('127.0.0.1', '[::1]'),
      `${url.replace('127.0.0.1', 'LocalHost')}/`,
    ]) {
      turnTo(petro, second, written)
      expect((await petro.run('import', file, '--commit', '--yes')).code).not.toBe(0)
    }
    expect((await elsewhere.created()).toSorted()).toEqual(['8100', '8101'])
    expect(postgres.sql('SELECT count(*) FROM forecourt.accounts')).toBe('1')
  },
  240_000,
)
