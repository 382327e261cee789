import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { call, calls, callsUntilRefused, limitTo, quotaOf } from '../../team/calling.ts'
import { cars, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, desks, olena, petro, postgres } from '../../team/two-desks.ts'
import { eventually } from '../../eventually.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()
let windows: Forecourt[]
beforeEach(() => {
  windows = []
})
afterEach(async () => {
  for (const window of windows) await window.close()
})

function openWindow(desk: Desk): Forecourt {
  const window = desk.openWindow()
  windows.push(window)
  return window
}

const reached = async (): Promise<number> =>
  Object.values(await desks.control.requests()).reduce((sum, count) => sum + count, 0)

test('desks that call at once stay within one limit, use it up, and keep the orders’ share of it', async () => {
  await limitTo(olena, 20)
  const first = openWindow(olena)
  const second = openWindow(petro)
  const made = await Promise.all([first, second].map(callsUntilRefused))
  // The tenth that is kept for orders is not for these.
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(18)
  expect(await reached()).toBe(18)
  const budget = await second.context.budget()
  for (let left = 2; left > 0; left -= 1) await budget.reserve('orders', { wait: false })
  await expect(budget.reserve('orders', { wait: false })).rejects.toMatchObject({ code: 'quota' })
  expect(budget.blocked()).toMatchObject({ span: 'hour' })
  expect(await quotaOf(olena)).toMatchObject({ perHour: 20, perMonth: null })
  // What every desk may do follows the team's limits, and one desk alone can't change them.
  expect(second.context.settings.get().quota).toEqual({ perHour: 20, perMonth: null })
  expect((await petro.run('team', 'settings', '--per-hour', '40')).err).toContain('no right')
  expect((await petro.run('quota', '--package', '20000')).err).toContain(
    'The limits of requests are the team’s',
  )
  expect((await olena.run('quota', '--package', '20000')).code).toBe(0)
  expect(await quotaOf(petro)).toMatchObject({ perHour: 2_000, perMonth: 20_000 })
})

wholeTest(
  'an hour after its end a call counts no more, and the server’s clock decides, not the desks’',
  async () => {
    await limitTo(olena, 10)
    const window = openWindow(olena)
    expect(await callsUntilRefused(window)).toBe(9)
    const earlier = (minutes: number): string =>
      postgres.sql(`UPDATE forecourt.quota_minutes SET minute = minute - ${minutes}`)
    // Counted from when they were asked for they would be free by now.
    earlier(60)
    await expect(call(window)).rejects.toMatchObject({ code: 'quota' })
    earlier(3)
    expect(await callsUntilRefused(window)).toBe(9)
    // The server's clock was an hour ahead: what is dated later than now counts from now on.
    earlier(-120)
    await expect(call(window)).rejects.toMatchObject({ code: 'quota' })
    earlier(63)
    expect(await callsUntilRefused(window)).toBe(9)
  },
)

wholeTest(
  'a desk brings what it called when it joins, and takes home what the team called when it leaves',
  async () => {
    const late = desks.desk('Late')
    const alone = openWindow(late)
    await calls(alone, 3)
    const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Late')
    expect((await late.run('team', 'join', code)).code).toBe(0)
    expect(await quotaOf(olena)).toMatchObject({ used: 3 })
    // The window that was open all the time counts with the others from its next call on.
    await call(alone)
    expect(await quotaOf(olena)).toMatchObject({ used: 4 })
    await calls(openWindow(petro), 2)
    for (const window of windows.splice(0)) await window.close()
    // After a restore the server gets what it forgot, once.
    postgres.sql(
      `DELETE FROM forecourt.quota_minutes WHERE member = (SELECT id FROM forecourt.members WHERE name = 'Late')`,
    )
    await olena.run('team', 'restored')
    for (const desk of [late, late, petro]) expect((await desk.run('team', 'status')).err).not.toBe('')
    // What was called around the newest count may count twice, and nothing is lost.
    const { used } = await quotaOf(olena)
    expect([6, 8]).toContain(used)
    expect((await petro.run('team', 'leave')).code).toBe(0)
    expect(await petro.json('quota')).toMatchObject({ used: { hour: used, day: used, month: used } })
    await call(openWindow(petro))
    expect(await petro.json('quota')).toMatchObject({ used: { hour: used + 1 } })
    expect(await quotaOf(olena)).toMatchObject({ used })
  },
)

