import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Batch } from '#shared/batch/row.ts'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { type Printed, batchesOf, ended, newVehicles, openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

const tooMany = { kind: 'status', status: 429, method: 'POST', retryAfter: 3_600 } as const

const importing = () =>
  counter.run('import', counter.file('new.csv', newVehicles([1, 2, 3])), '--commit', '--json')

async function onlyBatch(): Promise<Batch> {
  const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
  const [batch, ...more] = batches
  if (!batch || more.length > 0) throw new Error(`${batches.length} batches instead of one`)
  return batch
}

/** What the window finds when it is opened after the command. */
async function foundByTheWindow(): Promise<readonly string[]> {
  const batches = batchesOf(counter)
  const { waiting } = batches.recovery.recover()
  await batches.close(0)
  return waiting
}

it('does not sit a long Retry-After out: it says why and until when, and the window would wake the batch', async () => {
  await counter.control.addFault({ ...tooMany, count: 1 })
  const { code, out, err } = await importing()
  expect(code).toBe(1)
  expect((JSON.parse(out) as Printed).counts).toMatchObject({ planned: 3, done: 0 })
  const batch = await onlyBatch()
  expect(batch).toMatchObject({ state: 'waiting', pauseReason: 'rate-limit' })
  expect(Date.parse(batch.wakesAt ?? '')).toBeGreaterThan(Date.now() + 3_000_000)
  expect(err).toContain('The service asked to slow down.')
  expect(err).toContain(`resume ${batch.id}`)
  expect(await foundByTheWindow()).toEqual([batch.id])
})

it('waits a day at most, whatever the service asks for, and goes on when it is told to', async () => {
  await counter.control.addFault({ ...tooMany, retryAfter: 99_999_999_999_999, count: 1 })
  expect((await importing()).code).toBe(1)
  const { wakesAt } = await onlyBatch()
  expect(Date.parse(wakesAt ?? '')).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
  expect((await counter.run('resume')).code).toBe(0)
  expect(await onlyBatch()).toMatchObject({ state: 'finished', counts: { done: 3 } })
})

it('leaves a batch whose quota is used up, and resume goes on when there is room again', async () => {
  counter.limit(2)
  const { err } = await importing()
  expect(err).toContain('Your quota is used up.')
  expect(await onlyBatch()).toMatchObject({ state: 'waiting', pauseReason: 'quota', counts: { done: 1 } })
  expect((await counter.run('resume')).code).toBe(1)
  expect(await onlyBatch()).toMatchObject({ state: 'waiting', pauseReason: 'quota', counts: { done: 1 } })
  counter.limit(null)
  expect((await counter.run('resume')).code).toBe(0)
  expect(await onlyBatch()).toMatchObject({ state: 'finished', counts: { done: 3 } })
})

it('leaves a batch without a connection, with its reason', async () => {
  await counter.sandbox.close()
  const { err } = await importing()
  expect(err).toContain('There is no connection to the service')
  expect(await onlyBatch()).toMatchObject({
    state: 'waiting',
    pauseReason: 'offline',
    counts: { planned: 3 },
  })
})

it('says the reason of a pause in words', async () => {
  await counter.control.addFault({
    kind: 'status',
    status: 403,
    body: '{"error":{"code":"API_KEY_DISABLED","message":""}}',
    method: 'POST',
  })
  const { err } = await importing()
  expect(err).toContain('The service refused the key. Check the account’s key.')
  expect(err).not.toContain('(auth)')
})

describe('the calls of a quota', () => {
  const path = (name: string): string => join(counter.dataDir, name)
  const calls = async (): Promise<number> =>
    Object.values(await counter.control.requests()).reduce((sum, n) => sum + n, 0)

  async function usedThisHour(): Promise<number> {
    const { out } = await counter.run('quota', '--json')
    return (JSON.parse(out) as { used: { hour: number } }).used.hour
  }

  /** A call that waits for nothing: it is made, or refused. */
  const call = () => counter.run('api', 'GET', '/states')

  const drop = (name: string): void => {
    for (const suffix of ['', '-wal', '-shm', '.clean']) rmSync(path(name) + suffix, { force: true })
  }
  const ruin = (name: string): void => {
    drop(name)
    writeFileSync(path(name), 'this is no database')
  }

  describe('the calls that count', () => {
    it.each([
      ['deleted', drop],
      ['damaged', ruin],
    ])('are known when the cache is %s', async (_what, lose) => {
      counter.limit(4)
      for (let n = 0; n < 6; n += 1) await call()
      const made = await calls()
      expect(made).toBeLessThanOrEqual(4)
      expect(made).toBeGreaterThan(1)
      lose('cache.db')
      for (let n = 0; n < 6; n += 1) await call()
      expect(await calls()).toBe(made)
      expect(await usedThisHour()).toBe(made)
    })

    it('are counted before the call leaves, so that the end of the process loses none', async () => {
      counter.limit(50)
      await counter.control.addFault({ kind: 'never-answer', method: 'GET', count: 1 })
      const process = counter.begin('orders')
      await eventually(async () => expect(await calls()).toBeGreaterThan(0))
      process.kill('SIGKILL')
      await ended(process)
      expect(await usedThisHour()).toBeGreaterThanOrEqual(await calls())
    })
  })

  describe('a call that can’t be counted', () => {
    /** Lets each count fail, as a full disk or a defect does. */
    const refuseCounts = (): void => {
      const db = new DatabaseSync(path('staged.db'))
      db.exec(`CREATE TRIGGER refused BEFORE INSERT ON quota_calls BEGIN SELECT RAISE(ABORT, 'no room'); END`)
      db.close()
    }

    it('isn’t made, and says so', async () => {
      await counter.run('quota')
      refuseCounts()
      const { code, err } = await counter.run('orders')
      expect([code, err]).toEqual([2, expect.stringContaining('could not be counted against your quota')])
      expect(await calls()).toBe(0)
    })

    it('leaves the rows of a batch planned', async () => {
      await counter.run('quota')
      refuseCounts()
      const sent = await counter.run(
        'import',
        counter.file('new.csv', newVehicles([1, 2])),
        '--commit',
        '--json',
      )
      expect(JSON.parse(sent.out)).toMatchObject({ counts: { planned: 2, inDoubt: 0, failed: 0 } })
      expect(await counter.control.ledger()).toEqual([])
      const db = new DatabaseSync(path('staged.db'))
      db.exec('DROP TRIGGER refused')
      db.close()
      expect((await counter.run('resume')).code).toBe(0)
      expect(await counter.control.ledger()).toHaveLength(2)
      expect(existsSync(path('journal.db'))).toBe(true)
    })
  })
})

describe('the package of a quota', () => {
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
})
