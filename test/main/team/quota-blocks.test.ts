import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import { TeamBudget } from '../../../src/main/team/team-budget.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { call, calls, callsUntilRefused, limitTo, quotaOf } from '../../team/calling.ts'
import { Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { Postgres } from '../../team/postgres.ts'
import { eventually } from '../../eventually.ts'
import { wholeTest } from '../../whole.ts'

let postgres: Postgres
let desks: Desks
let olena: Desk
let petro: Desk
let windows: Forecourt[]
beforeAll(async () => {
  postgres = await Postgres.start()
}, 180_000)
afterAll(() => postgres.remove())
beforeEach(async () => {
  windows = []
  desks = await Desks.open()
  olena = desks.desk('Olena')
  petro = desks.desk('Petro')
  await makeTeam(postgres, [olena, petro])
}, 180_000)
afterEach(async () => {
  for (const window of windows) await window.close()
  await desks.close()
  postgres.sql('DROP SCHEMA forecourt CASCADE')
})

const limit = 240_000

function openWindow(desk: Desk): Forecourt {
  const window = desk.openWindow()
  windows.push(window)
  return window
}

const quotaFile = () =>
  openDatabase({ path: ':memory:', schema: quotaSchema, synchronous: 'NORMAL', now: Date.now }).db

const reached = async (): Promise<number> =>
  Object.values(await desks.control.requests()).reduce((sum, count) => sum + count, 0)

wholeTest(
  'a block is smaller the less is left, is given back, and counts at the end of its life',
  async () => {
    await limitTo(olena, 100)
    const window = openWindow(olena)
    await call(window)
    expect(postgres.sql('SELECT size FROM forecourt.quota_blocks')).toBe('20')
    const ends = Number(postgres.sql('SELECT ends FROM forecourt.quota_blocks'))
    const now = Number(postgres.sql('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)'))
    expect(ends).toBeGreaterThan(now)
    expect(await quotaOf(petro)).toMatchObject({ used: 0, held: 20 })
    // Nobody asks for anything any more.
    await eventually(async () => expect(await quotaOf(petro)).toMatchObject({ used: 1, held: 0 }))
    const minute = Math.floor((ends + 30_000) / 60_000)
    expect(postgres.sql('SELECT minute, orders, others FROM forecourt.quota_minutes')).toBe(`${minute}|0|1`)
    await calls(window, 30)
    // 90 of 100 are for others than orders, of which 31 are used.
    for (const [left, size] of [
      [58, 14],
      [9, 2],
      [3, 1],
      [1, 1],
    ] as const) {
      postgres.sql('DELETE FROM forecourt.quota_blocks; DELETE FROM forecourt.quota_minutes')
      postgres.sql(`INSERT INTO forecourt.quota_minutes SELECT 1, ${minute}, 1, 0, ${90 - left}`)
      const other = openWindow(petro)
      await call(other)
      expect(postgres.sql('SELECT size FROM forecourt.quota_blocks WHERE member = 2')).toBe(String(size))
      await other.close()
      windows.pop()
    }
  },
  limit,
)

wholeTest(
  'a block is used no longer than it lives, by either clock of the desk',
  async () => {
    const window = openWindow(olena)
    const key = (): string => postgres.sql('SELECT key FROM forecourt.quota_blocks')
    await calls(window, 2)
    const keys = [key()]
    const [wall, steady] = [Date.now(), performance.now()]
    for (const ahead of [
      () => vi.spyOn(performance, 'now').mockImplementation(() => steady + 61_000),
      () => vi.spyOn(Date, 'now').mockImplementation(() => wall + 86_400_000),
      () => vi.spyOn(Date, 'now').mockImplementation(() => wall - 86_400_000),
    ]) {
      const clock = ahead()
      await call(window)
      clock.mockRestore()
      keys.push(key())
    }
    // What was left of each was given back with the question for the next.
    expect(new Set(keys).size).toBe(4)
    await eventually(async () => expect(await quotaOf(petro)).toMatchObject({ used: 5, held: 0 }))
  },
  limit,
)

wholeTest(
  'a block whose answer was lost is given back with the next question',
  async () => {
    const window = openWindow(olena)
    const { accountId, baseUrl: url, userId: user } = (await window.service()).connection
    const link = await window.team.link()
    let loses = true
    const limits: object[] = []
    const budget = new TeamBudget({
      ready: () => Promise.resolve({ url, user }),
      own: new QuotaLedger({ db: quotaFile() }).ownCalls(accountId),
      onLimits: (told) => limits.push(told),
      ask: async (name, question, schema) => {
        const answer = await link.command(name, question, schema)
        if (loses) throw new Fault('team', { reason: 'offline' })
        return answer
      },
    })
    for (let left = 2; left > 0; left -= 1)
      await expect(budget.reserve('read', { wait: true })).rejects.toMatchObject({ code: 'team' })
    expect(await quotaOf(petro)).toMatchObject({ used: 0, held: 20 })
    loses = false
    const giveBack = await budget.reserve('read', { wait: false })
    expect([(await quotaOf(petro)).held, budget.used().hour]).toEqual([20, 1])
    giveBack()
    expect(budget.used().hour).toBe(0)
    expect(limits).toEqual([{ perHour: null, perMonth: null }])
    await budget.close()
    expect(await quotaOf(petro)).toMatchObject({ used: 0, held: 0 })
  },
  limit,
)

test(
  'what a desk that was killed held counts as made, half a minute after its end and not before',
  async () => {
    await limitTo(olena, 20)
    const killed = openWindow(olena)
    await calls(killed, 2)
    const size = Number(postgres.sql('SELECT size FROM forecourt.quota_blocks'))
    expect(size).toBe(4)
    const earlier = (ms: number): string =>
      postgres.sql(`UPDATE forecourt.quota_blocks SET ends = ends - ${ms}`)
    // Nothing that it says is heard any more.
    postgres.sql(`UPDATE forecourt.quota_blocks SET key = 'of a process that is no more'`)
    earlier(60_000)
    expect(await quotaOf(petro)).toMatchObject({ used: 0, held: 4 })
    earlier(31_000)
    expect(await quotaOf(petro)).toMatchObject({ used: 4, held: 0 })
    expect(await callsUntilRefused(openWindow(petro))).toBe(14)
    await expect(call(openWindow(olena))).rejects.toMatchObject({ code: 'quota' })
    expect(await reached()).toBe(16)
  },
  limit,
)