wholeTest('a restore that is noticed late loses nothing of the last day', async () => {
  const late = desks.desk('Late')
  const alone = openWindow(late)
  const { accountId } = await alone.context.accounts.owner()
  await alone.close()
  windows.length = 0
  // Half an hour ago, by itself.
  const own = new DatabaseSync(join(late.dataDir, 'staged.db'))
  const minute = Math.floor(Date.now() / 60_000) - 30
  own.prepare('INSERT INTO quota_calls VALUES (?, ?, 0, 5)').run(accountId, minute)
  own.close()
  const { code } = await olena.json<{ code: string }>('team', 'invite', '--name', 'Late')
  expect((await late.run('team', 'join', code)).code).toBe(0)
  expect(await quotaOf(olena)).toMatchObject({ used: 5 })
  // The server forgets it, nobody notices, and the desk goes on.
  postgres.sql(
    `DELETE FROM forecourt.quota_minutes WHERE member = (SELECT id FROM forecourt.members WHERE name = 'Late')`,
  )
  await calls(openWindow(late), 2)
  await windows.pop()?.close()
  expect(await quotaOf(olena)).toMatchObject({ used: 2 })
  await olena.run('team', 'restored')
  for (const desk of [late, late, petro]) expect((await desk.run('team', 'status')).err).not.toBe('')
  // The newest two minutes may count twice.
  expect([7, 9]).toContain((await quotaOf(olena)).used)
})

/** The quota alone fails at the server, everything else goes on. */
const breakQuota = (code: string): string =>
  postgres.sql(`ALTER FUNCTION forecourt.count(jsonb) RENAME TO count_kept;
    CREATE FUNCTION forecourt.count(ask jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`)
const repairQuota = (): string =>
  postgres.sql(
    'DROP FUNCTION forecourt.count(jsonb); ALTER FUNCTION forecourt.count_kept(jsonb) RENAME TO count',
  )

test('a write that can’t be counted isn’t sent, and is not in doubt', async () => {
  await olena.json('import', desks.file('first.csv', cars([9_100])), '--commit')
  for (const [code, reason] of [
    ['53100', 'team-offline'],
    ['XX000', 'team'],
  ] as const) {
    const price = code === '53100' ? 5_000 : 6_000
    breakQuota(code)
    const ran = await olena.json(
      'import',
      desks.file('new.csv', cars([price, price + 1])),
      '--commit',
      '--wait',
      '0',
    )
    expect(ran.rows).toMatchObject([
      { state: 'planned', problems: [] },
      { state: 'planned', problems: [] },
    ])
    const { batches } = await olena.json<{ batches: object[] }>('batches')
    expect(batches[0]).toMatchObject({ pauseReason: reason })
    // It had its permit, which is free again.
    expect(postgres.sql('SELECT DISTINCT state FROM forecourt.permits WHERE no > 2')).toMatch(/unsent/)
    expect(await desks.created()).not.toContain(String(price))
    repairQuota()
    expect((await olena.run('resume')).code).toBe(0)
    expect((await desks.created()).slice(-2)).toEqual([String(price), String(price + 1)])
  }
})

wholeTest(
  'without the server a desk makes the reads that are kept for that and no more, reads what is saved, and goes on by itself',
  async () => {
    await limitTo(olena, 300)
    const window = openWindow(olena)
    await window.inventorySync.sync()
    await call(window)
    const before = await reached()
    await postgres.end('immediate')
    let made = 0
    const refusal = await (async () => {
      for (; ; made += 1)
        try {
          await call(window)
        } catch (error) {
          return error
        }
    })()
    expect(refusal).toMatchObject({ code: 'team', details: { reason: 'offline' } })
    expect(made).toBe(3)
    expect(await reached()).toBe(before + made)
    // Without what the server's client calls it.
    expect(window.context.words(refusal).words).toBe('The team’s server can’t be reached.')
    expect((await window.context.budget()).whose).toBe('unreached')
    expect((await window.inventorySync.state()).adverts).toBeGreaterThan(0)
    await postgres.begin()
    await eventually(() => call(window))
    expect((await window.context.budget()).whose).toBe('team')
    // The team hears of them, and what is kept for the other desk is nobody's.
    const { used } = await quotaOf(petro)
    expect(used).toBeGreaterThanOrEqual(before + made + 1)
    await limitTo(olena, 100)
    expect(await callsUntilRefused(window)).toBe(100 - 10 - 2 - used)
  },
)
