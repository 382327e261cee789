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
  const cache = new DatabaseSync(join(counter.dataDir, 'staged.db'))
  cache.exec(`INSERT INTO quota_calls SELECT account, min(minute) - 200, 0, ${calls} FROM quota_calls`)
  cache.close()
}

it('shows what is used and left, and sets a package by its calls', async () => {
  expect(await quota()).toMatchObject({ perHour: null, perMonth: null, left: { hour: null, month: null } })
  expect((await counter.run('quota')).out).toBe('No limit is set.\n')
  expect(await quota('--package', '20000')).toMatchObject({ perHour: 2_000, perMonth: 20_000 })
  const { out } = await counter.run('quota')
  expect(out).toMatch(
    /^Left this hour: [\d,]+ of 2,000 requests\nLeft this month: [\d,]+ of 20,000 requests\n$/,
  )
  expect(await quota('--package', 'none')).toMatchObject({ perHour: null, perMonth: null })
  expect((await counter.run('quota', '--package', '7')).code).toBe(2)
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
  expect(out).toContain('of 1,000 requests')
  expect(err).toContain('10 % or less of your package')
})
