import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newVehicles, openCounter, ended, type Counter } from './counter.ts'
import { eventually } from '../../eventually.ts'
import { wholeTest } from '../../whole.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

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

  wholeTest('are read as far as they can be from a file that is damaged elsewhere', async () => {
    await counter.run('orders')
    const used = await usedThisHour()
    const db = new DatabaseSync(path('staged.db'))
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const page = db.prepare(`SELECT rootpage AS n FROM sqlite_schema WHERE name = 'order_marks'`).get()
    db.close()
    const bytes = readFileSync(path('staged.db'))
    bytes.fill(0xa5, (Number(page?.n) - 1) * 4_096, Number(page?.n) * 4_096)
    writeFileSync(path('staged.db'), bytes)
    rmSync(path('staged.db.clean'), { force: true })
    expect(await usedThisHour()).toBe(used)
    expect(used).toBeGreaterThan(0)
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
