import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCounter, type Counter } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

interface Quota {
  readonly perHour: number | null
  readonly perMonth: number | null
  readonly used: { readonly hour: number; readonly month: number }
  readonly left: { readonly month: { readonly left: number; readonly level: string } | null }
}

const quota = async (...options: string[]): Promise<Quota> =>
  JSON.parse((await counter.run('quota', ...options, '--json')).out) as Quota

/** Lets so many calls more have been made an hour and more ago. */
function callBefore(calls: number): void {
  const quota = new DatabaseSync(join(counter.dataDir, 'quota.db'))
  quota.exec(`INSERT INTO quota_calls SELECT account, min(minute) - 200, 0, ${calls} FROM quota_calls`)
  quota.close()
}

it('shows what is used and left, and sets a package by its calls', async () => {
  expect(await quota()).toMatchObject({ perHour: null, perMonth: null, left: { hour: null, month: null } })
  expect((await counter.run('quota')).out).toBe('No limit is set.\n')
  expect(await quota('--package', '20000')).toMatchObject({ perHour: 2_000, perMonth: 20_000 })
  const { out } = await counter.run('quota')
  expect(out).toMatch(/^Left this hour: [\d,]+ of 2,000 calls\nLeft this month: [\d,]+ of 20,000 calls\n$/)
  expect(await quota('--package', 'none')).toMatchObject({ perHour: null, perMonth: null })
  expect((await counter.run('quota', '--package', '7')).code).toBe(2)
})

it('counts on when the cache is gone, so that no hour has more calls than its limit', async () => {
  counter.limit(30)
  const served = (): Promise<number> =>
    counter.control.requests().then((calls) => Object.values(calls).reduce((sum, n) => sum + n, 0))
  for (let round = 0; round < 3; round += 1) {
    for (let call = 0; call < 16; call += 1) await counter.run('states')
    for (const suffix of ['', '-wal', '-shm', '.clean'])
      rmSync(join(counter.dataDir, `cache.db${suffix}`), { force: true })
  }
  expect(await served()).toBeGreaterThan(20)
  expect(await served()).toBeLessThanOrEqual(30)
  expect((await counter.run('states')).err).toContain('quota')
})

it('brings over what yesterday’s version counted in the cache', async () => {
  await counter.run('orders')
  const { used } = await quota()
  const cache = new DatabaseSync(join(counter.dataDir, 'cache.db'))
  cache.exec(`ATTACH '${join(counter.dataDir, 'quota.db')}' AS quota;
    INSERT INTO main.quota_calls SELECT * FROM quota.quota_calls`)
  cache.close()
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(counter.dataDir, `quota.db${suffix}`), { force: true })
  expect((await quota()).used).toEqual(used)
  expect((await quota()).used).toEqual(used)
})

it('counts what the commands called, and warns at 20 % and at 10 % after each that calls', async () => {
  expect((await counter.run('orders')).err).not.toContain('of your package')
  await quota('--package', '1000')
  expect((await counter.run('orders')).err).not.toContain('of your package')
  const { used } = await quota()
  expect(used.month).toBeGreaterThan(0)
  callBefore(810)
  expect((await counter.run('orders')).err).toContain('20 % or less of your package')
  callBefore(95)
  expect((await counter.run('orders')).err).toContain('10 % or less of your package')
  expect((await counter.run('batches')).err).not.toContain('of your package')
  const { out, err } = await counter.run('quota')
  expect(out).toContain('of 1,000 calls')
  expect(err).toContain('10 % or less of your package')
})
